import { m } from '#messages';
import { type FragmentType, readFragment } from '../../api/graph/fragment-masking';
import { PlayerAchievementsFragmentDoc } from '../../api/graph/players/player-achievements';
import { formatDate } from '../../lib/format';
import { AchievementTile } from './achievement-tile';

/** A player's achievements, the newest first. Renders nothing if there are none, or if they are hidden. */
export function PlayerAchievements({ player }: { player: FragmentType<typeof PlayerAchievementsFragmentDoc> }) {
  const { achievements } = readFragment(PlayerAchievementsFragmentDoc, player);
  if (!achievements?.length) return null;
  return (
    <section aria-labelledby="player-achievements" className="mt-4 flex flex-col gap-3">
      <h2 id="player-achievements" className="marker text-2xl">
        {m.players_achievements()}
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {achievements.map(({ earnedAt, ...achievement }) => (
          <AchievementTile
            key={achievement.id}
            {...achievement}
            earned
            status={m.players_achievement_earned_on({ date: formatDate(earnedAt) })}
          />
        ))}
      </ul>
    </section>
  );
}
