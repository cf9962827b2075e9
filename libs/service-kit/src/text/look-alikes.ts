import lookAlikes from './look-alikes.json' with { type: 'json' };

/**
 * The prototype of each confusable character: `confusables.txt` of Unicode TS 39, version 10. The JSON file has the
 * characters that look like a prototype under the prototype. It is part of this repository because keys of names and
 * titles are stored with it: another version of the table would make stored keys and new ones differ. For the same
 * reason it lacks U+2028 and U+2029, which count as zero-width.
 */
const PROTOTYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikes).flatMap(([prototype, characters]) =>
    [...characters].map((character): [string, string] => [character, prototype]),
  ),
);

/** At the end of a text they stay, as in the keys that are stored. */
const ZERO_WIDTH_WITHIN = /[\u200b-\u200d\ufeff\u2028\u2029]+(?![\u200b-\u200d\ufeff\u2028\u2029]|$)/gu;

/**
 * A text with each character replaced by the one it is mistaken for (Unicode TS 39), in small letters. Capital and
 * small letters look like different letters of other alphabets, so `В` and `в` have different skeletons.
 */
export const lookAlikeSkeleton = (text: string): string =>
  withoutLookAlikes(text.normalize('NFD').replace(ZERO_WIDTH_WITHIN, ''))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[i1|ı]/gu, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm');

const withoutLookAlikes = (text: string): string =>
  Array.from(text, (character) => PROTOTYPES.get(character) ?? character).join('');
