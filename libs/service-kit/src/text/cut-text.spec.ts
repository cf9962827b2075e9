import { describe, expect, it } from '@jest/globals';
import { cutText, truncate } from './cut-text.js';

const FAMILY = '👨‍👩‍👧‍👦';
const FLAG = '🇨🇦';
const THUMB = '👍🏽';

describe('a text', () => {
  it.each([
    [`ab${FAMILY}c`, 4, 'ab'],
    [`ab${FAMILY}c`, 8, 'ab'],
    [`ab${FAMILY}c`, 9, `ab${FAMILY}`],
    [`${FLAG}${FLAG}`, 3, FLAG],
    [`a${THUMB}`, 2, 'a'],
    ['ne\u0301e', 2, 'n'],
    ['नमस्ते', 3, 'नम'],
    ['abc', 3, 'abc'],
    [FAMILY, 3, ''],
    ['', 3, ''],
  ])('%j has at %i code points the head %j', (text, max, head) => expect(truncate(text, max)).toBe(head));

  it('that is too long ends with an ellipsis, within the limit', () => {
    expect(cutText('abcdef', 6)).toBe('abcdef');
    expect(cutText('abcdef', 5)).toBe('abcd…');
    expect(cutText('abc def', 5)).toBe('abc…');
    expect(cutText(`abc${FAMILY}def`, 8)).toBe('abc…');
  });
});
