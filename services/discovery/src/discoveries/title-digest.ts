import { createHash } from 'node:crypto';

/** Latin, Greek and Cyrillic accents; the marks of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A folded title, without compatibility forms (NFKC), case, accents and extra white space. */
export const foldedTitle = (title: string): string =>
  title.normalize('NFKD').replace(ACCENTS, '').replace(INVISIBLE, '').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim();

/** 16 bytes, equal for titles with equal folding; null without a title. A digest, because a folded title may be too long for an index. */
export function titleDigest(title: string | null): Buffer | null {
  const folded = title === null ? '' : foldedTitle(title);
  return folded ? createHash('sha256').update(folded).digest().subarray(0, 16) : null;
}
