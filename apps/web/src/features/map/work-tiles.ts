import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/http';
import { loadPart } from '../../ui/lazy-part';
import type { LatLng, MapView } from './map-port';
import type { Pin } from './pins';

/** Works of one cell of the map, counted by the server. */
export interface CountedCell {
  key: string;
  position: LatLng;
  works: number;
  /** How many of the works are no longer there. */
  gone: number;
}

export interface TileOfWorks {
  pins: Pin[];
  countedCells: CountedCell[];
}

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** From this zoom of a tile on it has the works themselves; above, those that share a cell are counted. */
export const WORKS_FROM = 13;
/** Deepest zoom that is asked for: 150 m, of which a tile has every work but those that are counted in a cell. */
const DEEPEST = 18;
/** Web Mercator ends here. Degrees. */
const EDGE = 85.05;
/** Milliseconds in which a tile is shown without a new request; live events report changes nearby. */
const FRESH_FOR = 60_000;
/** Milliseconds after which a tile that failed is requested again. */
const RETRY_AFTER = 10_000;

const whileFailed = ({ state }: { state: { status: string } }) => (state.status === 'error' ? RETRY_AFTER : false);

const tilesKey = ['/api/map/works'] as const;

export const workTile = ({ z, x, y }: TileAddress) =>
  queryOptions({
    queryKey: [...tilesKey, z, x, y],
    staleTime: FRESH_FOR,
    refetchInterval: whileFailed,
    queryFn: async ({ signal }): Promise<TileOfWorks> => {
      const bytes = bodyOf(
        api.GET('/api/map/works/{z}/{x}/{y}.mvt', { params: { path: { z, x, y } }, parseAs: 'arrayBuffer', signal }),
      );
      const { decodeWorks } = await loadPart(() => import('./decode-works'));
      return decodeWorks(await bytes, { z, x, y });
    },
  });

/** Reads the shown tiles again. */
export const refetchWorkTiles = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: tilesKey });

/** Removes a pin from the cached tiles. */
export const dropFromTiles = (client: QueryClient, key: string): void =>
  void client.setQueriesData<TileOfWorks>(
    { queryKey: tilesKey },
    (tile) => tile && { ...tile, pins: tile.pins.filter((pin) => pin.key !== key) },
  );

/** The tiles that cover the view, drawn 512 to 1,024 pixels wide. */
export function tilesOf({ bounds, zoom }: MapView): TileAddress[] {
  const z = Math.max(0, Math.min(DEEPEST, Math.floor(zoom) - 1));
  const tiles = 2 ** z;
  const east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
  const columns = range(columnAt(bounds.west, tiles), columnAt(Math.min(east, bounds.west + 360), tiles));
  const rows = range(rowAt(bounds.north, tiles), rowAt(bounds.south, tiles));
  // Around the antimeridian and from afar a column may come twice.
  return [...new Set(columns.map((column) => ((column % tiles) + tiles) % tiles))].flatMap((x) =>
    rows.map((y) => ({ z, x, y })),
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const columnAt = (lng: number, tiles: number): number => Math.floor((lng / 360 + 0.5) * tiles);

function rowAt(lat: number, tiles: number): number {
  const drawn = Math.max(-EDGE, Math.min(EDGE, lat));
  const south = 0.5 - Math.log(Math.tan(Math.PI / 4 + (drawn * Math.PI) / 360)) / (2 * Math.PI);
  return Math.max(0, Math.min(tiles - 1, Math.floor(south * tiles)));
}
