import { boxOf, type CellFile, cellPath, columnsOf, flat, type Level } from './cells';
import { clipGeography } from './clip';
import { type Atlas, type Geography, toGeography } from './world';

/** Degrees that land overlaps into the next cell, so that no seam is seen between them. */
const OVERLAP = 0.002;
/** Square degrees below which a piece is only an edge that clipping has left behind. */
const SLIVER = 1e-6;
/** A polygon of this many points is the box of the cell itself. */
const RECTANGLE = 5;

/** Cuts an atlas into the cells of a level; runs in the build alone. */
export function cutLevel(atlas: Atlas, level: Omit<Level, 'cells'>): { level: Level; files: Map<string, CellFile> } {
  const world = toGeography(atlas);
  const files = new Map<string, CellFile>();
  let cells = '';
  const columns = columnsOf(level);
  for (let row = 0; row * level.degrees < 180; row++) {
    const band = clipGeography(world, {
      ...boxOf(level, 0, row),
      west: -180,
      east: 180,
      ...overlapped(boxOf(level, 0, row)),
    });
    for (let column = 0; column < columns; column++) {
      const file = cellOf(band, boxOf(level, column, row));
      const isEmpty = file.coast.length + file.borders.length + file.countries.length === 0;
      const isWhole =
        file.land.length === 1 && file.land[0]!.length === 1 && file.land[0]![0]!.length === RECTANGLE * 2;
      if (isEmpty && (file.land.length === 0 || isWhole)) cells += isWhole ? 'l' : 's';
      else {
        cells += 'f';
        files.set(cellPath(level, column, row), file);
      }
    }
  }
  return { level: { ...level, cells }, files };
}

function overlapped({ south, north }: { south: number; north: number }) {
  return { south: south - OVERLAP, north: north + OVERLAP };
}

function cellOf(band: Geography, box: ReturnType<typeof boxOf>): CellFile {
  const wide = { west: box.west - OVERLAP, east: box.east + OVERLAP, ...overlapped(box) };
  const { land, coast, borders } = clipGeography(band, wide);
  const { countries } = clipGeography({ ...band, land: none, coast: noLines, borders: noLines }, box);
  const polygons = land.features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
  );
  return {
    land: polygons.filter(([outer]) => areaOf(outer!) > SLIVER).map((rings) => rings.map(flat)),
    coast: coast.geometry.coordinates.map(flat).filter(isLine),
    borders: borders.geometry.coordinates.map(flat).filter(isLine),
    countries: countries.features.map(({ properties: { name, region, rank }, geometry: { coordinates } }) => [
      name,
      region,
      Math.round(rank),
      round(coordinates[0]!),
      round(coordinates[1]!),
    ]),
  };
}

/** By the shoelace formula. */
function areaOf(ring: number[][]): number {
  const twice = ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return sum + x! * nextY! - nextX! * y!;
  }, 0);
  return Math.abs(twice) / 2;
}

const none: Geography['land'] = { type: 'FeatureCollection', features: [] };
const noLines: Geography['coast'] = {
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiLineString', coordinates: [] },
};
const isLine = (line: number[]) => line.length > 2;
const round = (degrees: number) => Math.round(degrees * 100) / 100;
