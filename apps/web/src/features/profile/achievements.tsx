import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { Achievement } from '../../api/types';
import { problemDetail } from '../../lib/problems';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Icon, type IconName } from '../../ui/icon';
import { Skeleton } from '../../ui/skeleton';

const icons: Record<string, IconName> = { 'first-discovery': 'star', 'pin-dropper': 'pin', 'social-explorer': 'users' };

/** The grid of achievements, dimmed until earned. `discoveries` is the player's present number of them. */
export function Achievements({ discoveries }: { discoveries: number }) {
  const { data, error, isPending, refetch } = useQuery<Achievement[]>({ queryKey: ['/api/profile/achievements'] });
  return (
    <section aria-labelledby="achievements" className="flex flex-col gap-3">
      <h2 id="achievements" className="marker text-2xl">Achievements</h2>
      {isPending && (
        <div role="status" className={grid}>
          <span className="sr-only">Loading your achievements...</span>
          {Array.from({ length: 3 }, (_, tile) => <Skeleton key={tile} className="h-36" />)}
        </div>
      )}
      {error && (
        <EmptyState
          kind="error" title="Your achievements could not be loaded" text={problemDetail(error, 'Check your connection and try again.')}
          action={<Button onClick={() => void refetch()}><Icon name="retry" size={18} />Try again</Button>}
        />
      )}
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

function Tile({ id, name, description, earned, progress, goal }: Achievement) {
  return (
    <li
      data-earned={earned}
      className={clsx(
        'flex items-center gap-x-3 gap-y-1 rounded-lg border-[1.5px] p-4 min-[420px]:flex-col min-[420px]:text-center lg:flex-row lg:text-left xl:flex-col xl:text-center',
        earned ? 'border-action-ink bg-raised' : 'border-dashed border-line text-muted',
      )}
    >
      <Icon name={icons[id] ?? 'star'} size={34} filled={earned} className={clsx('shrink-0', earned ? 'text-action-ink' : 'opacity-60')} />
      <span className="min-w-0">
        <span className="block font-semibold leading-tight">{name}</span>
        <span className="mt-1 block text-xs text-muted">{description}</span>
        <span className={clsx('mt-1.5 block text-sm font-semibold tabular-nums', earned && 'text-action-ink')}>{earned ? 'Earned' : `${Math.min(progress, goal)} of ${goal}`}</span>
      </span>
    </li>
  );
}
