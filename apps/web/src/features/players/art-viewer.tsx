import { m } from '#messages';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { ArtItem } from '../../api/types';
import { IconButton } from '../../ui/icon-button';
import { useReturnFocus } from '../../ui/use-return-focus';

/** Pixels that a finger moves sideways before it is a swipe. */
const SWIPE = 50;

interface ArtViewerProps {
  items: readonly Pick<ArtItem, 'id' | 'title' | 'description' | 'artType' | 'imageUrl' | 'views'>[];
  /** Id of the open item. */
  shown: string;
  onShow: (id: string) => void;
  /** Called once for each item that comes into view. */
  onView: (id: string) => void;
  onClose: () => void;
}

/** One artwork over the whole screen; arrow keys, buttons and swipes show the others, Escape closes. */
export function ArtViewer({ items, shown, onShow, onView, onClose }: ArtViewerProps) {
  const focus = useReturnFocus();
  const index = items.findIndex(({ id }) => id === shown);
  const item = items[index];
  useViews(item?.id, onView);
  const swipe = useSwipe((by) => go(by));

  const go = (by: -1 | 1) => {
    const next = items[index + by];
    if (next) onShow(next.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  };

  if (!item) return null;
  const { title, description, artType, imageUrl, views } = item;
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          onKeyDown={onKeyDown}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-0 z-50 flex flex-col bg-ground outline-none data-[state=open]:animate-fade-in"
        >
          <header className="flex items-center gap-2 px-3 py-2 pt-[max(0.5rem,env(safe-area-inset-top))] sm:px-5">
            <p className="text-sm tabular-nums text-muted" role="status">
              <span className="sr-only">{title}, </span>
              {m.players_viewer_place({ place: index + 1, of: items.length })}
            </p>
            <Radix.Close asChild>
              <IconButton icon="close" label={m.players_viewer_close()} className="ms-auto" />
            </Radix.Close>
          </header>
          <div {...swipe} className="relative min-h-0 flex-1 touch-pan-y select-none" data-testid="stage">
            <img
              key={item.id}
              src={imageUrl}
              alt={title}
              draggable={false}
              className="absolute inset-0 size-full animate-fade-in object-contain"
            />
            {index > 0 && (
              <IconButton
                icon="chevronDown"
                label={m.players_viewer_previous()}
                look="plate"
                className="absolute start-2 top-1/2 -translate-y-1/2 rotate-90 rtl:-rotate-90 max-sm:top-auto max-sm:bottom-2 max-sm:translate-y-0"
                onClick={() => go(-1)}
              />
            )}
            {index < items.length - 1 && (
              <IconButton
                icon="chevronDown"
                label={m.players_viewer_next()}
                look="plate"
                className="absolute end-2 top-1/2 -translate-y-1/2 -rotate-90 rtl:rotate-90 max-sm:top-auto max-sm:bottom-2 max-sm:translate-y-0"
                onClick={() => go(1)}
              />
            )}
          </div>
          <footer
            className="max-h-[35dvh] overflow-y-auto px-4 pb-[max(1rem,env(safe-area-inset-bottom))] pt-3 sm:px-6"
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
            tabIndex={0}
            role="group"
            aria-label={m.players_viewer_about()}
          >
            <Radix.Title className="marker text-2xl [overflow-wrap:anywhere]">{title}</Radix.Title>
            <p className="mt-1 text-sm text-muted">
              {m.players_art_type({ kind: artType })} · {m.players_art_views({ count: views })}
            </p>
            {description && (
              <Radix.Description className="mt-2 max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">
                {description}
              </Radix.Description>
            )}
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function useViews(id: string | undefined, onView: (id: string) => void): void {
  const seen = useRef(new Set<string>());
  const report = useRef(onView);
  useEffect(() => {
    report.current = onView;
  });
  useEffect(() => {
    if (!id || seen.current.has(id)) return;
    seen.current.add(id);
    report.current(id);
  }, [id]);
}

function useSwipe(onSwipe: (by: -1 | 1) => void) {
  const begun = useRef<number | null>(null);
  return {
    onPointerDown: ({ clientX, isPrimary }: PointerEvent) => {
      begun.current = isPrimary === false ? null : clientX;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const way = begun.current === null ? 0 : clientX - begun.current;
      begun.current = null;
      if (Math.abs(way) >= SWIPE) onSwipe(way < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      begun.current = null;
    },
  };
}
