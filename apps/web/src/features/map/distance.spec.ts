import { afterEach, expect, it } from '@jest/globals';
import { chooseLanguage } from '../../lib/language';
import { formatAccuracy, formatDistance } from './distance';
import { countLabel } from './pins';

afterEach(() => chooseLanguage('en'));

it('writes distances as exactly as a walker needs them', () => {
  expect([1, 84, 994, 996, 1_234, 9_949, 9_951, 640_400, 12_640_000].map(formatDistance)).toEqual([
    '5 m',
    '85 m',
    '995 m',
    '1 km',
    '1.2 km',
    '9.9 km',
    '10 km',
    '640 km',
    '12,640 km',
  ]);
  expect([14.6, 9_999, 12_400].map(formatAccuracy)).toEqual(['15 m', '9999 m', '12 km']);
});

it('writes them and counts in the language of the page', () => {
  chooseLanguage('fr');
  expect([85, 1_234].map(formatDistance).map((text) => text.replace(/\s/g, ' '))).toEqual(['85 m', '1,2 km']);
  expect([countLabel(0, 1), countLabel(1, 2)]).toEqual(['1 mur légal', '1 œuvre et 2 murs légaux']);
  chooseLanguage('de');
  expect(countLabel(12, 3)).toBe('12 Werke und 3 legale Wände');
});
