import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry, Position } from 'geojson';

/** The middle of the city, degrees: a few streets of Vancouver's centre, drawn by hand. */
const MIDDLE = { lat: 49.2812, lng: -123.1209 };
/** Metres between two streets. */
const BLOCK = 130;
const REACH = 900;

type Layers = Record<string, Feature[]>;

/** A place by metres along the avenues (towards the south east) and along the streets (towards the north east). */
function at(along: number, across: number): Position {
  const [east, north] = [(along + across) * Math.SQRT1_2, (across - along) * Math.SQRT1_2];
  return [MIDDLE.lng + east / (111_320 * Math.cos((MIDDLE.lat * Math.PI) / 180)), MIDDLE.lat + north / 111_320];
}

const line = (from: Position, to: Position): Geometry => ({ type: 'LineString', coordinates: [from, to] });
const area = (along: number, across: number, long: number, wide: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      at(along, across),
      at(along + long, across),
      at(along + long, across + wide),
      at(along, across + wide),
      at(along, across),
    ],
  ],
});

const AVENUES = ['Nelson Street', 'Smithe Street', 'Robson Street', 'West Georgia Street', 'Dunsmuir Street'];
const STREETS = [
  'Burrard Street',
  'Howe Street',
  'Granville Street',
  'Seymour Street',
  'Richards Street',
  'Homer Street',
];
const MAJOR = /Georgia|Burrard|Granville/;

function streets(): { name: string; isMajor: boolean; geometry: Geometry }[] {
  const offset = (i: number, count: number) => (i - (count - 1) / 2) * BLOCK;
  return [
    ...AVENUES.map((name, i) => ({
      name,
      geometry: line(at(-REACH, offset(i, AVENUES.length)), at(REACH, offset(i, AVENUES.length))),
    })),
    ...STREETS.map((name, i) => ({
      name,
      geometry: line(at(offset(i, STREETS.length), -REACH), at(offset(i, STREETS.length), REACH)),
    })),
  ].map((street) => ({ ...street, isMajor: MAJOR.test(street.name) }));
}

const houses = (): Geometry[] =>
  Array.from({ length: 5 * 4 }, (_, i) =>
    area((Math.floor(i / 4) - 2) * BLOCK - 45, ((i % 4) - 1.5) * BLOCK - 40, 90, 35),
  );
const park = area(2.7 * BLOCK, -200, 220, 300);
const creek = area(REACH - 300, -REACH, 900, 2 * REACH);
const ground = area(-2 * REACH, -2 * REACH, 4 * REACH, 4 * REACH);

const feature = (geometry: Geometry, properties: Record<string, string> = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry,
});

/** The city in the schema of Protomaps. */
export const protomaps = (): Layers => ({
  earth: [feature(ground, { kind: 'earth' })],
  water: [feature(creek, { kind: 'water' })],
  landuse: [feature(park, { kind: 'park' })],
  buildings: houses().map((house) => feature(house, { kind: 'building' })),
  roads: streets().map(({ name, isMajor, geometry }) =>
    feature(geometry, { kind: isMajor ? 'major_road' : 'minor_road', name }),
  ),
  pois: [feature({ type: 'Point', coordinates: at(0, 0) }, { kind: 'station', name: 'Granville Station' })],
});

/** The city in the schema of OpenMapTiles. */
export const openMapTiles = (): Layers => ({
  water: [feature(creek)],
  park: [feature(park)],
  building: houses().map((house) => feature(house)),
  transportation: streets().map(({ isMajor, geometry }) => feature(geometry, { class: isMajor ? 'primary' : 'minor' })),
  poi: [feature({ type: 'Point', coordinates: at(0, 0) }, { name: 'Granville Station' })],
});

export const ZOOMS = [10, 14] as const;
/** Degrees: west, south, east, north. */
export const BOUNDS: [number, number, number, number] = [-123.16, 49.26, -123.08, 49.3];

/** Tiles of the city that are not empty. */
export function tilesOf(layers: Layers): { z: number; x: number; y: number; data: Uint8Array }[] {
  const indexes = Object.entries(layers).map(
    ([name, features]) =>
      [
        name,
        new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom: ZOOMS[1], buffer: 64, extent: 4096 }),
      ] as const,
  );
  const found: ReturnType<typeof tilesOf> = [];
  for (let z: number = ZOOMS[0]; z <= ZOOMS[1]; z++) {
    const [west, north] = tileAt(BOUNDS[0], BOUNDS[3], z);
    const [east, south] = tileAt(BOUNDS[2], BOUNDS[1], z);
    for (let x = west; x <= east; x++) {
      for (let y = north; y <= south; y++) {
        const parts = indexes.flatMap(([name, index]) => {
          const tile = index.getTile(z, x, y);
          return tile ? [[name, tile] as const] : [];
        });
        if (parts.length > 0)
          found.push({ z, x, y, data: fromGeojsonVt(Object.fromEntries(parts), { version: 2, extent: 4096 }) });
      }
    }
  }
  return found;
}

function tileAt(lng: number, lat: number, z: number): [x: number, y: number] {
  const sin = Math.sin((lat * Math.PI) / 180);
  return [
    Math.floor(((lng + 180) / 360) * 2 ** z),
    Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 2 ** z),
  ];
}
