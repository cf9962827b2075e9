import type { Artist } from '../../api/types';
import { foldText } from '../../lib/fold-text';

/** As the server compares them: folded, without punctuation and blanks. */
const keyOf = (text: string) => foldText(text).replace(/[\p{P}\p{S}\p{Z}\s]/gu, '');

/** The artists whose name, other names or city contain the text. */
export function artistsMatching(artists: readonly Artist[], search: string): readonly Artist[] {
  const wanted = keyOf(search);
  return wanted === ''
    ? artists
    : artists.filter(({ name, aka, city }) => [name, ...aka, city ?? ''].some((text) => keyOf(text).includes(wanted)));
}
