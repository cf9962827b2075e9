import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Artist } from '../api/types';
import { ArtistCard } from '../features/artists/artist-card';
import { artistsMatching } from '../features/artists/search';
import { PRODUCT_NAME } from '../product';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { TextField } from '../ui/field';
import { LoadState } from '../ui/load-state';
import { WidePage } from '../app/layout/page';

/** The featured artists; open to guests. */
export default function ArtistsScreen() {
  const { data, error, isPending, refetch } = useQuery<Artist[]>({ queryKey: ['/api/artists'] });
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const found = data && artistsMatching(data, wanted);
  return (
    <WidePage title={m.artists_title()} text={m.artists_text()}>
      <LoadState
        loading={m.artists_loading()}
        failed={m.artists_not_loaded()}
        isPending={isPending}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {found && (
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <TextField
              type="search"
              label={m.artists_search()}
              placeholder={m.artists_search_hint()}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              className="w-full sm:max-w-sm"
            />
            <p role="status" className="text-sm text-muted">
              {m.artists_count({ count: found.length })}
            </p>
          </div>
          {found.length === 0 ? (
            <EmptyState
              icon="search"
              title={m.artists_none()}
              text={m.artists_none_text()}
              action={<Button onClick={() => setSearch('')}>{m.artists_show_all()}</Button>}
            />
          ) : (
            <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
              {found.map((artist) => (
                <li key={artist.id}>
                  <ArtistCard artist={artist} />
                </li>
              ))}
            </ul>
          )}
          <p className="text-sm text-muted">{m.artists_note({ product: PRODUCT_NAME })}</p>
        </>
      )}
    </WidePage>
  );
}
