import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { showFieldProblems } from '../../api/field-problems';
import { LIMITS } from '../../api/limits';
import { requiredText } from '../../lib/form';
import { useDraftForm } from '../session';
import { isUnauthorized } from '../../api/http';
import { newIdempotencyKey } from '../../lib/random';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { TextAreaField, TextField } from '../../ui/field';

const content = () => requiredText(m.forum_text_missing, LIMITS.post);
const reply = z.object({ content: content() });
const thread = z.object({ title: requiredText(m.forum_title_missing, LIMITS.title), content: content() });

export interface PostValues {
  /** Of a thread. */
  title?: string;
  content: string;
}

interface PostFormProps {
  /** Under which its text is kept: what it is about. */
  draft: string;
  /** Whether it has a field for a title. */
  isThread: boolean;
  /** Of the text: "Your reply". */
  label: string;
  submit: string;
  values?: PostValues;
  /** Sends it; repeated with the same key it is written once. What it throws is shown at the form. */
  onSend: (values: PostValues, key: string) => Promise<unknown>;
  /** A button beside the one that sends. */
  cancel?: ReactNode;
}

/** The form to write or change a post. Typed text stays until it has been sent. */
export function PostForm({
  draft,
  isThread,
  label,
  submit,
  values = { title: '', content: '' },
  onSend,
  cancel,
}: PostFormProps) {
  const empty = isThread ? values : { content: values.content };
  const { form, clear } = useDraftForm<PostValues>(draft, {
    resolver: zodResolver(isThread ? thread : reply) as never,
    defaultValues: empty,
  });
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors, isSubmitting },
  } = form;
  const [refusal, setRefusal] = useState<string>();
  const last = useRef({ text: '', key: '' });
  const send = async (given: PostValues) => {
    setRefusal(undefined);
    const text = JSON.stringify(given);
    // The same text again, after a lost response, is the same post.
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() };
    try {
      await onSend(given, last.current.key);
      last.current = { text: '', key: '' };
      reset(empty);
      clear();
    } catch (error) {
      if (!isUnauthorized(error) && showFieldProblems(form, error).length === 0)
        setRefusal(problemDetail(error, m.forum_failed_text()));
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(send)(event)} noValidate className="flex flex-col gap-4">
      {isThread && (
        <TextField
          label={m.forum_title_label()}
          required
          maxLength={LIMITS.title}
          {...register('title')}
          error={errors.title?.message}
        />
      )}
      <TextAreaField
        label={label}
        required
        rows={isThread ? 6 : 4}
        maxLength={LIMITS.post}
        hint={m.forum_mention_hint()}
        {...register('content')}
        error={errors.content?.message}
      />
      {refusal && (
        <p role="alert" className="font-medium text-danger-ink">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {cancel}
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
