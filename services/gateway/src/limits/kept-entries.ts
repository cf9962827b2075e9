import type { LRUCache } from 'lru-cache';

/**
 * Options of a cache with at most so many entries, whose memory grows with them: with `max`, the library reserves all
 * of it
 * at once, 28 bytes an entry, and 44 with a time to live.
 */
export const atMost = (entries: number) =>
  ({ maxSize: entries, sizeCalculation: () => 1 }) satisfies LRUCache.OptionsSizeLimit<object, object, unknown>;
