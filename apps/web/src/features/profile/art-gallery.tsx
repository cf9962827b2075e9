import { useState } from 'react';
import type { ArtItem } from '../../api/types';
import { problemDetail } from '../../lib/problems';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { Skeleton } from '../../ui/skeleton';
import { AddArtDialog } from './add-art-dialog';
import { ArtTile } from './art-tile';
import { ART_TYPES, type ArtType } from './art-types';
import { ArtViewer } from './art-viewer';
import { useGallery } from './use-gallery';

/** The player's own gallery: add, view, order, remove. */
export function ArtGallery() {
  const { items, error, isPending, refetch, remove, move, view } = useGallery();
  const [isAdding, setAdding] = useState(false);
  // Kept here, so that the next artwork starts with the type of the last.
  const [category, setCategory] = useState<ArtType>(ART_TYPES[0]);
  const [viewed, setViewed] = useState<string>();
  // For screen readers: the result of a move.
  const [announcement, setAnnouncement] = useState('');
  const moveAndTell = ({ id, title }: ArtItem, by: -1 | 1, place: number) => {
    move(id, by);
    setAnnouncement(`${title} now hangs at place ${place + by} of ${items?.length}.`);
  };

  return (
    <section aria-labelledby="art-gallery" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="art-gallery" className="marker text-2xl">My Art Gallery</h2>
        <Button variant="primary" size="sm" onClick={() => setAdding(true)}><Icon name="plus" size={18} />Add Art</Button>
      </div>
      {isPending && (
        <div role="status" className={grid}>
          <span className="sr-only">Loading your gallery...</span>
          {Array.from({ length: 3 }, (_, tile) => <Skeleton key={tile} className="aspect-square" />)}
        </div>
      )}
      {error && (
        <EmptyState
          kind="error" title="Your gallery could not be loaded" text={problemDetail(error, 'Check your connection and try again.')}
          action={<Button onClick={() => void refetch()}><Icon name="retry" size={18} />Try again</Button>}
        />
      )}
      {items?.length === 0 && <EmptyState icon="image" title="Nothing hangs here yet" text="Show what you made: a piece, a sketch, a photo, something digital." />}
      {items && items.length > 0 && (
        <ul className={grid}>
          {items.map((item, index) => (
            <ArtTile
              key={item.id} item={item} place={index + 1} of={items.length} onView={() => setViewed(item.id)}
              onMove={(by) => moveAndTell(item, by, index + 1)} onRemove={() => remove(item.id)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">{announcement}</p>
      {isAdding && <AddArtDialog category={category} onCategory={setCategory} onClose={() => setAdding(false)} />}
      {viewed !== undefined && items && <ArtViewer items={items} shown={viewed} onShow={setViewed} onView={view} onClose={() => setViewed(undefined)} />}
    </section>
  );
}

const grid = 'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3';
