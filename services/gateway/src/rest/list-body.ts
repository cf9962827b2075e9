import type { GraphResult } from '../graphql/graph-result.js';

export interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
}

/** The nodes as JSON, and the end of the page. */
export interface ListBody {
  body: Buffer | string;
  page: PageInfo;
}

/** Beginning and end of a service's response that is only a list. */
const HEAD = Buffer.from('{"data":{"list":{"nodes":[');
const PAGE = Buffer.from(',"pageInfo":');
const TAIL = '}}}';

/** A list's body from a response without errors; the service's own bytes if they have the expected form. */
export function listBody(result: GraphResult): ListBody {
  const cut = result.bytes && cutList(result.bytes);
  if (cut) return cut;
  const { nodes, pageInfo } = result.parsed().data!['list'] as { nodes: unknown[]; pageInfo: PageInfo };
  return { body: JSON.stringify(nodes), page: pageInfo };
}

/**
 * Cuts the nodes out of a response without parsing it. Quotes in JSON strings are escaped, so the last `,"pageInfo":`
 * is a key, and the rest must be that key's value and the end.
 */
export function cutList(bytes: Buffer): ListBody | undefined {
  if (bytes.length < HEAD.length || bytes.compare(HEAD, 0, HEAD.length, 0, HEAD.length) !== 0) return undefined;
  const end = bytes.length - TAIL.length;
  const at = bytes.lastIndexOf(PAGE);
  if (at < HEAD.length || bytes.toString('latin1', end) !== TAIL) return undefined;
  try {
    const page = JSON.parse(bytes.toString('utf8', at + PAGE.length, end)) as PageInfo;
    return typeof page.hasNextPage === 'boolean' ? { body: bytes.subarray(HEAD.length - 1, at), page } : undefined;
  } catch {
    return undefined;
  }
}
