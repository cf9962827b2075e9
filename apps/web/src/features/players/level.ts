import { m } from '#messages';
import type { User } from '../../api/types';
import { formatNumber } from '../../lib/format';

type Progress = Pick<User, 'level' | 'xp' | 'levelXp' | 'nextLevelXp'>;

/** 0 to 1: progress from this level to the next. */
export function levelProgress({ xp, levelXp, nextLevelXp }: Progress): number {
  return nextLevelXp > levelXp ? (xp - levelXp) / (nextLevelXp - levelXp) : 0;
}

export function levelLabel({ level, xp, nextLevelXp }: Progress): string {
  return m.players_level_progress({
    level: formatNumber(level),
    xp: formatNumber(Math.max(0, nextLevelXp - xp)),
    next: formatNumber(level + 1),
  });
}
