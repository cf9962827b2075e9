import { m } from '#messages';
import clsx from 'clsx';
import { RadioGroup } from 'radix-ui';
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { foldText } from '../../lib/fold-text';
import { formatNumber } from '../../lib/format';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { controlStyle } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { Failed, Loading } from '../../ui/load-state';
import { Picture } from '../../ui/picture';
import { Skeleton } from '../../ui/skeleton';
import { metresBetween } from '../../lib/great-circle';
import { formatDistance, type LatLng, type Pin } from '../map';
import type { NearbyItem } from './nearby-items';

interface NearbyListProps {
  items: readonly NearbyItem[];
  /** The map shows more than can be listed. */
  isFar: boolean;
  /** There are more works than are listed. */
  isCut: boolean;
  /** Distances count from here. */
  from: LatLng | null;
  state: 'loading' | 'ready' | 'error';
  selected: string | null;
  onSelect: (pin: Pin) => void;
  onRetry: () => void;
  /** The action of an empty list. */
  emptyAction: ReactNode;
}

/** Rows at first, and rows added each time, to keep the page fast. */
const STEP = 100;

type Kind = 'all' | Pin['kind'];
const kinds: { kind: Kind; name: () => string }[] = [
  { kind: 'all', name: m.works_list_all },
  { kind: 'discovery', name: m.works_list_works },
  { kind: 'wall', name: m.works_list_walls },
];

/** The same works and walls as on the map, nearest first, for keyboards and screen readers. */
export function NearbyList({ items, isFar, from, state, selected, onSelect, onRetry, emptyAction }: NearbyListProps) {
  if (state === 'loading') return <LoadingRows />;
  if (state === 'error')
    return <Failed title={m.works_list_failed_title()} text={m.works_list_failed_text()} onRetry={onRetry} />;
  if (items.length === 0 && isFar)
    return <EmptyState icon="search" title={m.works_list_far_title()} text={m.works_list_far_text()} />;
  if (items.length === 0) {
    return (
      <EmptyState
        icon="palette"
        title={m.works_list_empty_title()}
        text={m.works_list_empty_text()}
        action={emptyAction}
      />
    );
  }
  return <Rows {...{ items, from, selected, onSelect }} />;
}

/** Metres up to which a row belongs to a group, and what the group is called. */
const groups = [
  { below: 250, name: () => m.works_list_within({ distance: formatDistance(250) }) },
  { below: 1_000, name: () => m.works_list_within({ distance: formatDistance(1_000) }) },
  { below: Infinity, name: m.works_list_farther },
];
/** From this many rows on there is a search field. */
const SEARCHABLE = 20;

type RowsProps = Pick<NearbyListProps, 'items' | 'from' | 'selected' | 'onSelect'>;
type Measured = NearbyItem & { distance: number | null };

function Rows({ items, from, selected, onSelect }: RowsProps) {
  const [kind, setKind] = useState<Kind>('all');
  const [search, setSearch] = useState('');
  // Typed letters appear at once, before the list is filtered.
  const sought = useDeferredValue(search.trim());
  const [page, setPage] = useState({ of: '', count: STEP });
  // Another search starts at its first page.
  const shown = page.of === sought ? page.count : STEP;
  const byDistance = useMemo(() => measured(items, from), [items, from]);
  const rows = useMemo(() => {
    const words = foldText(sought);
    const isSought = (text: string) => words === '' || foldText(text).includes(words);
    return byDistance.filter(
      ({ pin, detail }) => (kind === 'all' || pin.kind === kind) && isSought(`${pin.title} ${detail}`),
    );
  }, [byDistance, kind, sought]);
  const mixed = new Set(items.map(({ pin }) => pin.kind)).size > 1;
  const isSearchable = items.length >= SEARCHABLE;
  return (
    <>
      {mixed && <KindPicker value={kind} onChange={setKind} />}
      {isSearchable && (
        <div className="border-b border-line px-4 py-2.5">
          <input
            type="search"
            aria-label={m.works_list_search()}
            placeholder={m.works_list_search_example()}
            value={search}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
            className={clsx(controlStyle, 'min-h-11')}
          />
          <p role="status" className="sr-only">
            {sought && m.works_list_found({ count: rows.length })}
          </p>
        </div>
      )}
      {rows.length === 0 && sought && (
        <p className="px-4 py-6 text-center text-muted">{m.works_list_not_found({ words: sought })}</p>
      )}
      <Groups {...{ rows, shown, isSearchable, selected }} onSelect={useStable(onSelect)} />
      {rows.length > shown && (
        <div className="p-4 text-center">
          <Button size="sm" onClick={() => setPage({ of: sought, count: shown + STEP })}>
            {m.works_list_more({
              count: formatNumber(Math.min(STEP, rows.length - shown)),
              total: formatNumber(rows.length),
            })}
          </Button>
        </div>
      )}
    </>
  );
}

/** Nearest first. */
const measured = (items: readonly NearbyItem[], from: LatLng | null): Measured[] =>
  items
    .map((item) => ({ ...item, distance: from ? metresBetween(from, item.pin.position) : null }))
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0));

