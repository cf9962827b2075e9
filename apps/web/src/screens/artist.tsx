import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { Link, useParams } from 'react-router-dom';
import type { ArtistPageQuery } from '../api/graph/graphql';
import { ArtistPageDocument } from '../api/graph/screens/artist';
import { ArtistFacts, Artwork } from '../features/artists/artist-card';
import { ShowMore } from '../ui/show-more';
import { WorksGrid } from '../features/players/works-grid';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { LoadState } from '../ui/load-state';
import { WidePage } from '../app/layout/page';

/** Works that are read at a time. */
const WORKS = 24;

/** An artist with the works credited to them; open to guests. */
export default function ArtistScreen() {
  return (
    <GraphProvider>
      <ArtistPage />
    </GraphProvider>
  );
}

function ArtistPage() {
  const { slug = '' } = useParams();
  const { data, error, refetch, fetchMore } = useQuery(ArtistPageDocument, { variables: { slug, works: WORKS } });
  const artist = data?.artist;
  return (
    <WidePage title={artist?.name ?? m.artists_one_title()} text={artist?.style}>
      <LoadState
        loading={m.artists_one_loading()}
        failed={m.artists_one_failed()}
        isPending={!data && !error}
        error={artist ? null : error}
        onRetry={() => void refetch()}
      />
      {data && !artist && (
        <EmptyState icon="palette" title={m.artists_one_unknown()} text={m.artists_one_unknown_text()} />
      )}
      {artist && (
        <Portrait artist={artist} onMore={(after) => fetchMore({ variables: { slug, works: WORKS, after } })} />
      )}
      <Link to={paths.artists} className="self-start font-semibold text-place-ink underline underline-offset-4">
        {m.artists_all()}
      </Link>
    </WidePage>
  );
}

function Portrait({
  artist,
  onMore,
}: {
  artist: NonNullable<ArtistPageQuery['artist']>;
  onMore: (after: string) => Promise<unknown>;
}) {
  const { name, bio, achievements, website, source, sourceUrl, works } = artist;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <div className="plate overflow-hidden">
          <Artwork name={name} />
        </div>
        <ArtistFacts artist={artist} />
        {bio && <p className="max-w-[64ch]">{bio}</p>}
        {achievements.length > 0 && (
          <Card tone="action" className="flex flex-col gap-2">
            <h2 className="font-semibold">{m.artists_achievements()}</h2>
            <ul className="flex flex-col gap-2 text-sm text-muted">
              {achievements.map((fact) => (
                <li key={fact} className="flex items-start gap-2">
                  <Icon name="star" size={15} className="mt-0.5 shrink-0 text-action-ink" />
                  {fact}
                </li>
              ))}
            </ul>
          </Card>
        )}
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted empty:hidden">
          {website && <Outside href={website}>{m.artists_website()}</Outside>}
          {source && sourceUrl && <Outside href={sourceUrl}>{m.artists_source({ source })}</Outside>}
        </p>
      </div>
      <section aria-labelledby="artist-works" className="flex min-w-0 flex-col gap-4">
        <h2 id="artist-works" className="marker text-2xl">
          {m.artists_works()}
        </h2>
        {works.nodes.length === 0 ? (
          <EmptyState icon="location" title={m.artists_works_none()} text={m.artists_works_none_text({ name })} />
        ) : (
          <WorksGrid works={works.nodes} />
        )}
        <ShowMore pageInfo={works.pageInfo} onMore={onMore} />
      </section>
    </div>
  );
}

const Outside = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-4">
    {children}
  </a>
);
