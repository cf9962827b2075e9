import { wktToGeoJSON } from 'betterknown';
import { z } from 'zod';
import { angleIn, anglesIn } from './angles.js';
import { NUMBER } from './numbers.js';
import type { Point } from './reference-system.js';
import { wkbIn } from './wkb.js';

const SEPARATED = String.raw`\s*[,;|/ ]\s*`;
/** The whole text: "45.5, -73.6", "(45.5, -73.6)", "45.5;-73.6", "45.5 -73.6". */
const PAIR = new RegExp(String.raw`^[(\[]?\s*(${NUMBER})${SEPARATED}(${NUMBER})\s*[)\]]?$`);
/** With decimal commas: "45,5017; -73,6", "45,5017 -73,6". */
const COMMA_PAIR = /^\(?\s*([+-]?\d{1,3},\d+)\s*(?:[;|/]|,?\s)\s*([+-]?\d{1,3},\d+)\s*\)?$/;
const DECIMALS = String.raw`[+-]?\d{1,3}\.\d+`;
/** In parentheses within a text. */
const ENCLOSED = new RegExp(String.raw`[(\[]\s*(${DECIMALS})\s*[,;]\s*(${DECIMALS})\s*[)\]]`, 'g');
/** Within a text, so exact that it is nothing else. */
const EXACT = /(?<![\d.])([+-]?\d{1,3}\.\d{3,})(?:\s*[,;/|]\s*|\s+)([+-]?\d{1,3}\.\d{3,})(?![\d.])/g;
/** "Lat: 45.5, Lng: -73.6". */
const LATITUDE_FIRST = new RegExp(
  String.raw`lat[a-z]*\W{0,5}?(${DECIMALS})[^\d+-]*?(?:lon|lng)[a-z]*\W{0,5}?(${DECIMALS})`,
  'i',
);
const LONGITUDE_FIRST = new RegExp(
  String.raw`(?:lon|lng)[a-z]*\W{0,5}?(${DECIMALS})[^\d+-]*?lat[a-z]*\W{0,5}?(${DECIMALS})`,
  'i',
);
/** Links of Google Maps, OpenStreetMap, Apple and Bing, and geo: addresses; latitude first. A pin precedes the view. */
const LINKS = [
  String.raw`!3d(${NUMBER})!4d(${NUMBER})`,
  String.raw`mlat=(${NUMBER})&(?:amp;)?mlon=(${NUMBER})`,
  String.raw`[?&;](?:q|query|ll|center|daddr|destination|loc|cp)=(?:loc:)?(${NUMBER})[,~+\s]+(${NUMBER})`,
  String.raw`#map=[\d.]+/(${NUMBER})/(${NUMBER})`,
  String.raw`@(${NUMBER}),(${NUMBER})`,
  String.raw`geo:(${NUMBER}),(${NUMBER})`,
  String.raw`/(?:place|search|dir)/(?:.*/)?(${DECIMALS}),\+?(${DECIMALS})`,
].map((pattern) => new RegExp(pattern, 'i'));
const LINK = /https?:\/\/|^geo:/i;
const WKT = new RegExp(
  String.raw`(?:SRID\s*=\s*(\d+)\s*;\s*)?((?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*(?:ZM|Z|M)?\s*\([-\d.eE+,;()\s]*\)` +
    String.raw`|GEOMETRYCOLLECTION\s*\([\sA-Z\d.,()+-]*\))`,
  'i',
);

/** A number of degrees; undefined for other text. */
export const degreesIn = (text: string): number | undefined => angleIn(text)?.degrees;

/**
 * The position in a text of both coordinates: latitude and longitude, also with words around, degrees
 * with minutes, WKT, EWKT, EWKB, the GeoJSON of a point, or a link to a map.
 */
export function positionIn(text: string): Point | undefined {
  const trimmed = text.trim();
  return geometryIn(trimmed) ?? linkIn(trimmed) ?? anglePair(trimmed) ?? labelledPair(trimmed) ?? barePair(trimmed);
}

function geometryIn(text: string): Point | undefined {
  const wkt = WKT.exec(text);
  const crs = wkt?.[1] && Number(wkt[1]) > 0 ? `EPSG:${wkt[1]}` : undefined;
  const found = wkt ? positionOf(wktToGeoJSON(wkt[2]!.toUpperCase()), crs) : (wkbIn(text) ?? jsonIn(text));
  return typeof found === 'string' ? undefined : found;
}

