import type { User } from '../../api/types';

type Progress = Pick<User, 'level' | 'xp' | 'levelXp' | 'nextLevelXp'>;

/** 0 to 1: progress from this level to the next. */
export function levelProgress({ xp, levelXp, nextLevelXp }: Progress): number {
  return nextLevelXp > levelXp ? (xp - levelXp) / (nextLevelXp - levelXp) : 0;
}

export function levelLabel({ level, xp, nextLevelXp }: Progress): string {
  return `Level ${level}, ${Math.max(0, nextLevelXp - xp)} XP to level ${level + 1}`;
}
