import { ABSENT, PLACEHOLDERS, UNKNOWN } from './vocabulary.js';

/** A text for comparison: without case, accents and white space around. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Fields in which "unknown" is a word like any other. */
const KEEP_UNKNOWN: readonly string[] = ['status', 'id'];

/** Characters of the longest text that means "no value". */
const LONGEST = 40;

/** Whether a text means "no value" in a field; in any field if none is named. */
export function isAbsent(text: string, field?: string): boolean {
  if (text.length > LONGEST) return false;
  const word = plain(text);
  if (word === '' || ABSENT.has(word)) return true;
  if (field === undefined) return false;
  return (PLACEHOLDERS[field]?.has(word) ?? false) || (!KEEP_UNKNOWN.includes(field) && UNKNOWN.has(word));
}
