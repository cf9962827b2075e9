import { m } from '#messages';
import { useEffect, useRef, useState } from 'react';
import type { ArtItem } from '../../api/types';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Picture } from '../../ui/picture';

/** Milliseconds in which a removal can be undone. */
export const UNDO_MS = 5_000;

interface ArtTileProps {
  item: ArtItem;
  /** From 1. */
  position: number;
  of: number;
  onView: () => void;
  onMove: (by: -1 | 1) => void;
  /** Rejects where the server kept the item. */
  onRemove: () => Promise<unknown>;
}

/** One artwork of the gallery with its buttons. A removal is delayed, with an Undo. */
export function ArtTile({ item, position, of, onView, onMove, onRemove }: ArtTileProps) {
  const { isLeaving, start, undo, undoButton, removeButton } = useRemoval(onRemove);
  const moved = useRef<HTMLButtonElement | null>(null);
  // A moved element loses the focus; it returns to the button that moved it.
  useEffect(() => {
    moved.current?.focus();
    moved.current = null;
  }, [position]);
  const { title } = item;

  const mover = (by: -1 | 1, label: string, isLast: boolean) => (
    <IconButton
      icon="chevronDown"
      label={label}
      aria-disabled={isLast || undefined}
      className={`${by < 0 ? 'rotate-90' : '-rotate-90'} aria-disabled:opacity-40`}
      onClick={(event) => {
        if (isLast) return;
        moved.current = event.currentTarget;
        onMove(by);
      }}
    />
  );

  if (isLeaving) {
    return (
      <li className="grid aspect-square place-items-center rounded-lg border-2 border-dashed border-edge p-3 text-center">
        <div className="flex min-w-0 flex-col items-center gap-3">
          <p role="status" className="line-clamp-3 [overflow-wrap:anywhere]">
            {m.players_art_removing({ title })}
          </p>
          <Button ref={undoButton} size="sm" onClick={undo}>
            <Icon name="retry" size={16} />
            {m.players_art_undo()}
          </Button>
        </div>
      </li>
    );
  }
  return (
    <li className="flex min-w-0 flex-col">
      <ArtFace item={item} onView={onView} />
      <div className="-ms-2 flex">
        {of > 1 && mover(-1, m.players_art_earlier({ title }), position === 1)}
        {of > 1 && mover(1, m.players_art_later({ title }), position === of)}
        <IconButton
          ref={removeButton}
          icon="trash"
          label={m.players_art_remove({ title })}
          className="ms-auto"
          onClick={start}
        />
      </div>
    </li>
  );
}

/** An artwork's picture, which opens the viewer, with its title, type and views. */
export function ArtFace({
  item: { title, artType, views, imageUrl, thumbhash },
  onView,
}: {
  item: Pick<ArtItem, 'title' | 'artType' | 'views' | 'imageUrl' | 'thumbhash'>;
  onView: () => void;
}) {
  return (
    <>
      <button
        type="button"
        aria-label={m.players_art_view({ title })}
        onClick={onView}
        className="group overflow-hidden rounded-lg"
      >
        <Picture
          src={imageUrl}
          thumbhash={thumbhash}
          alt=""
          ratio="1 / 1"
          sizes="(min-width: 640px) 16rem, 50vw"
          className="transition-transform duration-200 ease-spray group-hover:scale-103"
        />
      </button>
      <p className="mt-2 truncate font-semibold">{title}</p>
      <p className="text-sm text-muted">
        {m.players_art_type({ kind: artType })} · {m.players_art_views({ count: views })}
      </p>
    </>
  );
}

function useRemoval(remove: () => Promise<unknown>) {
  const [isLeaving, setLeaving] = useState(false);
  const wasLeaving = useRef(false);
  const undoButton = useRef<HTMLButtonElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const isTakenBack = useRef(false);
  const latest = useRef(remove);
  useEffect(() => {
    latest.current = remove;
  });

  // The buttons replace each other; the focus follows.
  useEffect(() => {
    if (isLeaving) undoButton.current?.focus();
    else if (wasLeaving.current) removeButton.current?.focus();
    wasLeaving.current = isLeaving;
  }, [isLeaving]);

  useEffect(() => {
    if (!isLeaving) return;
    isTakenBack.current = false;
    const finish = () => {
      isTakenBack.current = true;
      latest.current().catch(() => setLeaving(false));
    };
    const timer = setTimeout(finish, UNDO_MS);
    return () => {
      clearTimeout(timer);
      // Leaving the page without an Undo confirms the removal.
      if (!isTakenBack.current) finish();
    };
  }, [isLeaving]);

  return {
    isLeaving,
    undoButton,
    removeButton,
    start: () => setLeaving(true),
    undo: () => {
      isTakenBack.current = true;
      setLeaving(false);
    },
  };
}
