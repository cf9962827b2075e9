import proj4 from 'proj4';
import type { Place } from '../input/coordinates.js';
import { GEOGRAPHIC, PROJECTIONS, SAME_AS, SYSTEM_WORDS, type Box, type Projection } from './projections.js';

/** Two coordinates as a file gives them: longitude and latitude, or easting and northing. */
export interface Point {
  x: number;
  y: number;
  /** The reference system that the text or geometry itself declares. */
  crs?: string;
  /** Whether the order of the two is a guess: a bare pair of numbers. */
  unordered?: boolean;
}

/** The code in `EPSG:25833`, `urn:ogc:def:crs:EPSG::25833`, `25833` and the like; CRS84 is 4326. */
export function epsgCode(text: string): number | undefined {
  if (/crs:?84|wgs ?_?(19)?84$/i.test(text)) return 4326;
  const found = /^\s*(\d{4,6})(?:\.0)?\s*$|epsg.*?(?:^|\D)(\d{4,6})\D*$/i.exec(text);
  const code = found && Number(found[1] ?? found[2]);
  return code ? (SAME_AS[code] ?? code) : undefined;
}

/** The system that the name of a column names: `x_25833`, `X (EPSG:2154)`, `rd_x`. */
export function crsOfColumn(column: string): string | undefined {
  const words = column.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const number = Number(/(?:^|_|epsg)(\d{4,5})(?:_|$)/.exec(words)?.[1]);
  const code = PROJECTIONS.has(number) ? number : SYSTEM_WORDS.find(([pattern]) => pattern.test(words))?.[1];
  return code === undefined ? undefined : `EPSG:${code}`;
}

/** How a proj4 definition begins, which names a system that the table does not have. */
const isDefinition = (crs: string) => /^\s*\+proj=/.test(crs);

/** Whether a system's coordinates are degrees. */
export const isGeographic = (crs: string) => GEOGRAPHIC.has(epsgCode(crs) ?? 0);

/** Whether coordinates of this system can be read. */
export function isKnownCrs(crs: string): boolean {
  return isDefinition(crs) || isGeographic(crs) || PROJECTIONS.has(epsgCode(crs) ?? 0);
}

/** "EPSG:25833 (ETRS89 / UTM zone 33N)". */
export const crsTitle = ({ code, name }: Projection) => `EPSG:${code} (${name})`;

const areDegrees = ({ x, y }: Point) => Math.abs(x) <= 180 && Math.abs(y) <= 90;

/** Whether numbers are too large for degrees in any order. */
export const areProjected = ({ x, y }: Point) => Math.abs(x) > 180 && Math.abs(y) > 180;

/** The place of a point in a reference system, or why it is none. Degrees are degrees in any system. */
export function placeOf(point: Point, system: string | undefined): Place | string {
  const { x, y } = point;
  if (areDegrees(point)) return { latitude: y, longitude: x };
  if (system === undefined || isGeographic(system)) {
    if (!areProjected(point)) return withinBounds({ latitude: y, longitude: x });
    return (
      `is at ${x}, ${y}, which are not degrees: ` + 'name the reference system with --crs, for example --crs EPSG:25833'
    );
  }
  if (!isKnownCrs(system)) {
    return (
      `is in the reference system ${system}, which is not known: ` +
      'name it with --crs "+proj=…", or convert it to WGS 84'
    );
  }
  const projection = isDefinition(system) ? { definition: system, box: WORLD } : PROJECTIONS.get(epsgCode(system)!)!;
  const place = unprojected(point, projection.definition);
  return place && isWithin(place, projection.box, MARGIN)
    ? place
    : `is at ${x}, ${y}, which is outside the area of ${system}`;
}

const WORLD: Box = [-180, -90, 180, 90];
/** Degrees by which data may leave the area of use: a country in two zones uses one of them. */
const MARGIN = 6;

const isWithin = ({ latitude, longitude }: Place, [west, south, east, north]: Box, margin = 0) =>
  longitude >= west - margin && longitude <= east + margin && latitude >= south - margin && latitude <= north + margin;

/** Coordinates of a projection as degrees; undefined outside the projection. */
function unprojected({ x, y }: Point, definition: string): Place | undefined {
  try {
    const [longitude, latitude] = proj4(definition, 'WGS84', [x, y]);
    const place = { latitude: round(latitude), longitude: round(longitude) };
    return typeof withinBounds(place) === 'string' ? undefined : place;
  } catch {
    return undefined;
  }
}

/** Eight decimals are a millimetre. */
const round = (degrees: number) => Math.round(degrees * 1e8) / 1e8;

function withinBounds(place: Place): Place | string {
  const { latitude, longitude } = place;
  if (!(Math.abs(latitude) <= 90)) return `latitude ${latitude} is not within -90 and 90`;
  if (!(Math.abs(longitude) <= 180)) return `longitude ${longitude} is not within -180 and 180`;
  return place;
}

/** Systems in whose area of use every point lies. */
export function projectionsOf(points: Point[]): { projection: Projection; places: Place[] }[] {
  return [...PROJECTIONS.values()].flatMap((projection) => {
    const places = points.map((point) => unprojected(point, projection.definition));
    const isInside = (place: Place | undefined): place is Place =>
      place !== undefined && isWithin(place, projection.box);
    return places.every(isInside) ? [{ projection, places }] : [];
  });
}
