import { decodeHTML } from 'entities';
import { headOf } from '../text/cut-text.js';
import { lengthOf } from '../text/text.js';

/** Characters that the kit's rule for texts refuses, and byte order marks. */
const NOT_TEXT = /(?!\n)[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Text of a data set as people should read it: no HTML entities, no control characters, tidy white space. */
export function plainText(text: string): string {
  return decodeHTML(text)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00AD', '')
    .replaceAll('\\t', ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(NOT_TEXT, '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** At most `limit` characters: cut between words, with an ellipsis. */
export function shortened(text: string, limit: number): string {
  if (lengthOf(text) <= limit) return text;
  const head = headOf(text, limit - 1);
  const words = head.replace(/\s+\S*$/, '');
  return `${words || head}…`;
}
