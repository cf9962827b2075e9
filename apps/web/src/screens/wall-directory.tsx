import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router-dom';
import { readFragment } from '../api/graph/fragment-masking';
import { WallDirectoryDocument, WallFieldsFragmentDoc } from '../api/graph/walls/walls';
import { ExportButton } from '../features/walls/export-button';
import { ProInvitation } from '../features/membership/pro-invitation';
import { WallFilters, type WallFilterValues } from '../features/walls/wall-filters';
import { WallRow } from '../features/walls/wall-row';
import { GraphProvider } from '../api/graph-client';
import { problemOf } from '../api/http';
import { problemDetail } from '../api/problems';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { toast } from '../ui/toast';
import MembersArea from '../app/layout/members-area';
import { WidePage } from '../app/layout/page';

/** Walls that are read at a time. */
const WALLS = 50;
const NONE: WallFilterValues = { search: '', country: '', saved: false };

/** All legal walls of the world, with search, filter, saving and export; a part of Pro. */
export default function WallDirectoryScreen() {
  return (
    <MembersArea title={m.walls_title()}>
      {() => (
        <GraphProvider>
          <WidePage title={m.walls_title()} text={m.walls_text()}>
            <Directory />
          </WidePage>
        </GraphProvider>
      )}
    </MembersArea>
  );
}

function Directory() {
  const [params, setParams] = useSearchParams();
  const values = {
    search: params.get('search') ?? '',
    country: params.get('country') ?? '',
    saved: params.has('saved'),
  };
  const filters = { search: values.search || null, country: values.country || null, saved: values.saved };
  const { data, error, loading, refetch, fetchMore } = useQuery(WallDirectoryDocument, {
    variables: { ...filters, first: WALLS },
    fetchPolicy: 'cache-and-network',
  });
  const narrow = ({ search, country, saved }: WallFilterValues) =>
    setParams(
      { ...(search && { search }), ...(country && { country }), ...(saved && { saved: '' }) },
      { replace: true },
    );
  if (error && problemOf(error)?.code === 'PRO_REQUIRED') return <ProInvitation text={m.walls_invitation()} />;

  const list = data?.wallDirectory;
  const walls = list?.nodes.map((node) => readFragment(WallFieldsFragmentDoc, node));
  const more = () =>
    void fetchMore({ variables: { after: list!.pageInfo.endCursor } }).catch((reason: unknown) =>
      toast({
        title: m.walls_failed(),
        description: problemDetail(reason, m.walls_failed_text()),
        variant: 'destructive',
      }),
    );
  return (
    <>
      <WallFilters values={values} onChange={narrow} />
      <LoadState
        loading={m.walls_loading()}
        failed={m.walls_not_loaded()}
        isPending={!list && !error}
        error={list ? null : error}
        onRetry={() => void refetch()}
      />
      {walls?.length === 0 && !loading && (
        <EmptyState
          icon={values.saved ? 'star' : 'search'}
          title={values.saved ? m.walls_none_saved() : m.walls_none()}
          text={values.saved ? m.walls_none_saved_text() : m.walls_none_text()}
          action={<Button onClick={() => narrow(NONE)}>{m.walls_show_all()}</Button>}
        />
      )}
      {walls && walls.length > 0 && (
        <section aria-labelledby="walls-found" className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="walls-found" className="marker text-2xl">
              {m.walls_found()}
            </h2>
            <div className="flex flex-wrap gap-2">
              <ExportButton format="csv" filters={filters} />
              <ExportButton format="geojson" filters={filters} />
            </div>
          </div>
          <ul className="flex flex-col gap-3">
            {walls.map((wall) => (
              <WallRow key={wall.id} wall={wall} />
            ))}
          </ul>
        </section>
      )}
      {list?.pageInfo.hasNextPage && (
        <Button className="self-center" pending={loading} onClick={more}>
          {m.walls_more()}
        </Button>
      )}
    </>
  );
}
