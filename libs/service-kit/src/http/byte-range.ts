/** Bytes of a content, counted from 0; `end` is the last one that is included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The range that a `Range` header requests (RFC 9110, 14.1.2).
 * @param size of the whole content in bytes
 * @returns undefined for anything that is not one range of bytes: several, another unit, or no range
 */
export function byteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? [];
  if (first === undefined || last === undefined || !(first || last)) return undefined;
  if (first && last && Number(first) > Number(last)) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  return start > end ? 'unsatisfiable' : { start, end };
}
