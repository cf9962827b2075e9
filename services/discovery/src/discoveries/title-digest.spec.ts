import { describe, expect, it } from '@jest/globals';
import { foldedTitle, titleDigest } from './title-digest.js';

describe('a folded title', () => {
  it.each([
    ['Le Héron', 'LE HERON'],
    ['Ｉｂｉｓ', 'ibis'],
    [' two\u00a0 \u3000words ', 'Two words'],
    ['Straße', 'STRASSE'],
    ['ὈΔΥΣΣΕΎΣ', 'οδυσσευς'],
    ['Ib\u200bi\u034fs', 'Ibis'],
    ['e\u0301', '\u00e9'],
    ['\u0405ame', 'Same'],
    ['\u0412\u0430nksy', 'BANKSY'],
    ['Same.', 'Same'],
    ['«S-a m_e»!', 'Same'],
    ['Same 🔥', 'Same'],
    ['𝕊𝕒𝕞𝕖', 'Same'],
    ['Wa11', 'Wall'],
    ['ɡrɑss', 'Grass'],
  ])('of %j is that of %j', (one, other) => expect(foldedTitle(one)).toBe(foldedTitle(other)));

  it.each([
    ['Heron', 'Heroin'],
    ['कि', 'की'],
    ['か', 'が'],
    ['Wall 1', 'Wall 2'],
    ['🔥', '💧'],
    ['?', '!'],
  ])('of %j is not that of %j', (one, other) => expect(foldedTitle(one)).not.toBe(foldedTitle(other)));
});

it('the digest is 16 bytes of any title, and none of none', () => {
  expect(titleDigest('ﷺ'.repeat(120))).toHaveLength(16);
  expect(titleDigest('A')).toEqual(titleDigest('a'));
  expect([titleDigest(null), titleDigest('\u200b')]).toEqual([null, null]);
});
