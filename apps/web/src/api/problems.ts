import { m } from '#messages';
import { formatNumber } from '../lib/format';
import { type FieldProblem, problemOf } from './http';
import { language } from '../lib/language';
import { FIELDS, PROBLEMS } from './problem-texts';

/*
 * The server describes an error by a code and an English sentence. In English that sentence is shown, which is the most
 * specific; in other languages the page shows its own text for the code.
 */

/** The server's problem of a failed call as a sentence in the present language, or `otherwise`. */
export function problemDetail(error: unknown, otherwise: string): string {
  const problem = problemOf(error);
  if (!problem) return otherwise;
  const { code, detail, errors, retryAfter } = problem;
  if (language() === 'en') return detail || otherwise;
  if (code === 'RATE_LIMITED' && retryAfter) return m.api_problem_rate_limited_for({ wait: inWords(retryAfter) });
  if (code === 'VALIDATION_FAILED' && errors?.[0]) return fieldDetail(errors[0]);
  return (code && PROBLEMS[code]?.()) || otherwise;
}

/** The problem of a field as a sentence in the present language. */
export function fieldDetail({ field, code, detail }: FieldProblem): string {
  if (language() === 'en') return detail;
  const name = field.split('.').at(-1);
  return (FIELDS[`${name} ${code}`] ?? FIELDS[code] ?? PROBLEMS[code] ?? m.api_field_invalid)();
}

const MINUTE = 60;

/** Seconds as people say them: 30 seconds, 2 minutes. */
const inWords = (seconds: number) =>
  seconds < MINUTE
    ? formatNumber(seconds, { style: 'unit', unit: 'second', unitDisplay: 'long' })
    : formatNumber(Math.ceil(seconds / MINUTE), { style: 'unit', unit: 'minute', unitDisplay: 'long' });
