import type { GraphResult } from '../graphql/graph-result.js';

/** Beginning and end of a service's response with one item only. */
const HEAD = Buffer.from('{"data":{"item":');
const TAIL = '}}';

/**
 * An item as JSON from a response without errors: the service's own bytes if they have the expected form.
 * @returns undefined if the item is null
 */
export function itemBody(result: GraphResult): Buffer | string | undefined {
  const cut = result.bytes && cutItem(result.bytes);
  if (cut) return cut.length === 4 && cut.toString('latin1') === 'null' ? undefined : cut;
  const item = result.parsed().data!['item'];
  return item === null ? undefined : JSON.stringify(item);
}

/**
 * Cuts the item out of a response with this one root field, without parsing it. Besides `data` a
 * response may only have `errors`, of which there are none here, and `extensions`.
 */
export function cutItem(bytes: Buffer): Buffer | undefined {
  if (bytes.length < HEAD.length || bytes.compare(HEAD, 0, HEAD.length, 0, HEAD.length) !== 0) return undefined;
  const end = bytes.length - TAIL.length;
  if (end <= HEAD.length || bytes.toString('latin1', end) !== TAIL || bytes.includes('"extensions":')) return undefined;
  return bytes.subarray(HEAD.length, end);
}
