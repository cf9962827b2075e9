import { decodeHTML } from 'entities';

/** Text of a data set as people should read it: no HTML entities, no control characters, tidy white space. */
export function plainText(text: string): string {
  return decodeHTML(text)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00AD', '')
    .replaceAll('\\t', ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\u0000-\u0009\u000B-\u001F\u007F]/g, '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** At most `limit` characters: cut between words, with an ellipsis. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '');
  const words = head.replace(/\s+\S*$/, '');
  return `${words || head}…`;
}
