import { expect, it } from '@jest/globals';
import { LRUCache } from 'lru-cache';
import { atMost } from './kept-entries.js';

it('a cache keeps at most so many entries, those that were used last', () => {
  const cache = new LRUCache<string, number>(atMost(3));
  for (const [value, key] of ['a', 'b', 'c'].entries()) cache.set(key, value);
  cache.get('a');
  cache.set('d', 3);
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd']);
});

it('an entry that is set again counts once', () => {
  const cache = new LRUCache<string, number>(atMost(2));
  for (const key of ['a', 'b', 'b', 'b']) cache.set(key, 0);
  expect([...cache.keys()].sort()).toEqual(['a', 'b']);
});
