import { decodeHTML } from 'entities';
import { truncate } from '../text/cut-text.js';
import { lengthOf } from '../text/text.js';

/** Characters that the kit's rule for texts refuses, byte order marks, and the replacement of unreadable ones. */
const NOT_TEXT = /(?!\n)[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF\uFFFD]/gu;

const UNSEEN =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|head|title|template)\b[\s\S]*?(?:<\/\1\s*>|$)|<!doctype[^>]*>|<!\[CDATA\[|\]\]>/gi;
const LINE = /<\/?(?:br|p|div|li|ul|ol|tr|table|h[1-6]|hr|blockquote|section|article)\b(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;
/** A tag, also one whose quotation marks do not match. "<3" and "a < b" are text. */
const TAG = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>|<\/?[a-z][^<>]*>/gi;

/** HTML within HTML within HTML is not written by people. */
const DEEPEST = 3;

/** Text of a data set as people should read it: no HTML, no control characters, tidy white space. */
export function plainText(text: string): string {
  return withoutHtml(text)
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

/** Without tags and entities, also where the tags are entities themselves. */
function withoutHtml(text: string): string {
  let now = text;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next = decodeHTML(stripped(now));
    if (next === now) break;
    now = next;
  }
  return stripped(now);
}

const stripped = (text: string) =>
  text.includes('<') ? text.replace(UNSEEN, '').replace(LINE, '\n').replace(TAG, '') : text;

/** At most `limit` characters: cut between words, with an ellipsis. */
export function shortened(text: string, limit: number): string {
  if (lengthOf(text) <= limit) return text;
  const head = truncate(text, limit - 1);
  const words = head.replace(/\s+\S*$/, '');
  return `${words || head}…`;
}
