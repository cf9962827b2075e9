import { describe, expect, it } from '@jest/globals';
import { lookAlikeSkeleton } from './look-alikes.js';
import lookAlikes from './look-alikes.json' with { type: 'json' };

describe('the skeleton of a text', () => {
  it.each([
    ['letters of other alphabets', 'СОРА', 'copa'],
    ['digits', 'B0B1', 'bobl'],
    ['letters that look like two', 'ﬀ', 'ff'],
    ['two letters that look like one', 'corn', 'com'],
    ['wide letters', 'ＧＲＡＦ', 'graf'],
    ['invisible characters', 'gr\u200Ba\uFEFFf', 'graf'],
    ['a letter and its accent', 'e\u0301', 'é'],
  ])('folds %s', (_, text, skeleton) => {
    expect(lookAlikeSkeleton(text)).toBe(skeleton);
  });

  it('differs for capital and small letters that look like different ones', () => {
    expect(lookAlikeSkeleton('В')).toBe(lookAlikeSkeleton('B'));
    expect(lookAlikeSkeleton('в')).not.toBe(lookAlikeSkeleton('b'));
  });

  it('keeps letters that look like no other, and invisible characters at the end, as stored keys do', () => {
    expect(lookAlikeSkeleton('écart \u200D')).toBe('écart \u200D');
  });
});

it('the table has every character once', () => {
  const characters = Object.values(lookAlikes).flatMap((each) => [...each]);
  expect(characters).toHaveLength(6292);
  expect(new Set(characters).size).toBe(characters.length);
});
