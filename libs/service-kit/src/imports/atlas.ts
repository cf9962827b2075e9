import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { Position } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Place } from '../input/coordinates.js';

const require = createRequire(import.meta.url);

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** One piece of land of a country: its rings, the first one outside, and the box around them. */
interface Piece {
  country: string;
  rings: Position[][];
  west: number;
  east: number;
  south: number;
  north: number;
}

/** What the coasts of the atlas may be off by, in degrees; piers and small islands are land, too. */
const TOLERANCE = 0.3;

/** Nobody paints there, and exchanged coordinates of America lie there. */
const EMPTY = 'Antarctica';

/** The place itself, then those beside it. */
const AROUND: [up: number, right: number][] = [
  [0, 0],
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];

let pieces: Piece[] | undefined;

/** Natural Earth's countries of 1:110 million. */
function features() {
  const world = require('world-atlas/countries-110m.json') as Atlas;
  return feature(world, world.objects.countries).features;
}

/** `region`: ISO 3166-1, two letters; empty for what has no code. */
export const countries = (): { name: string; region: string }[] =>
  features().map(({ id, properties: { name } }) => ({
    name,
    region: id ? (new Intl.Locale(`und-${id}`).region ?? '') : '',
  }));

function atlas(): Piece[] {
  return features().flatMap(({ geometry, properties: { name } }) => {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    return name === EMPTY ? [] : polygons.map((rings) => pieceOf(name, rings));
  });
}

function pieceOf(country: string, drawn: Position[][]): Piece {
  const rings = drawn.map(unwrapped);
  const longitudes = rings[0]!.map(([longitude]) => longitude!);
  const latitudes = rings[0]!.map(([, latitude]) => latitude!);
  return {
    country,
    rings,
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  };
}

/** A ring across the antimeridian continues beyond 180°. */
function unwrapped(ring: Position[]): Position[] {
  const crosses = ring.some(([x], i) => i > 0 && Math.abs(x! - ring[i - 1]![0]!) > 180);
  return crosses ? ring.map(([x, y]) => [x! < 0 ? x! + 360 : x!, y!]) : ring;
}

/** The country of a place, by its English name; undefined at sea and in Antarctica. */
export function countryAt({ latitude, longitude }: Place): string | undefined {
  pieces ??= atlas();
  for (const [up, right] of AROUND) {
    const [x, y] = [longitude + right * TOLERANCE, latitude + up * TOLERANCE];
    const found = pieces.find((piece) => holds(piece, x, y) || holds(piece, x + 360, y));
    if (found) return found.country;
  }
  return undefined;
}

/** Whether a place lies in a country or within about a hundred kilometres of it: the atlas draws borders coarsely. */
export function isNear({ latitude, longitude }: Place, country: string): boolean {
  pieces ??= atlas();
  const own = pieces.filter((piece) => piece.country === country);
  return AROUND.some(([up, right]) =>
    own.some(
      (piece) => holds(piece, longitude + right, latitude + up) || holds(piece, longitude + right + 360, latitude + up),
    ),
  );
}

const holds = ({ rings, west, east, south, north }: Piece, x: number, y: number) =>
  x >= west && x <= east && y >= south && y <= north && rings.filter((ring) => isInside(ring, x, y)).length % 2 === 1;

/** Whether a ring is crossed an odd number of times on the way from the point to the east. */
function isInside(ring: Position[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, before = ring.length - 1; i < ring.length; before = i++) {
    const [xa, ya] = ring[i] as [number, number];
    const [xb, yb] = ring[before] as [number, number];
    if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) inside = !inside;
  }
  return inside;
}
