import { MAP_WIDTH } from '../nearby/mercator.js';
import type { Box } from '../nearby/boxes.js';
import type { MapPoint } from '../nearby/mercator.js';

/**
 * A tile of the map in the usual scheme of the web (XYZ): zoom `z` divides it into 2^z × 2^z tiles, counted from the
 * north-west.
 */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** Deepest zoom of a tile: 10 m at the equator. */
export const DEEPEST_ZOOM = 22;

/** Deepest zoom with tiles of the pyramid; tiles of deeper zooms list works. */
export const LAST_COUNTED_ZOOM = 12;

/** A counted tile shows the cells this many levels below it: 16 × 16. */
export const CELL_LEVELS_BELOW_TILE = 4;

/** Deepest level of the pyramid: cells of 611 m at the equator. */
export const DEEPEST_LEVEL = LAST_COUNTED_ZOOM + CELL_LEVELS_BELOW_TILE;

/** The map is 2^UNIT_BITS units wide; a unit is 2 cm at the equator. */
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

/** The map point in the centre of a unit. */
export const mapPoint = ({ x, y }: MapPlace): MapPoint => ({
  x: ((x + 0.5) / UNITS - 0.5) * MAP_WIDTH,
  y: (0.5 - (y + 0.5) / UNITS) * MAP_WIDTH,
});

export const isValidTile = ({ z, x, y }: Tile): boolean =>
  [x, y].every((n) => Number.isInteger(n) && n >= 0 && n < 2 ** z) &&
  Number.isInteger(z) &&
  z >= 0 &&
  z <= DEEPEST_ZOOM;

/** Whether a tile contains the place. */
export const contains = ({ z, x, y }: Tile, place: MapPlace): boolean =>
  place.x >>> (UNIT_BITS - z) === x && place.y >>> (UNIT_BITS - z) === y;

/** The position of a place in a tile with sides of the length `extent`. */
export function positionInTile({ z, x, y }: Tile, place: MapPlace, extent: number): [number, number] {
  const side = UNITS / 2 ** z;
  return [place.x - x * side, place.y - y * side].map((units) => Math.floor((units * extent) / side)) as [
    number,
    number,
  ];
}

/** The tile that contains a tile, at a lower zoom. */
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

/** The box of a tile on the map, with a margin for rounding. Map metres. */
export function boxOf({ z, x, y }: Tile): Box {
  const side = MAP_WIDTH / 2 ** z;
  const [west, north] = [x * side - MAP_WIDTH / 2, MAP_WIDTH / 2 - y * side];
  return {
    west: west - BOX_MARGIN,
    south: north - side - BOX_MARGIN,
    east: west + side + BOX_MARGIN,
    north: north + BOX_MARGIN,
  };
}

/** Map metres. */
const BOX_MARGIN = 1e-3;

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
