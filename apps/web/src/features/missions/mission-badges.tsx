import clsx from 'clsx';
import { formatNumber } from '../../lib/format';
import type { Mission } from '../../api/types';
import { TOKENS_NAME } from '../../product';
import { Icon, type IconName } from '../../ui/icon';
import { DIFFICULTIES, SAFETY, TYPES } from './mission-labels';
import { m } from '#messages';

/** Type, difficulty, safety and reward. Each has an icon and a word, so that nothing is said by colour alone. */
export function MissionBadges({
  mission,
}: {
  mission: Pick<Mission, 'mission_type' | 'difficulty_level' | 'safety_rating' | 'rewards_tokens'>;
}) {
  const type = TYPES[mission.mission_type];
  const difficulty = DIFFICULTIES[mission.difficulty_level];
  const safety = SAFETY[mission.safety_rating];
  return (
    <ul className="flex flex-wrap gap-1.5">
      {type && <Tag icon={type.icon}>{type.label()}</Tag>}
      {difficulty && (
        <Tag icon={difficulty.icon} paint={difficulty.paint}>
          <span className="sr-only">{m.missions_difficulty()}: </span>
          {difficulty.label()}
        </Tag>
      )}
      {safety && (
        <Tag icon={safety.icon} paint={safety.paint}>
          <span className="sr-only">{m.missions_safety()}: </span>
          {safety.label()}
        </Tag>
      )}
      <Tag icon="coin" paint="border-action-ink text-action-ink">
        {m.missions_reward({ count: formatNumber(mission.rewards_tokens), tokens: TOKENS_NAME })}
      </Tag>
    </ul>
  );
}

function Tag({
  icon,
  paint = 'border-edge text-ink',
  children,
}: {
  icon: IconName;
  paint?: string;
  children: React.ReactNode;
}) {
  return (
    <li
      className={clsx(
        'inline-flex items-center gap-1 rounded-xs border px-1.5 py-0.5 text-xs font-semibold leading-4',
        paint,
      )}
    >
      <Icon name={icon} size={13} />
      {children}
    </li>
  );
}
