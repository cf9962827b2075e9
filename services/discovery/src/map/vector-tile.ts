import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { TileContent } from './map-reads.js';
import { within, type Tile } from './tile.js';

/** Units along each side of an encoded tile. */
const EXTENT = 4096;

/** Changes with what a tile is encoded to, so that copies of an earlier version of the service are not taken for fresh. */
export const FORMAT = 1;

/** GeoJSON's type of a point, as in the format of vector tiles. */
const POINT = 1 as const;

/**
 * A Mapbox vector tile (2.1). Layer `works` has a point for each mark: `standing` and `gone`, how many works; for a
 * single one its `id` and, if it has one, its `title`. Layer `full`, with one point, is there if there are more works
 * than the tile lists.
 */
export function vectorTile(tile: Tile, { marks, isFull }: TileContent): Uint8Array {
  const works = marks.map(({ place, standing, gone, work, title }) => ({
    type: POINT,
    geometry: [within(tile, place, EXTENT)],
    tags: standing + gone === 1 ? { standing, gone, ...(work && { id: work }), ...(title && { title }) } : { standing, gone },
  }));
  const full = [{ type: POINT, geometry: [[EXTENT / 2, EXTENT / 2] as [number, number]], tags: { listed: marks.length } }];
  const layers = { ...(works.length > 0 && { works }), ...(isFull && { full }) };
  return fromGeojsonVt(Object.fromEntries(Object.entries(layers).map(([name, features]) => [name, { features }])) as never, { version: 2, extent: EXTENT });
}
