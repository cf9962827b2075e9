import { m } from '#messages';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { z } from 'zod';
import { LIMITS } from '../../api/limits';
import { requiredText, textUpTo } from '../../lib/form';
import type { Attempt, Role, UploadedPhoto } from './drafts';
import type { PinType } from '../works';

/** The rules of the map dialog: no field is required. */
export const mapRules = z.object({
  title: textUpTo(LIMITS.title),
  description: textUpTo(LIMITS.text),
  artist: textUpTo(LIMITS.name),
});
export type MapValues = z.infer<typeof mapRules>;

/** The rules of the document modal. Choices of pickers are always valid. */
export const documentRules = z.object({
  name: requiredText(m.document_name_missing, LIMITS.title),
  description: textUpTo(LIMITS.text),
  pinType: z.custom<PinType>(),
  role: z.custom<Role>(),
  fresh: z.boolean(),
  photo: z.custom<UploadedPhoto | null>(),
  takenAt: z.string().nullable(),
  savedAt: z.string().nullable(),
  attempt: z.custom<Attempt | null>(),
});
export type DocumentValues = z.infer<typeof documentRules>;

/**
 * Shows the server's refusal at the fields of a form.
 * @param messages by field of the payload
 * @param fields pairs of a payload's field and the form's, in the form's order
 * @returns the first of them
 */
export function showRefused<Values extends FieldValues, Field extends FieldPath<Values> | `root.${string}`>(
  setError: UseFormSetError<Values>,
  messages: Record<string, string>,
  fields: readonly (readonly [of: string, field: Field])[],
): Field | undefined {
  const refused = fields.filter(([of]) => messages[of]);
  for (const [of, field] of refused) setError(field, { type: 'server', message: messages[of] });
  return refused[0]?.[1];
}
