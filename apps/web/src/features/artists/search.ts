import type { Artist } from '../../api/types';

/** As the server compares names: without case, accents, punctuation and blanks. */
const keyOf = (text: string) => text.normalize('NFKD').toLowerCase().replace(/[\p{M}\p{P}\p{S}\p{Z}\s]/gu, '');

/** The artists whose name, other names or city contain the text. */
export function artistsMatching(artists: readonly Artist[], search: string): readonly Artist[] {
  const wanted = keyOf(search);
  return wanted === '' ? artists : artists.filter(({ name, aka, city }) => [name, ...aka, city ?? ''].some((text) => keyOf(text).includes(wanted)));
}
