import { m } from '#messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router-dom';
import { api, bodyOf } from '../../api/http';
import type { Discovery } from '../../api/types';
import { paths } from '../../lib/paths';
import { formatDate } from '../../lib/format';
import { TOKENS_NAME } from '../../product';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { Picture } from '../../ui/picture';
import { Skeleton } from '../../ui/skeleton';
import { cacheList, useWorks } from '../works';

const SHOWN = 5;
const XP_OF_A_WORK = 15;

const ownDiscoveries = queryOptions({
  queryKey: ['/api/discoveries/user'],
  queryFn: async (query) => cacheList(query, await bodyOf(api.GET('/api/discoveries/user', { signal: query.signal }))),
});

/** The player's latest discoveries, newest first; rendered only for signed-in players. */
export function RecentDiscoveries() {
  const { data, error, isPending, refetch } = useQuery(ownDiscoveries);
  const works = useWorks(data);
  return (
    <section aria-labelledby="recent-discoveries" className="flex flex-col gap-3">
      <h2 id="recent-discoveries" className="marker text-2xl">
        {m.players_recent()}
      </h2>
      <LoadState
        loading={m.players_recent_loading()}
        failed={m.players_recent_failed()}
        isPending={isPending || (works === null && !error)}
        error={error}
        onRetry={() => void refetch()}
      >
        <RowOutlines />
      </LoadState>
      {works?.length === 0 && (
        <EmptyState
          icon="palette"
          title={m.players_recent_empty()}
          text={m.players_recent_empty_text({ tokens: TOKENS_NAME, xp: XP_OF_A_WORK })}
          action={
            <Button asChild variant="primary">
              <Link to={paths.home}>{m.players_explore()}</Link>
            </Button>
          }
        />
      )}
      {works && works.length > 0 && (
        <ul className="divide-y divide-line">
          {works.slice(0, SHOWN).map((discovery) => (
            <Row key={discovery.id} discovery={discovery} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ discovery: { id, name, title, imageUrl, thumbhash, createdAt } }: { discovery: Discovery }) {
  return (
    <li>
      <Link
        to={generatePath(paths.sharedDiscovery, { id })}
        className="flex items-center gap-3 py-2.5 pe-2 transition-colors hover:bg-lifted"
      >
        {imageUrl ? (
          <Picture
            src={imageUrl}
            thumbhash={thumbhash}
            alt=""
            ratio="1 / 1"
            sizes="4rem"
            className="size-16 shrink-0 rounded-sm"
          />
        ) : (
          <span className="grid size-16 shrink-0 place-items-center rounded-sm bg-work text-ground">
            <Icon name="palette" size={30} />
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{name?.trim() || title?.trim() || m.players_untitled()}</span>
          <time dateTime={createdAt} className="block text-sm text-muted">
            {formatDate(createdAt)}
          </time>
        </span>
        <Badge tone="action">{m.players_xp_gained({ xp: XP_OF_A_WORK })}</Badge>
      </Link>
    </li>
  );
}

function RowOutlines() {
  return (
    <div>
      {Array.from({ length: 3 }, (_, row) => (
        <div key={row} className="flex items-center gap-3 py-2.5">
          <Skeleton className="size-16 shrink-0" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
