import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { problemDetail } from '../../lib/http';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ArtFace } from './art-tile';
import { ArtViewer } from './art-viewer';
import { countView } from './profile-calls';
import { readGallery } from './read-gallery';

/** A player's gallery, read-only. Renders nothing when it is empty. */
export function PlayerArt({ playerId }: { playerId: string }) {
  const { data: items, error, refetch } = useQuery({ queryKey: ['/api/players', playerId, 'art'], queryFn: readGallery });
  const [viewed, setViewed] = useState<string>();
  if (error) {
    return (
      <EmptyState
        kind="error" title="The gallery could not be loaded" text={problemDetail(error, 'Check your connection and try again.')}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  }
  if (!items?.length) return null;
  return (
    <section aria-labelledby="player-art" className="mt-4 flex flex-col gap-3">
      <h2 id="player-art" className="marker text-2xl">Art Gallery</h2>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3">
        {items.map((item) => <li key={item.id} className="flex min-w-0 flex-col"><ArtFace item={item} onView={() => setViewed(item.id)} /></li>)}
      </ul>
      {viewed !== undefined && <ArtViewer items={items} shown={viewed} onShow={setViewed} onView={(id) => void countView(id)} onClose={() => setViewed(undefined)} />}
    </section>
  );
}
