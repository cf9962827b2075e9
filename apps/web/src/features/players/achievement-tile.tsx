import { m } from '#messages';
import clsx from 'clsx';
import { AchievementBadge } from './achievement-badge';
import { knownAchievements } from './known-achievements';

interface AchievementTileProps {
  id: string;
  /** The server's English, for an achievement that the page does not know. */
  name: string;
  description: string;
  earned: boolean;
  /** When it was earned, or how far the player is. */
  status: string;
  /** How many players have it. */
  players: number;
  className?: string;
}

/** One achievement of a list. */
export function AchievementTile({ id, name, description, earned, status, players, className }: AchievementTileProps) {
  const shown = knownAchievements[id];
  return (
    <li
      data-earned={earned}
      className={clsx(
        'flex items-center gap-x-3 gap-y-1 rounded-lg border-[1.5px] p-4',
        earned ? 'border-action-ink bg-raised' : 'border-dashed border-line text-muted',
        className,
      )}
    >
      <AchievementBadge id={id} earned={earned} />
      <span className="min-w-0">
        <span className="block font-semibold leading-tight">{shown?.name() ?? name}</span>
        <span className="mt-1 block text-xs text-muted">{shown?.text() ?? description}</span>
        <span className={clsx('mt-1.5 block text-sm font-semibold tabular-nums', earned && 'text-action-ink')}>
          {status}
        </span>
        {players > 0 && (
          <span className="mt-0.5 block text-xs text-muted">{m.players_achievement_players({ count: players })}</span>
        )}
      </span>
    </li>
  );
}
