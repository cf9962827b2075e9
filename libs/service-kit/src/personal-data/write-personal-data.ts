import type { PersonalSection } from './personal-section.js';

/** Characters of one piece: small entries go out together, a picture goes alone. */
const PIECE = 16 * 1_024;

/** The sections as one JSON object, in pieces, so that no more than a piece and an entry are in memory. */
export async function* writePersonalData(sections: readonly PersonalSection[], accountId: string): AsyncGenerator<string> {
  let piece = '{';
  let separator = '';
  for (const section of sections) {
    piece += `${separator}${JSON.stringify(section.name)}:${section.isOne ? '' : '['}`;
    let count = 0;
    for await (const entry of section.entries(accountId)) {
      piece += `${count > 0 ? ',' : ''}${JSON.stringify(entry)}`;
      count += 1;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    piece += section.isOne ? (count === 0 ? 'null' : '') : ']';
    separator = ',';
  }
  yield `${piece}}`;
}
