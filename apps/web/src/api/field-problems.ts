import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { problemOf } from './http';
import { fieldDetail } from './problems';

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
