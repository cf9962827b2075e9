import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { RequestTakedownDocument } from '../../api/graph/moderation/takedown';
import { showFieldProblems } from '../../api/field-problems';
import { LIMITS } from '../../api/limits';
import { requiredText } from '../../lib/form';
import { useDraftForm } from '../session';
import { paths } from '../../lib/paths';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { TextAreaField, TextField } from '../../ui/field';

/** Characters of a note. */
const NOTE_LENGTH = 1_000;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const LINKS = [
  ['work', new RegExp(`/d/(${UUID})`, 'i')],
  ['picture', new RegExp(`/objects/(${UUID})`, 'i')],
] as const;

/** The work or the picture that a link of ours leads to; null for any other text. */
function subjectOf(link: string): { kind: 'work' | 'picture'; id: string } | null {
  for (const [kind, pattern] of LINKS) {
    const id = pattern.exec(link)?.[1];
    if (id) return { kind, id };
  }
  return null;
}

const rules = z.object({
  link: z.string().refine((link) => subjectOf(link) !== null, { error: () => m.moderation_takedown_link_missing() }),
  contact: requiredText(m.moderation_takedown_contact_missing, LIMITS.contact).regex(/^\S+@\S+\.\S+$/, {
    error: () => m.moderation_takedown_contact_missing(),
  }),
  note: requiredText(m.moderation_takedown_note_missing, NOTE_LENGTH),
});

type Values = z.infer<typeof rules>;

/** An artist's request to take something down; then its confirmation. */
export function TakedownForm() {
  const [sentFrom, setSentFrom] = useState<string>();
  return sentFrom === undefined ? (
    <Form onSent={setSentFrom} />
  ) : (
    <Sent contact={sentFrom} onAnother={() => setSentFrom(undefined)} />
  );
}

function Form({ onSent }: { onSent: (contact: string) => void }) {
  const { form, clear } = useDraftForm<Values>('takedown', {
    resolver: zodResolver(rules),
    defaultValues: { link: '', contact: '', note: '' },
  });
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
    setError,
    getValues,
  } = form;
  const [request, { error }] = useMutation(RequestTakedownDocument);
  const send = ({ link, contact, note }: Values) =>
    request({ variables: { input: { subject: subjectOf(link)!, contact, note } } }).then(
      () => {
        clear();
        onSent(contact);
      },
      (problem: unknown) => void showFieldProblems({ getValues, setError }, problem),
    );
  const isAtFields = Object.values(errors).some(({ type }) => type !== undefined);
  return (
    <form noValidate className="flex max-w-xl flex-col gap-5" onSubmit={(event) => void handleSubmit(send)(event)}>
      <TextField
        label={m.moderation_takedown_link()}
        hint={m.moderation_takedown_link_hint()}
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        error={errors.link?.message}
        {...register('link')}
      />
      <TextField
        label={m.moderation_takedown_contact()}
        hint={m.moderation_takedown_contact_hint()}
        required
        type="email"
        autoComplete="email"
        maxLength={LIMITS.contact}
        error={errors.contact?.message}
        {...register('contact')}
      />
      <TextAreaField
        label={m.moderation_takedown_note()}
        required
        rows={5}
        maxLength={NOTE_LENGTH}
        error={errors.note?.message}
        {...register('note')}
      />
      {error && !isAtFields && (
        <p role="alert" className="font-medium text-danger-ink">
          {problemDetail(error, m.moderation_failed())}
        </p>
      )}
      <Button type="submit" variant="primary" className="self-start" pending={isSubmitting}>
        {m.moderation_takedown_send()}
      </Button>
    </form>
  );
}

function Sent({ contact, onAnother }: { contact: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card tone="wall" className="flex max-w-xl flex-col gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {m.moderation_takedown_sent()}
      </h2>
      <p className="wrap-anywhere">{m.moderation_takedown_sent_text({ contact })}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button asChild variant="primary">
          <Link to={paths.home}>{m.moderation_takedown_map()}</Link>
        </Button>
        <Button onClick={onAnother}>{m.moderation_takedown_another()}</Button>
      </div>
    </Card>
  );
}
