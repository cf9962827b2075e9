import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import type { Achievement } from '../../api/types';
import { formatDate, formatNumber } from '../../lib/format';
import { LoadState } from '../../ui/load-state';
import { Skeleton } from '../../ui/skeleton';
import { AchievementTile } from './achievement-tile';

/** The grid of achievements, dimmed until earned. `discoveries` is the player's present number of them. */
export function Achievements({ discoveries }: { discoveries: number }) {
  const { data, error, isPending, refetch } = useQuery<Achievement[]>({ queryKey: ['/api/profile/achievements'] });
  return (
    <section aria-labelledby="achievements" className="flex flex-col gap-3">
      <h2 id="achievements" className="marker text-2xl">
        {m.players_achievements()}
      </h2>
      <LoadState
        loading={m.players_achievements_loading()}
        failed={m.players_achievements_failed()}
        isPending={isPending}
        error={error}
        onRetry={() => void refetch()}
      >
        <div className={grid}>
          {Array.from({ length: 3 }, (_, tile) => (
            <Skeleton key={tile} className="h-36" />
          ))}
        </div>
      </LoadState>
      {data && (
        <ul className={grid}>
          {data
            .map((each) => withDiscoveries(each, discoveries))
            .map((each) => (
              <AchievementTile key={each.id} {...each} status={statusOf(each)} className={tile} />
            ))}
        </ul>
      )}
    </section>
  );
}

const grid = 'grid grid-cols-1 gap-3 min-[420px]:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3';
const tile = 'min-[420px]:flex-col min-[420px]:text-center lg:flex-row lg:text-start xl:flex-col xl:text-center';

/** The count of discoveries is newer than the list, which is not reloaded when one is added. */
function withDiscoveries(achievement: Achievement, discoveries: number): Achievement {
  if (achievement.id !== 'first-discovery') return achievement;
  return { ...achievement, earned: discoveries > 0, progress: Math.min(discoveries, achievement.goal) };
}

function statusOf({ earned, earnedAt, progress, goal }: Achievement): string {
  if (!earned)
    return m.players_achievement_progress({
      progress: formatNumber(Math.min(progress, goal)),
      goal: formatNumber(goal),
    });
  return earnedAt ? m.players_achievement_earned_on({ date: formatDate(earnedAt) }) : m.players_achievement_earned();
}
