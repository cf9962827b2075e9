import { createHash } from 'node:crypto';

/** Latin, Greek and Cyrillic accents; the marks of other scripts are letters of theirs. */
const ACCENTS = /[\u0300-\u036f]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A title without what does not tell two works apart: compatibility forms (NFKC), case, accents, white space. */
export const foldedTitle = (title: string): string =>
  title.normalize('NFKD').replace(ACCENTS, '').replace(INVISIBLE, '').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim();

/** 16 bytes that two titles have in common where they fold to the same; null for no title. A digest, since a folded title may outgrow an index. */
export function titleDigest(title: string | null): Buffer | null {
  const folded = title === null ? '' : foldedTitle(title);
  return folded ? createHash('sha256').update(folded).digest().subarray(0, 16) : null;
}
