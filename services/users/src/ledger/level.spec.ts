import { describe, expect, it } from '@jest/globals';
import { levelOf, xpOfLevel } from './level.js';

describe('levels', () => {
  it.each([
    [0, 1],
    [49, 1],
    [50, 2],
    [149, 2],
    [150, 3],
    [299, 3],
    [300, 4],
  ])('%i XP are level %i [CONST-05]', (xp, level) => expect(levelOf(xp)).toBe(level));

  it('a level begins exactly at its XP, for every level up to 2,000 [CONST-06]', () => {
    for (let level = 2; level <= 2_000; level += 1) {
      expect(levelOf(xpOfLevel(level))).toBe(level);
      expect(levelOf(xpOfLevel(level) - 1)).toBe(level - 1);
    }
  });
});
