import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { TileAddress, TileOfWorks } from './work-tiles';

/**
 * The works of a vector tile of `/api/map/works`: single ones as pins, the others counted. What has no name is named
 * where it is shown.
 */
export function decodeWorks(bytes: ArrayBuffer, { z, x, y }: TileAddress): TileOfWorks {
  const layer = new VectorTile(new PbfReader(new Uint8Array(bytes))).layers['works'];
  const tile: TileOfWorks = { pins: [], countedCells: [] };
  for (let index = 0; index < (layer?.length ?? 0); index++) {
    const { geometry, properties } = layer!.feature(index).toGeoJSON(x, y, z);
    if (geometry.type !== 'Point') continue;
    const [lng = 0, lat = 0] = geometry.coordinates;
    const { id, title, standing, gone } = properties as { id?: string; title?: string; standing: number; gone: number };
    if (id)
      tile.pins.push({
        key: `discovery:${id}`,
        kind: 'discovery',
        title: title?.trim() ?? '',
        position: { lat, lng },
        gone: gone > 0,
      });
    else
      tile.countedCells.push({
        key: `cell:${z}/${x}/${y}/${index}`,
        position: { lat, lng },
        works: standing + gone,
        gone,
      });
  }
  return tile;
}
