import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { NavLink } from 'react-router-dom';
import { ModerationCountsDocument } from '../../api/graph/moderation/moderation';
import { formatNumber } from '../../lib/format';
import { paths } from '../../lib/paths';

/** Beyond it nothing is counted. */
const MAX_COUNTED = 1_000;

/** `1,000+` where there may be more. */
export const countOf = (counted: number) =>
  counted >= MAX_COUNTED ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(counted);

/** How many cases are open, by kind, and how many appeals wait; null until it is read. */
export function useCounts() {
  const { data } = useQuery(ModerationCountsDocument, { fetchPolicy: 'cache-and-network' });
  return data?.moderationCounts ?? null;
}

/** The links between the lists of moderation. */
export function ModerationTabs() {
  const counts = useCounts();
  const open = counts && counts.post + counts.work + counts.picture + counts.player;
  const tabs = [
    { to: paths.moderation, label: m.moderation_queue(), count: open },
    { to: paths.moderationAppeals, label: m.moderation_appeals(), count: counts?.appeals },
    { to: paths.moderationLog, label: m.moderation_log() },
  ];
  return (
    <nav aria-label={m.moderation_lists()} className="flex flex-wrap gap-2 border-b border-edge">
      {tabs.map(({ to, label, count }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="-mb-px flex min-h-11 items-center gap-2 border-b-3 border-transparent px-2 font-semibold hover:border-edge aria-[current=page]:border-action-ink sm:px-4"
        >
          {label} {count != null && <span className="rounded-full bg-lifted px-2 text-sm">{countOf(count)}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
