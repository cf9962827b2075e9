import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Point } from 'geojson';
import type { MapView } from '../map-port';

/** The shipped geography is cut into cells of so many degrees, the finer the closer the player looks. */
export interface Level {
  /** Folder of the cells' files. */
  name: string;
  /** Width and height of a cell. */
  degrees: number;
  /** MapLibre's zoom from which it is drawn. */
  from: number;
  /** A letter for each cell, row by row from the south west: `f` has a file, `l` is all land, `s` all sea. */
  cells: string;
}

/** The build's description of its files, for the page. */
export interface ShippedGeography {
  /** Folder of all levels, with a slash at the end; another one whenever anything in it changes. */
  base: string;
  levels: readonly Level[];
}

/**
 * A cell's file. Lines are flat: longitude and latitude of the first point, then the differences, in steps of `STEP`.
 */
export interface CellFile {
  /** Polygons with their rings. */
  land: number[][][];
  coast: number[][];
  borders: number[][];
  /**
   * English name, ISO 3166-1 code (two letters, or none), rank (the larger the country, the lower), longitude and
   * latitude in degrees.
   */
  countries: [name: string, region: string, rank: number, lng: number, lat: number][];
}

/** Degrees; about ten metres, finer than the data. */
export const STEP = 1e-4;

export const columnsOf = ({ degrees }: Pick<Level, 'degrees'>) => 360 / degrees;
const rowsOf = ({ degrees }: Level) => Math.ceil(180 / degrees);

/** Corners of a cell in degrees. */
export function boxOf({ degrees }: Pick<Level, 'degrees'>, column: number, row: number) {
  const [west, south] = [-180 + column * degrees, -90 + row * degrees];
  return { west, south, east: west + degrees, north: Math.min(90, south + degrees) };
}

export const levelAt = <L extends Pick<Level, 'from'>>(levels: readonly L[], zoom: number): L =>
  levels.findLast(({ from }) => zoom >= from) ?? levels[0]!;

/** Columns and rows of the cells in a view, with a quarter of the view around it. */
export function cellsIn(level: Level, { bounds }: MapView): [column: number, row: number][] {
  const east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
  const [lng, lat] = [(east - bounds.west) / 4, (bounds.north - bounds.south) / 4];
  const columns = columnsOf(level);
  const first = Math.floor((bounds.west - lng + 180) / level.degrees);
  const last = Math.min(Math.floor((east + lng + 180) / level.degrees), first + columns - 1);
  const bottom = Math.max(0, Math.floor((bounds.south - lat + 90) / level.degrees));
  const top = Math.min(rowsOf(level) - 1, Math.floor((bounds.north + lat + 90) / level.degrees));
  const cells: [number, number][] = [];
  for (let row = bottom; row <= top; row++) {
    for (let column = first; column <= last; column++) cells.push([((column % columns) + columns) % columns, row]);
  }
  return cells;
}

export const kindOf = (level: Level, column: number, row: number) => level.cells[row * columnsOf(level) + column];

export const cellPath = ({ name }: Pick<Level, 'name'>, column: number, row: number) => `${name}/${column}_${row}.json`;

/** Several cells as what the map draws, its names by `nameOf`. */
export function drawable(files: readonly CellFile[], nameOf: (name: string, region: string) => string) {
  const lines = (of: 'coast' | 'borders'): Feature<MultiLineString> => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiLineString', coordinates: files.flatMap((file) => file[of].map(pointsOf)) },
  });
  const land: Feature<MultiPolygon> = {
    type: 'Feature',
    properties: {},
    geometry: {
      type: 'MultiPolygon',
      coordinates: files.flatMap((file) => file.land.map((rings) => rings.map(pointsOf))),
    },
  };
  const countries: FeatureCollection<Point> = {
    type: 'FeatureCollection',
    features: files.flatMap((file) =>
      file.countries.map(([name, region, rank, ...coordinates]) => ({
        type: 'Feature' as const,
        properties: { name: nameOf(name, region), rank },
        geometry: { type: 'Point' as const, coordinates },
      })),
    ),
  };
  return { land, coast: lines('coast'), borders: lines('borders'), countries };
}

/** A cell without a file, as one. */
export function plainCell(level: Level, column: number, row: number): CellFile {
  const { west, south, east, north } = boxOf(level, column, row);
  const isLand = kindOf(level, column, row) === 'l';
  return {
    land: isLand
      ? [
          [
            flat([
              [west, south],
              [east, south],
              [east, north],
              [west, north],
              [west, south],
            ]),
          ],
        ]
      : [],
    coast: [],
    borders: [],
    countries: [],
  };
}

/** A line in the form of `CellFile`. */
export function flat(points: readonly (readonly number[])[]): number[] {
  let [x, y] = [0, 0];
  const line: number[] = [];
  for (const [lng, lat] of points) {
    const [dx, dy] = [Math.round(lng! / STEP) - x, Math.round(lat! / STEP) - y];
    if (line.length > 0 && dx === 0 && dy === 0) continue;
    line.push(dx, dy);
    [x, y] = [x + dx, y + dy];
  }
  return line;
}

function pointsOf(line: number[]): [number, number][] {
  let [x, y] = [0, 0];
  const points: [number, number][] = [];
  for (let i = 0; i < line.length; i += 2) {
    [x, y] = [x + line[i]!, y + line[i + 1]!];
    points.push([x * STEP, y * STEP]);
  }
  return points;
}
