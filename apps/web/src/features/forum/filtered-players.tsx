import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { MyPlayerFiltersDocument } from '../../api/graph/forum/forum';
import { Button } from '../../ui/button';
import { useFilterPlayer } from './use-post';

/** Players that are read at a time. */
const PLAYERS = 50;

/** Blocked and muted players, each with a button to end it. Renders nothing without any. */
export function FilteredPlayers() {
  const { data, fetchMore } = useQuery(MyPlayerFiltersDocument, { variables: { first: PLAYERS } });
  const { change, isBusy } = useFilterPlayer();
  const filters = data?.myPlayerFilters;
  if (!filters || filters.nodes.length === 0) return null;
  const { hasNextPage, endCursor } = filters.pageInfo;
  return (
    <details className="plate p-4">
      <summary className="min-h-6 cursor-pointer font-semibold">{m.forum_filtered_title()}</summary>
      <ul className="mt-3 flex flex-col gap-2">
        {filters.nodes.map(({ kind, player: { id, username } }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span>{m.forum_filtered({ kind, name: username ?? '' })}</span>
            <Button size="sm" disabled={isBusy} onClick={() => void change(id, null)}>
              {kind === 'block' ? m.forum_unblock({ name: username ?? '' }) : m.forum_unmute({ name: username ?? '' })}
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="sm" className="mt-3" onClick={() => void fetchMore({ variables: { after: endCursor } })}>
          {m.forum_more()}
        </Button>
      )}
    </details>
  );
}
