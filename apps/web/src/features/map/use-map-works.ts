import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { MapView } from './map-port';
import { type Pin, workTitle } from './pins';
import { type CountedCell, type TileOfWorks, tilesOf, workTile, WORKS_FROM } from './work-tiles';

export interface MapWorks {
  pins: Pin[];
  countedCells: CountedCell[];
  /** Every work is a pin or counted in a cell below zoom `WORKS_FROM`; the map is near enough to add works that are not counted yet. */
  isNear: boolean;
}

/**
 * The works of the view, wherever on the map it is. While the tiles of a new view are loading, those of the former
 * one stay; null before the first and where they cannot be loaded.
 */
export function useMapWorks(view: MapView | null): MapWorks | null {
  const addresses = useMemo(() => (view ? tilesOf(view) : []), [view]);
  const { tiles, isPending, isError } = useQueries({ queries: addresses.map(workTile), combine: together });
  const isNear = (addresses[0]?.z ?? 0) >= WORKS_FROM;
  const works = useMemo(
    () => (addresses.length === 0 || isPending || isError ? null : { pins: tiles.flatMap(({ pins }) => pins.map(named)), countedCells: tiles.flatMap(({ countedCells }) => countedCells), isNear }),
    [addresses, tiles, isPending, isError, isNear],
  );
  const shown = useRef<MapWorks | null>(null);
  if (works || isError) shown.current = works;
  return shown.current;
}

const named = (pin: Pin): Pin => (pin.title ? pin : { ...pin, title: workTitle(pin.title) });

/** One stable function, so that an unchanged result keeps its identity. */
const together = (results: UseQueryResult<TileOfWorks>[]) => ({
  tiles: results.flatMap(({ data }) => (data ? [data] : [])),
  isPending: results.some(({ isPending }) => isPending),
  isError: results.some(({ isError, data }) => isError && !data),
});
