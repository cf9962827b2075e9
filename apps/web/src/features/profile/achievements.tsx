import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { Achievement } from '../../api/types';
import { formatDate, formatNumber } from '../../lib/format';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { Skeleton } from '../../ui/skeleton';
import { knownAchievements } from './known-achievements';

/** The grid of achievements, dimmed until earned. `discoveries` is the player's present number of them. */
export function Achievements({ discoveries }: { discoveries: number }) {
  const { data, error, isPending, refetch } = useQuery<Achievement[]>({ queryKey: ['/api/profile/achievements'] });
  return (
    <section aria-labelledby="achievements" className="flex flex-col gap-3">
      <h2 id="achievements" className="marker text-2xl">{m.profile_achievements()}</h2>
      <LoadState loading={m.profile_achievements_loading()} failed={m.profile_achievements_failed()} isPending={isPending} error={error} onRetry={() => void refetch()}>
        <div className={grid}>{Array.from({ length: 3 }, (_, tile) => <Skeleton key={tile} className="h-36" />)}</div>
      </LoadState>
      {data && <ul className={grid}>{data.map((each) => <Tile key={each.id} {...withDiscoveries(each, discoveries)} />)}</ul>}
    </section>
  );
}

const grid = 'grid grid-cols-1 gap-3 min-[420px]:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3';

/** The count of discoveries is newer than the list, which is not reloaded when one is added. */
function withDiscoveries(achievement: Achievement, discoveries: number): Achievement {
  if (achievement.id !== 'first-discovery') return achievement;
  return { ...achievement, earned: discoveries > 0, progress: Math.min(discoveries, achievement.goal) };
}

function Tile({ id, name, description, earned, progress, goal, earnedAt, players }: Achievement) {
  const shown = knownAchievements[id];
  return (
    <li
      data-earned={earned}
      className={clsx(
        'flex items-center gap-x-3 gap-y-1 rounded-lg border-[1.5px] p-4 min-[420px]:flex-col min-[420px]:text-center lg:flex-row lg:text-start xl:flex-col xl:text-center',
        earned ? 'border-action-ink bg-raised' : 'border-dashed border-line text-muted',
      )}
    >
      <Icon name={shown?.icon ?? 'star'} size={34} filled={earned} className={clsx('shrink-0', earned ? 'text-action-ink' : 'opacity-60')} />
      <span className="min-w-0">
        <span className="block font-semibold leading-tight">{shown?.name() ?? name}</span>
        <span className="mt-1 block text-xs text-muted">{shown?.text() ?? description}</span>
        <span className={clsx('mt-1.5 block text-sm font-semibold tabular-nums', earned && 'text-action-ink')}>{earned ? (earnedAt ? m.profile_achievement_earned_on({ date: formatDate(earnedAt) }) : m.profile_achievement_earned()) : m.profile_achievement_progress({ progress: formatNumber(Math.min(progress, goal)), goal: formatNumber(goal) })}</span>
        {players > 0 && <span className="mt-0.5 block text-xs text-muted">{m.profile_achievement_players({ count: players })}</span>}
      </span>
    </li>
  );
}
