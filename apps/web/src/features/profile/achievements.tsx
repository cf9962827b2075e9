import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { Achievement } from '../../api/types';
import { formatDate, formatNumber } from '../../lib/format';
import { Icon, type IconName } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { Skeleton } from '../../ui/skeleton';

/** What the page shows for an achievement; of one that it does not know, the server's English. */
const known: Partial<Record<string, { icon: IconName; name: () => string; text: () => string }>> = {
  'first-discovery': { icon: 'star', name: m.profile_first_discovery, text: m.profile_first_discovery_text },
  'pin-dropper': { icon: 'pin', name: m.profile_pin_dropper, text: m.profile_pin_dropper_text },
  'social-explorer': { icon: 'users', name: m.profile_social_explorer, text: m.profile_social_explorer_text },
  'storyteller': { icon: 'pencil', name: m.profile_storyteller, text: m.profile_storyteller_text },
  'fresh-paint': { icon: 'palette', name: m.profile_fresh_paint, text: m.profile_fresh_paint_text },
  'wall-reader': { icon: 'layers', name: m.profile_wall_reader, text: m.profile_wall_reader_text },
  'both-sides': { icon: 'camera', name: m.profile_both_sides, text: m.profile_both_sides_text },
  'new-quarters': { icon: 'street', name: m.profile_new_quarters, text: m.profile_new_quarters_text },
  'far-horizons': { icon: 'locate', name: m.profile_far_horizons, text: m.profile_far_horizons_text },
  'night-shift': { icon: 'moon', name: m.profile_night_shift, text: m.profile_night_shift_text },
  'first-light': { icon: 'sun', name: m.profile_first_light, text: m.profile_first_light_text },
  'four-seasons': { icon: 'calendar', name: m.profile_four_seasons, text: m.profile_four_seasons_text },
  'mission-done': { icon: 'flag', name: m.profile_mission_done, text: m.profile_mission_done_text },
};

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
  const shown = known[id];
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
