import { lengthOf } from './text.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The longest beginning of a text with at most `max` code points that cuts no grapheme: no emoji, flag or letter with
 * marks.
 */
export function truncate(text: string, max: number): string {
  if (lengthOf(text) <= max) return text;
  let end = 0;
  let length = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    length += lengthOf(segment);
    if (length > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** The text, or its beginning with an ellipsis: at most `max` code points, cut at the end of a grapheme. */
export const cutText = (text: string, max: number): string =>
  lengthOf(text) <= max ? text : `${truncate(text, max - 1).trimEnd()}…`;
