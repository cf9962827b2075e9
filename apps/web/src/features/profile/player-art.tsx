import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { type FragmentType, readFragment } from '../../api/graph/fragment-masking';
import { PlayerArtFragmentDoc, ViewArtDocument } from '../../api/graph/graphql';
import { problemDetail } from '../../lib/problems';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { toast } from '../../ui/toast';
import { ArtFace } from './art-tile';
import { ArtViewer } from './art-viewer';

interface PlayerArtProps {
  player: FragmentType<typeof PlayerArtFragmentDoc>;
  /** Why the gallery could not be read, where it is missing. */
  error: unknown;
  onRetry: () => void;
  /** Reads the works after this cursor. */
  onMore: (after: string) => Promise<unknown>;
}

/** A player's gallery, read-only. Renders nothing when it is empty. */
export function PlayerArt({ player, error, onRetry, onMore }: PlayerArtProps) {
  const { art } = readFragment(PlayerArtFragmentDoc, player);
  const countView = useCountView();
  const [viewed, setViewed] = useState<string>();
  const [isReading, setReading] = useState(false);
  if (!art) {
    return (
      <EmptyState
        kind="error" title="The gallery could not be loaded" text={problemDetail(error, 'Check your connection and try again.')}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    );
  }
  const { nodes: items, pageInfo: { hasNextPage, endCursor } } = art;
  const more = async (after: string) => {
    setReading(true);
    try {
      await onMore(after);
    } catch (reason) {
      toast({ title: 'Error', description: problemDetail(reason, 'The next works could not be loaded. Please try again.'), variant: 'destructive' });
    } finally {
      setReading(false);
    }
  };
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="player-art" className="mt-4 flex flex-col gap-3">
      <h2 id="player-art" className="marker text-2xl">Art Gallery</h2>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3">
        {items.map((item) => <li key={item.id} className="flex min-w-0 flex-col"><ArtFace item={item} onView={() => setViewed(item.id)} /></li>)}
      </ul>
      {hasNextPage && endCursor && <Button className="self-center" pending={isReading} onClick={() => void more(endCursor)}>Show more</Button>}
      {viewed !== undefined && <ArtViewer items={items} shown={viewed} onShow={setViewed} onView={countView} onClose={() => setViewed(undefined)} />}
    </section>
  );
}

/** Counts a view of a work and shows the new number. A failure is not shown. */
function useCountView() {
  const [count] = useMutation(ViewArtDocument);
  return (id: string) => {
    count({
      variables: { id },
      update: (cache, { data }) => void (data && cache.modify({ id: cache.identify({ __typename: 'ArtItem', id }), fields: { views: () => data.viewArt.views } })),
    }).catch(() => undefined);
  };
}
