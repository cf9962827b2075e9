import { useQuery } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router-dom';
import type { Discovery } from '../../api/types';
import { paths } from '../../lib/paths';
import { problemDetail } from '../../lib/problems';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { Picture } from '../../ui/picture';
import { Skeleton } from '../../ui/skeleton';

const SHOWN = 5;

/** The player's latest discoveries, newest first; rendered only for signed-in players. */
export function RecentDiscoveries() {
  const { data, error, isPending, refetch } = useQuery<Discovery[]>({ queryKey: ['/api/discoveries/user'] });
  return (
    <section aria-labelledby="recent-discoveries" className="flex flex-col gap-3">
      <h2 id="recent-discoveries" className="marker text-2xl">Recent Discoveries</h2>
      {isPending && <LoadingRows />}
      {error && (
        <EmptyState
          kind="error" title="Your discoveries could not be loaded" text={problemDetail(error, 'Check your connection and try again.')}
          action={<Button onClick={() => void refetch()}><Icon name="retry" size={18} />Try again</Button>}
        />
      )}
      {data?.length === 0 && (
        <EmptyState
          icon="palette" title="A blank wall, so far" text="Go out, find a piece and put it on the map. Each one brings Spray Coins and 15 XP."
          action={<Button asChild variant="primary"><Link to={paths.home}>Explore the map</Link></Button>}
        />
      )}
      {data && data.length > 0 && <ul className="divide-y divide-line">{data.slice(0, SHOWN).map((discovery) => <Row key={discovery.id} discovery={discovery} />)}</ul>}
    </section>
  );
}

function Row({ discovery: { id, name, title, imageUrl, thumbhash, createdAt } }: { discovery: Discovery }) {
  return (
    <li>
      <Link to={generatePath(paths.sharedDiscovery, { id })} className="flex items-center gap-3 py-2.5 pr-2 transition-colors hover:bg-lifted">
        {imageUrl
          ? <Picture src={imageUrl} thumbhash={thumbhash} alt="" ratio="1 / 1" sizes="4rem" className="size-16 shrink-0 rounded-sm" />
          : <span className="grid size-16 shrink-0 place-items-center rounded-sm bg-work text-ground"><Icon name="palette" size={30} /></span>}
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{name?.trim() || title?.trim() || 'Street Art Discovery'}</span>
          <time dateTime={createdAt} className="block text-sm text-muted">{day(createdAt)}</time>
        </span>
        <Badge tone="action">+15 XP</Badge>
      </Link>
    </li>
  );
}

const day = (iso: string) => new Date(iso).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' });

function LoadingRows() {
  return (
    <div role="status">
      <span className="sr-only">Loading your discoveries...</span>
      {Array.from({ length: 3 }, (_, row) => (
        <div key={row} className="flex items-center gap-3 py-2.5">
          <Skeleton className="size-16 shrink-0" />
          <div className="flex flex-1 flex-col gap-2"><Skeleton className="h-4 w-2/3" /><Skeleton className="h-3 w-1/3" /></div>
        </div>
      ))}
    </div>
  );
}
