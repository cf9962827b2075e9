import { jsonRow } from './json-rows.js';
import { MAX_RECORD_LENGTH, UnreadableFile, type RawRow } from './source.js';

/**
 * Streams the values of a file with one on each line, or of a JSON text sequence (RFC 8142), which has a record
 * separator before each and may break lines within them. A value that is broken is a fault of its row.
 * @throws UnreadableFile for a value that is larger than `maxLength`
 */
export async function* jsonLinesRows(
  text: AsyncIterable<string>,
  maxLength = MAX_RECORD_LENGTH,
): AsyncGenerator<RawRow> {
  let rest = '';
  let number = 1;
  let separator: string | undefined;
  for await (const chunk of text) {
    rest += chunk;
    separator ??= rest.trimStart() === '' ? undefined : rest.trimStart().startsWith('\u001E') ? '\u001E' : '\n';
    if (separator === undefined) continue;
    const values = rest.split(separator);
    rest = values.pop()!;
    for (const value of values) {
      yield* rowsOf(value, number);
      number += linesIn(value) + (separator === '\n' ? 1 : 0);
    }
    if (rest.length > maxLength)
      throw new UnreadableFile(`Line ${number} has more than ${maxLength} characters; leave it out.`);
  }
  yield* rowsOf(rest, number);
}

const linesIn = (value: string) => value.split('\n').length - 1;

function* rowsOf(value: string, number: number): Generator<RawRow> {
  const text = value.trim();
  if (text === '') return;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    yield { number, columns: {}, fault: `is not valid JSON: ${(error as Error).message}` };
    return;
  }
  // Some programs write a whole collection on a line.
  const { features } = (parsed ?? {}) as { features?: unknown };
  for (const each of Array.isArray(features) ? features : [parsed]) yield jsonRow(each, number);
}
