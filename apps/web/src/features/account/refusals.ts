import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { showFieldProblems } from '../../api/field-problems';
import { isUnauthorized } from '../../api/http';
import { problemDetail } from '../../api/problems';

/**
 * Why something failed; undefined for an ended session, which leads to the sign-in screen.
 * @param otherwise the sentence if the server sent none
 */
export const problemIn = (error: unknown, otherwise: string): string | undefined =>
  error && !isUnauthorized(error) ? problemDetail(error, otherwise) : undefined;

/** Shows the server's refusal at the fields that it names, else at `field`, the only one or the first of its form. */
export function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  field: FieldPath<Values>,
  otherwise: string,
): void {
  const message = problemIn(error, otherwise);
  if (message && showFieldProblems(form, error).length === 0) form.setError(field, { message }, { shouldFocus: true });
}
