import { m } from '#messages';
import { useState } from 'react';
import type { ArtItem } from '../../api/types';
import { GraphProvider } from '../../api/graph-client';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { Skeleton } from '../../ui/skeleton';
import { AddArtDialog } from './add-art-dialog';
import { ArtTile } from './art-tile';
import { ART_TYPES, type ArtType } from './art-types';
import { ArtViewer } from './art-viewer';
import { useGallery } from './use-gallery';

/** The player's own gallery: add, view, order, remove. */
export function ArtGallery() {
  return (
    <GraphProvider>
      <Gallery />
    </GraphProvider>
  );
}

function Gallery() {
  const { items, error, isPending, refetch, remove, move, view } = useGallery();
  const [isAdding, setAdding] = useState(false);
  // Kept here, so that the next artwork starts with the type of the last.
  const [category, setCategory] = useState<ArtType>(ART_TYPES[0]);
  const [viewed, setViewed] = useState<string>();
  // For screen readers: the result of a move.
  const [announcement, setAnnouncement] = useState('');
  const moveAndTell = ({ id, title }: ArtItem, by: -1 | 1, position: number) => {
    move(id, by);
    setAnnouncement(m.players_art_moved({ title, place: position + by, of: items?.length ?? 0 }));
  };

  return (
    <section aria-labelledby="art-gallery" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="art-gallery" className="marker text-2xl">
          {m.players_gallery()}
        </h2>
        <Button variant="primary" size="sm" onClick={() => setAdding(true)}>
          <Icon name="plus" size={18} />
          {m.players_add_art()}
        </Button>
      </div>
      <LoadState
        loading={m.players_gallery_loading()}
        failed={m.players_gallery_failed()}
        isPending={isPending}
        error={error}
        onRetry={() => void refetch()}
      >
        <div className={grid}>
          {Array.from({ length: 3 }, (_, tile) => (
            <Skeleton key={tile} className="aspect-square" />
          ))}
        </div>
      </LoadState>
      {items?.length === 0 && (
        <EmptyState icon="image" title={m.players_gallery_empty()} text={m.players_gallery_empty_text()} />
      )}
      {items && items.length > 0 && (
        <ul className={grid}>
          {items.map((item, index) => (
            <ArtTile
              key={item.id}
              item={item}
              position={index + 1}
              of={items.length}
              onView={() => setViewed(item.id)}
              onMove={(by) => moveAndTell(item, by, index + 1)}
              onRemove={() => remove(item.id)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isAdding && <AddArtDialog category={category} onCategory={setCategory} onClose={() => setAdding(false)} />}
      {viewed !== undefined && items && (
        <ArtViewer items={items} shown={viewed} onShow={setViewed} onView={view} onClose={() => setViewed(undefined)} />
      )}
    </section>
  );
}

const grid = 'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3';
