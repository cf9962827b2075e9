import { MAP_WIDTH } from '../nearby/mercator.js';
import type { Box } from '../nearby/boxes.js';
import type { MapPoint } from '../nearby/mercator.js';

/**
 * A tile of the map as everywhere on the web (XYZ): zoom `z` divides it into 2^z × 2^z tiles, counted from the
 * north-west.
 */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** Deepest zoom of a tile: 10 m at the equator. */
export const DEEPEST_ZOOM = 22;

/** Deepest zoom of which a tile is a part of the pyramid; from the next one on a tile has the works themselves. */
export const LAST_COUNTED_ZOOM = 12;

/** A counted tile shows the cells so many levels below it: 16 × 16. */
export const LEVELS_BELOW = 4;

/** Deepest level of the pyramid: cells of 611 m at the equator. */
export const DEEPEST_LEVEL = LAST_COUNTED_ZOOM + LEVELS_BELOW;

/** The map is so many times two units wide: one is 2 cm at the equator. */
const UNIT_BITS = 31;
const UNITS = 2 ** UNIT_BITS;

/** A point of the map in units, from the north-west. */
export interface MapPlace {
  x: number;
  y: number;
}

/** The units of a map point; the function `map_place` of the database computes the same. */
export const mapPlace = ({ x, y }: MapPoint): MapPlace => ({
  x: unitsOf(x / MAP_WIDTH + 0.5),
  y: unitsOf(0.5 - y / MAP_WIDTH),
});

const unitsOf = (share: number): number => Math.max(0, Math.min(UNITS - 1, Math.floor(share * UNITS)));

/** The map point in the middle of some units. */
export const mapPoint = ({ x, y }: MapPlace): MapPoint => ({
  x: ((x + 0.5) / UNITS - 0.5) * MAP_WIDTH,
  y: (0.5 - (y + 0.5) / UNITS) * MAP_WIDTH,
});

export const hasTile = ({ z, x, y }: Tile): boolean =>
  [x, y].every((n) => Number.isInteger(n) && n >= 0 && n < 2 ** z) &&
  Number.isInteger(z) &&
  z >= 0 &&
  z <= DEEPEST_ZOOM;

/** Whether a tile contains the place. */
export const contains = ({ z, x, y }: Tile, place: MapPlace): boolean =>
  place.x >>> (UNIT_BITS - z) === x && place.y >>> (UNIT_BITS - z) === y;

/** Where a place lies in a tile, of which each side is `extent` long. */
export function within({ z, x, y }: Tile, place: MapPlace, extent: number): [number, number] {
  const side = UNITS / 2 ** z;
  return [place.x - x * side, place.y - y * side].map((units) => Math.floor((units * extent) / side)) as [
    number,
    number,
  ];
}

/** The tile that a tile lies in, at a zoom above it. */
export const ancestor = ({ z, x, y }: Tile, zoom: number): Tile =>
  z <= zoom ? { z, x, y } : { z: zoom, x: x >>> (z - zoom), y: y >>> (z - zoom) };

/** The key of a tile as a cell of its own level: the bits of column and row in turn, so at most 2^32. */
export function cellKey({ z, x, y }: Tile): number {
  let key = 0;
  for (let bit = z - 1; bit >= 0; bit--) key = key * 4 + ((x >>> bit) & 1) + 2 * ((y >>> bit) & 1);
  return key;
}

/** First and last key of a tile's cells of a level. */
export function cellKeys(tile: Tile, level: number): [number, number] {
  const cells = 4 ** (level - tile.z);
  const first = cellKey(tile) * cells;
  return [first, first + cells - 1];
}

/** A tile's box of the map, with a little more than rounding takes. Map metres. */
export function boxOf({ z, x, y }: Tile): Box {
  const side = MAP_WIDTH / 2 ** z;
  const [west, north] = [x * side - MAP_WIDTH / 2, MAP_WIDTH / 2 - y * side];
  return { west: west - SPARE, south: north - side - SPARE, east: west + side + SPARE, north: north + SPARE };
}

/** Map metres. */
const SPARE = 1e-3;

/** The tile of a cell's key. */
export function tileOf(key: number, z: number): Tile {
  let [x, y] = [0, 0];
  for (let bit = z - 1; bit >= 0; bit--) {
    const two = Math.floor(key / 4 ** bit) % 4;
    x = x * 2 + (two & 1);
    y = y * 2 + (two >> 1);
  }
  return { z, x, y };
}
