import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { m } from '#messages';
import { z } from 'zod';
import { problemOf } from './http';
import { fieldDetail } from './problems';

/** Characters that a text may have, and colours that a palette may. The server has the same limits. */
export const LIMITS = {
  name: 120,
  contact: 254,
  title: 120,
  text: 2_000,
  post: 5_000,
  passkeyName: 60,
  palette: 80,
  paletteColors: 24,
  wallSearch: 80,
  discussionSearch: 200,
  username: { least: 3, most: 30 },
} as const;

/** A text that may be empty, trimmed. */
export const textUpTo = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: () => m.lib_at_most({ count: most }) });

/** A text that must be given, trimmed. @param missing the sentence where it is not */
export const requiredText = (missing: () => string, most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: missing, abort: true })
    .max(most, { error: () => m.lib_at_most({ count: most }) });

interface Options<Values extends FieldValues> {
  /** Fields of refusals that name none, by the refusal's code. */
  codes?: Readonly<Record<string, FieldPath<Values>>>;
  /** Called before a field gets the focus, so that it can be shown. */
  reveal?: (fields: FieldPath<Values>[]) => void;
}

/**
 * Shows the server's refusal at the fields of a form, by the type of its code, and focuses the first in the form's
 * order. Returns these fields: none if the refusal is about something else, which the caller then has to show.
 */
export function showFieldProblems<Values extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
  { codes = {}, reveal }: Options<Values> = {},
): FieldPath<Values>[] {
  const { code = '', detail = '', errors } = problemOf(error) ?? {};
  const given = errors ?? (codes[code] ? [{ field: codes[code], code, detail }] : []);
  const order = Object.keys(getValues());
  const problems = given
    // GraphQL names the argument, too, and an address its parts: `input.username`, `input.address.city`.
    .map((problem) => ({
      field: problem.field.replace(/^input\.(?:address\.)?/, '') as FieldPath<Values>,
      type: problem.code,
      message: fieldDetail(problem),
    }))
    .filter(({ field }) => order.includes(field))
    .sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field));
  const fields = problems.map(({ field }) => field);
  reveal?.(fields);
  problems.forEach(({ field, type, message }, index) =>
    setError(field, { type, message }, { shouldFocus: index === 0 }),
  );
  return fields;
}
