import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { MapView } from './map-port';
import { type Pin, workTitle } from './pins';
import { type CountedCell, type TileOfWorks, tilesOf, workTile, WORKS_FROM } from './work-tiles';

export interface MapWorks {
  pins: Pin[];
  countedCells: CountedCell[];
  /**
   * Every work is a pin or counted in a cell below zoom `WORKS_FROM`; the map is near enough to add works that are not
   * counted yet.
   */
  isNear: boolean;
}

/**
 * The works of the view, wherever on the map it is. While the tiles of a new view are loading, those of the former
 * one stay; null before the first and where none can be loaded. A tile that failed is requested again and again.
 */
export function useMapWorks(view: MapView | null): MapWorks | null {
  const addresses = useMemo(() => (view ? tilesOf(view) : []), [view]);
  const { tiles, isPending, hasFailed } = useQueries({ queries: addresses.map(workTile), combine: together });
  const isNear = (addresses[0]?.z ?? 0) >= WORKS_FROM;
  const isMissing = hasFailed && tiles.length === 0;
  const works = useMemo(
    () =>
      addresses.length === 0 || isPending || isMissing
        ? null
        : {
            pins: tiles.flatMap(({ pins }) => pins.map(named)),
            countedCells: tiles.flatMap(({ countedCells }) => countedCells),
            isNear,
          },
    [addresses, tiles, isPending, isMissing, isNear],
  );
  const shown = useRef<MapWorks | null>(null);
  if (works || isMissing) shown.current = works;
  return shown.current;
}

const named = (pin: Pin): Pin => (pin.title ? pin : { ...pin, title: workTitle(pin.title) });

/** One stable function, so that an unchanged result keeps its identity. */
const together = (results: UseQueryResult<TileOfWorks>[]) => ({
  tiles: results.flatMap(({ data }) => (data ? [data] : [])),
  // The others do not wait for one that failed and is requested again.
  isPending: results.some(({ isPending, errorUpdateCount }) => isPending && errorUpdateCount === 0),
  hasFailed: results.some(({ data, errorUpdateCount }) => !data && errorUpdateCount > 0),
});
