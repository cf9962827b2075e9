import type { GraphResult } from '../graphql/graph-result.js';

/** How a service's answer begins and ends when it is one item and nothing but it. */
const HEAD = Buffer.from('{"data":{"item":');
const TAIL = '}}';

/**
 * An item as JSON from an answer without errors: the service's own bytes wherever their form is as expected.
 * @returns undefined where the item is null
 */
export function itemBody(answer: GraphResult): Buffer | string | undefined {
  const cut = answer.bytes && cutItem(answer.bytes);
  if (cut) return cut.length === 4 && cut.toString('latin1') === 'null' ? undefined : cut;
  const item = answer.parsed().data!['item'];
  return item === null ? undefined : JSON.stringify(item);
}

/**
 * Cuts the item out of an answer to an operation with this one root field, without reading it. Beside `data` an
 * answer may only have `errors`, of which there are none here, and `extensions`.
 */
export function cutItem(bytes: Buffer): Buffer | undefined {
  if (bytes.length < HEAD.length || bytes.compare(HEAD, 0, HEAD.length, 0, HEAD.length) !== 0) return undefined;
  const end = bytes.length - TAIL.length;
  if (end <= HEAD.length || bytes.toString('latin1', end) !== TAIL || bytes.includes('"extensions":')) return undefined;
  return bytes.subarray(HEAD.length, end);
}