function jsonIn(text: string): Point | string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return positionOf(JSON.parse(/^\{\s*'/.test(text) ? text.replaceAll("'", '"') : text));
  } catch {
    return undefined;
  }
}

const latitudeFirst = (found: RegExpExecArray | null): Point | undefined =>
  found ? { y: Number(found[1]), x: Number(found[2]) } : undefined;

function linkIn(text: string): Point | undefined {
  if (!LINK.test(text)) return undefined;
  const address = text.replace(/%2C/gi, ',').replace(/%20/g, ' ').replace(/%7E/gi, '~');
  const found = LINKS.map((link) => link.exec(address)).find((link) => link !== null);
  return latitudeFirst(found ?? null);
}

function anglePair(text: string): Point | undefined {
  const [first, second] = anglesIn(text) ?? [];
  if (!first || !second) return undefined;
  return first.axis === 'longitude'
    ? { x: first.degrees, y: second.degrees }
    : { y: first.degrees, x: second.degrees, ...(!first.axis && { unordered: true }) };
}

function labelledPair(text: string): Point | undefined {
  const second = LONGITUDE_FIRST.exec(text);
  return (
    latitudeFirst(LATITUDE_FIRST.exec(text)) ?? (second ? { x: Number(second[1]), y: Number(second[2]) } : undefined)
  );
}

/** The only pair in a text, or the last one: latitude first, as text is written, or easting first. */
function barePair(text: string): Point | undefined {
  const found =
    PAIR.exec(text) ?? COMMA_PAIR.exec(text) ?? [...text.matchAll(ENCLOSED)].at(-1) ?? [...text.matchAll(EXACT)].at(-1);
  if (!found) return undefined;
  const [first, second] = [found[1]!, found[2]!].map((part) => Number(part.replace(',', '.'))) as [number, number];
  const isProjected = Math.abs(first) > 180 && Math.abs(second) > 180;
  return isProjected ? { x: first, y: second } : { y: first, x: second, unordered: true };
}

/** Only a run of blanks as a whole is tried: padded cells would take a time that grows with its third power. */
const PAIR_AT_END = new RegExp(
  String.raw`(?<![\s,;])[\s,;]*(?:[(\[]\s*)?${DECIMALS}\s*[,;]\s*${DECIMALS}\s*[)\]]?\s*$`,
);

/** A text without the coordinates at its end: the address in a cell that holds both. */
export const withoutPosition = (text: string): string => text.replace(PAIR_AT_END, '');

const coordinates = z.tuple([z.number(), z.number()], z.unknown());
const alone = <T extends z.ZodType>(schema: T) => z.tuple([schema]).transform(([one]) => one);
const pointSchema = z.union([
  z.object({ type: z.literal('Point'), coordinates }).transform((point) => point.coordinates),
  z.object({ type: z.literal('MultiPoint'), coordinates: alone(coordinates) }).transform((point) => point.coordinates),
]);
const geometrySchema = z.union([
  pointSchema,
  z
    .object({ type: z.literal('GeometryCollection'), geometries: z.array(z.unknown()) })
    .transform(({ geometries }) => geometries.flatMap((one) => pointSchema.safeParse(one).data ?? []))
    .pipe(coordinates),
]);
const shapeSchema = z.object({ type: z.string(), coordinates: z.unknown(), crs: z.unknown().optional() });

/** The largest line or area that is one place: about a kilometre, in degrees or metres. */
const SMALL = { degrees: 0.01, metres: 1_000 };

/**
 * The position of a GeoJSON geometry: its one point, or the middle of a small line or area; or the fault of another.
 * @param crs the reference system that its file declares
 */
export function positionOf(geometry: unknown, crs?: string): Point | string {
  const { data } = shapeSchema.safeParse(geometry);
  const declared = crsOf(data?.crs) ?? crs;
  const own = declared === undefined ? {} : { crs: declared };
  const point = geometrySchema.safeParse(geometry);
  if (point.success) return { x: point.data[0], y: point.data[1], ...own };
  if (data?.type !== 'Point') {
    const middle = middleOf(data?.coordinates);
    return middle ? { ...middle, ...own } : `is a ${data?.type ?? 'geometry without a type'}, not a Point`;
  }
  return `has a Point of ${JSON.stringify(data.coordinates ?? null).slice(0, 60)}, which is not two numbers`;
}

function middleOf(shape: unknown): Point | undefined {
  const corners = cornersOf(shape);
  if (corners.length === 0) return undefined;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  // Not by arguments of a call: an area may have more corners than the stack holds.
  for (const [x, y] of corners) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  const most = Math.max(Math.abs(east), Math.abs(west)) > 180 ? SMALL.metres : SMALL.degrees;
  return east - west <= most && north - south <= most ? { x: (west + east) / 2, y: (south + north) / 2 } : undefined;
}

function cornersOf(shape: unknown): [number, number][] {
  if (!Array.isArray(shape)) return [];
  const corner = coordinates.safeParse(shape);
  return corner.success ? [[corner.data[0], corner.data[1]]] : shape.flatMap(cornersOf);
}

const crsSchema = z.object({ properties: z.object({ name: z.string() }) });

/** The name in a `crs` member of GeoJSON. */
export function crsOf(member: unknown): string | undefined {
  return member === undefined ? undefined : crsSchema.safeParse(member).data?.properties.name;
}
