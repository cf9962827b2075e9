import { expect, it } from '@jest/globals';
import { LANGUAGES } from './language';
import { number, plural } from './message-formats';

it('messages have the numbers and plurals of their language', () => {
  for (const { language } of LANGUAGES) {
    for (const value of [0, 1, 2, 999, 1_000, 12_345, 1_000_000, -1, 1.5]) {
      expect([language, number(language, value)]).toEqual([language, new Intl.NumberFormat(language).format(value)]);
      expect([language, value, plural(language, value)]).toEqual([
        language,
        value,
        new Intl.PluralRules(language).select(value),
      ]);
    }
  }
});
