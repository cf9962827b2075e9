import { m } from '#messages';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { LIMITS, showFieldProblems } from '../../lib/form';
import { newIdempotencyKey, send } from '../../lib/http';
import { paths } from '../../lib/paths';
import { problemDetail } from '../../lib/problems';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { TextAreaField, TextField } from '../../ui/field';

/** Characters of a note. */
const NOTE_LENGTH = 1_000;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const LINKS = [['work', new RegExp(`/d/(${UUID})`, 'i')], ['picture', new RegExp(`/objects/(${UUID})`, 'i')]] as const;

/** The work or the picture that a link of ours leads to; null for any other text. */
function subjectOf(link: string): { kind: 'work' | 'picture'; id: string } | null {
  for (const [kind, pattern] of LINKS) {
    const id = pattern.exec(link)?.[1];
    if (id) return { kind, id };
  }
  return null;
}

interface Values {
  link: string;
  contact: string;
  note: string;
}

/** An artist's request to take something down; then its confirmation. */
export function TakedownForm() {
  const [sentFrom, setSentFrom] = useState<string>();
  return sentFrom === undefined ? <Form onSent={setSentFrom} /> : <Sent contact={sentFrom} onAnother={() => setSentFrom(undefined)} />;
}

function Form({ onSent }: { onSent: (contact: string) => void }) {
  const { register, handleSubmit, formState: { errors }, setError, getValues } = useForm<Values>({ defaultValues: { link: '', contact: '', note: '' } });
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ link, contact, note }: Values) =>
      send('/api/takedowns', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': newIdempotencyKey() }, body: JSON.stringify({ subject: subjectOf(link), contact, note }) }),
    onSuccess: (_, { contact }) => onSent(contact.trim()),
    onError: (problem) => showFieldProblems({ getValues, setError }, problem),
  });
  const isAtFields = Object.values(errors).some(({ type }) => type !== undefined);
  return (
    <form noValidate className="flex max-w-xl flex-col gap-5" onSubmit={(event) => void handleSubmit((values) => mutate(values))(event)}>
      <TextField
        label={m.moderation_takedown_link()} hint={m.moderation_takedown_link_hint()} required type="url" inputMode="url" autoComplete="off" error={errors.link?.message}
        {...register('link', { validate: (link) => subjectOf(link) !== null || m.moderation_takedown_link_missing() })}
      />
      <TextField
        label={m.moderation_takedown_contact()} hint={m.moderation_takedown_contact_hint()} required type="email" autoComplete="email" maxLength={LIMITS.contact} error={errors.contact?.message}
        {...register('contact', { validate: (contact) => /^\S+@\S+\.\S+$/.test(contact.trim()) || m.moderation_takedown_contact_missing() })}
      />
      <TextAreaField
        label={m.moderation_takedown_note()} required rows={5} maxLength={NOTE_LENGTH} error={errors.note?.message}
        {...register('note', { validate: (note) => note.trim() !== '' || m.moderation_takedown_note_missing() })}
      />
      {error && !isAtFields && <p role="alert" className="font-medium text-danger-ink">{problemDetail(error, m.moderation_failed())}</p>}
      <Button type="submit" variant="primary" className="self-start" pending={isPending}>{m.moderation_takedown_send()}</Button>
    </form>
  );
}

function Sent({ contact, onAnother }: { contact: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card tone="wall" className="flex max-w-xl flex-col gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">{m.moderation_takedown_sent()}</h2>
      <p className="wrap-anywhere">{m.moderation_takedown_sent_text({ contact })}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button asChild variant="primary"><Link to={paths.home}>{m.moderation_takedown_map()}</Link></Button>
        <Button onClick={onAnother}>{m.moderation_takedown_another()}</Button>
      </div>
    </Card>
  );
}
