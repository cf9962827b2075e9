import { describe, expect, it } from '@jest/globals';
import { MAX_MENTIONS, possibleNames } from './mentions.js';

describe('possible usernames in a text', () => {
  it('is what follows an @, the longest first, as far as a username can go', () => {
    expect(possibleNames("Hi @ann lee paints, and @O'Neil-9!")).toEqual([
      ['ann lee paints', 'ann lee', 'ann'],
      ["O'Neil-9", "O'Neil"],
    ]);
    expect(possibleNames('@zoë_ \u65e5\u672c\u8a9e')[0]).toContain('zoë_');
    expect(possibleNames(`@${'a'.repeat(31)}`)).toEqual([[]]);
  });

  it('are not found in addresses, in names that are too short, and beyond the tenth', () => {
    expect(possibleNames('ann@example.org, a.b@c.org')).toEqual([]);
    expect(possibleNames('@al')).toEqual([[]]);
    expect(possibleNames('@anna, '.repeat(MAX_MENTIONS + 5))).toHaveLength(MAX_MENTIONS);
  });
});
