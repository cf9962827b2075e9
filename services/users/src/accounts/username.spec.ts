import { describe, expect, it } from 'vitest';
import { isUsername, tidyUsername, usernameKeys } from './username.js';

/** Whether the second name is refused once the first is taken. */
function clashes(taken: string, wanted: string): boolean {
  const [a, b] = [usernameKeys(taken), usernameKeys(wanted)];
  return a.small === b.small || a.capital === b.capital;
}

describe('usernames', () => {
  it.each([
    ['Banksy', 'banksy'],
    ['Banksy', 'BANKSY'],
    ['paypal', 'раураl'],
    ['bob', 'Вob'],
    ['Ian', 'lan'],
    ['cool', 'c00l'],
    ['bill', 'bi1l'],
    ['modern', 'rnodem'],
    ['ink', 'ｉｎｋ'],
    ['Straße', 'STRASSE'],
    ['ΒΗΤΑ', 'βητα'],
    ['cafe\u0301', 'café'],
  ])('%s takes %s', (taken, wanted) => expect(clashes(taken, wanted)).toBe(true));

  it.each([
    ['banksy', 'banksyy'],
    ['anna', 'anya'],
    ['rene', 'renée'],
    ['player-2', 'player-3'],
    ['street-artist', 'street_artist'],
    ['写真家', '写真'],
  ])('%s leaves %s free', (taken, wanted) => expect(clashes(taken, wanted)).toBe(false));

  it.each(['Banksy', 'a_b', "o'neil", 'Street Artist 9', 'Ünïcødé', '写真家', '9lives'])('%s is a name', (name) =>
    expect(isUsername(tidyUsername(name))).toBe(true),
  );

  it.each(['', '   ', '-dash', 'a\u200bb', 'a\u0000b', 'tab\u0007', '<b>', 'a@b', 'dot.', '🎨🎨🎨'])('%j is none', (name) =>
    expect(isUsername(tidyUsername(name))).toBe(false),
  );
});
