// The declaration has to reach the programs of other packages, which compile this file as a source.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./unicode-confusables.d.ts" />
import confusables from 'unicode-confusables';

/**
 * A text with each character replaced by the one it is mistaken for (Unicode TS 39), in small letters. Capital and
 * small letters look like different letters of other alphabets, so `В` and `в` have different skeletons.
 */
export const lookAlikeSkeleton = (text: string): string =>
  confusables
    .rectifyConfusion(text.normalize('NFD'))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[i1|ı]/gu, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm');
