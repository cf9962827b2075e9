import { describe, expect, it } from '@jest/globals';
import { byteRange } from './byte-range.js';

describe('a range of 100 bytes', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-', { start: 10, end: 99 }],
    ['bytes=99-500', { start: 99, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
  ])('%s has bytes', (header, range) => {
    expect(byteRange(header, 100)).toEqual(range);
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is beyond it', (header) => {
    expect(byteRange(header, 100)).toBe('unsatisfiable');
  });

  it.each([
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,5-6',
    'lines=1-2',
    'bytes=1x-2',
    `bytes=${'9'.repeat(16)}-`,
  ])('%p is not a range', (header) => {
    expect(byteRange(header, 100)).toBeUndefined();
  });

  it('of nothing cannot be satisfied', () => {
    expect(['bytes=0-', 'bytes=-5'].map((header) => byteRange(header, 0))).toEqual(['unsatisfiable', 'unsatisfiable']);
  });
});
