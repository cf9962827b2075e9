import { createHash } from 'node:crypto';
import { lookAlikeSkeleton } from '@sprayhunt/service-kit';

/** Latin, Greek and Cyrillic accents; the marks of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACES = /\s+/gu;
/** Punctuation, emoji and other symbols. */
const SYMBOLS = /[\p{P}\p{S}]/gu;

/**
 * A title without differences that readers do not notice: compatibility forms (NFKC), case, accents, spacing,
 * punctuation, symbols, and look-alike letters (small and capital). A title of symbols only keeps them.
 */
export function foldedTitle(title: string): string {
  const visible = title
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(INVISIBLE, '')
    .replace(SPACES, '')
    .toUpperCase()
    .toLowerCase();
  return lookAlikesFolded(visible.replace(SYMBOLS, '')) || lookAlikesFolded(visible);
}

const lookAlikesFolded = (text: string): string =>
  lookAlikeSkeleton(lookAlikeSkeleton(text.toUpperCase())).replace(ACCENTS, '').replace(SPACES, '');

/**
 * 16 bytes, equal for titles with equal folding; null without a title. A digest, because a folded title may be too long
 * for an index.
 */
export function titleDigest(title: string | null): Buffer | null {
  const folded = title === null ? '' : foldedTitle(title);
  return folded ? createHash('sha256').update(folded).digest().subarray(0, 16) : null;
}