/** A function that never changes, so that rows are not rendered again; it calls the newest `onSelect`. */
function useStable(onSelect: (pin: Pin) => void): (pin: Pin) => void {
  const newest = useRef(onSelect);
  useEffect(() => {
    newest.current = onSelect;
  });
  return useCallback((pin) => newest.current(pin), []);
}

/** Memoised, as its rows: a keystroke renders neither, and found words only the rows that they add. */
const Groups = memo(function Groups({
  rows,
  shown,
  isSearchable,
  selected,
  onSelect,
}: {
  rows: readonly Measured[];
  shown: number;
  isSearchable: boolean;
  selected: string | null;
  onSelect: (pin: Pin) => void;
}) {
  const seen = rows.slice(0, shown);
  return groups.map(({ below, name }, i) => {
    const own = seen.filter(
      ({ distance }) => (distance ?? 0) < below && (distance ?? 0) >= (groups[i - 1]?.below ?? 0),
    );
    if (own.length === 0) return null;
    return (
      <section key={below} aria-label={name()}>
        {isSearchable && (
          <h3 className="plaster sticky -top-2 z-10 border-b border-line px-4 pb-1.5 pt-3.5 text-sm font-semibold text-muted">
            {name()}
          </h3>
        )}
        <ul className="flex flex-col">
          {own.map((row) => (
            <Row key={row.pin.key} {...row} selected={row.pin.key === selected} onSelect={onSelect} />
          ))}
        </ul>
      </section>
    );
  });
});

function KindPicker({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  return (
    <RadioGroup.Root
      value={value}
      onValueChange={(kind) => onChange(kind as Kind)}
      aria-label={m.works_list_show()}
      orientation="horizontal"
      className="flex gap-2 border-b border-line px-4 py-2.5"
    >
      {kinds.map(({ kind, name }) => (
        <RadioGroup.Item
          key={kind}
          value={kind}
          className={clsx(
            'min-h-9 cursor-pointer rounded-sm border-[1.5px] border-edge px-3 text-sm font-semibold hover:border-ink',
            'data-[state=checked]:border-action data-[state=checked]:bg-action data-[state=checked]:text-on-action',
          )}
        >
          {name()}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

/**
 * Rows out of view are neither laid out nor painted; before the first time they count as high as a row of two lines.
 */
const Row = memo(function Row({
  pin,
  detail,
  thumbnail,
  fresh,
  distance,
  selected,
  onSelect,
}: Measured & { selected: boolean; onSelect: (pin: Pin) => void }) {
  return (
    <li className="border-b border-line [contain-intrinsic-block-size:auto_4.3125rem] [content-visibility:auto] last:border-0">
      <button
        type="button"
        aria-current={selected || undefined}
        onClick={() => onSelect(pin)}
        className="flex w-full items-center gap-3 px-4 py-2.5 text-start transition-colors hover:bg-lifted focus-visible:-outline-offset-2 aria-[current]:bg-lifted"
      >
        <Thumbnail pin={pin} thumbnail={thumbnail} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{pin.title}</span>
          <span className="block truncate text-sm text-muted">{detail}</span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1 text-sm tabular-nums text-place-ink">
          {distance !== null && formatDistance(distance)}
          {pin.gone && <Badge>{m.works_list_gone()}</Badge>}
          {fresh && <Badge tone="action">{m.works_list_fresh()}</Badge>}
        </span>
      </button>
    </li>
  );
});

function Thumbnail({ pin, thumbnail }: { pin: Pin; thumbnail: NearbyItem['thumbnail'] }) {
  if (thumbnail) {
    return (
      <Picture
        src={thumbnail.src}
        thumbhash={thumbnail.thumbhash}
        alt=""
        ratio="1 / 1"
        sizes="3rem"
        className="size-12 shrink-0 rounded-sm"
      />
    );
  }
  const tone =
    pin.kind === 'wall'
      ? 'bg-wall text-ground'
      : pin.gone
        ? 'border border-dashed border-edge text-muted'
        : 'bg-work text-ground';
  return (
    <span className={`grid size-12 shrink-0 place-items-center rounded-sm ${tone}`}>
      {pin.kind === 'wall' ? <BrickIcon /> : <Icon name="palette" size={24} />}
    </span>
  );
}

const BrickIcon = () => (
  <svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
    <path d="M2.5 5h8.6v4.200H2.500ZM12.900 5h8.600v4.200h-8.600ZM2.500 10.900h3.800v4.200H2.500ZM8.100 10.900h8.200v4.200H8.100ZM18.100 10.900h3.400v4.200h-3.400ZM2.500 16.800h8.600V21H2.500ZM12.900 16.800h8.600V21h-8.600Z" />
  </svg>
);

function LoadingRows() {
  return (
    <Loading loading={m.works_list_loading()}>
      <div>
        {Array.from({ length: 6 }, (_, row) => (
          <div key={row} className="flex items-center gap-3 border-b border-line px-4 py-2.5">
            <Skeleton className="size-12 shrink-0" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3 w-2/5" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
