/** XP at which level `level` starts: 25·L·(L−1), so 0, 50, 150, 300 … (docs/readings.md). */
export const xpOfLevel = (level: number): number => 25 * level * (level - 1);

/** The level for `xp`, at least 1. The only function that computes levels. */
export function levelOf(xp: number): number {
  const level = Math.floor((1 + Math.sqrt(1 + (4 * xp) / 25)) / 2);
  // The root is rounded; the exact formula decides at the borders.
  return xp >= xpOfLevel(level + 1) ? level + 1 : xp < xpOfLevel(level) ? level - 1 : level;
}
