import type { PersonalSection } from './personal-section.js';

/** Characters of one chunk: small entries are joined, a picture is sent alone. */
const PIECE = 16 * 1_024;

/** The sections as one JSON object, in chunks, so that at most a chunk and an entry are in memory. */
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
