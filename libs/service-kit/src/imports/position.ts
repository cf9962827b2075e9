import { z } from 'zod';
import type { Place } from '../input/coordinates.js';

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const A_NUMBER = new RegExp(`^${NUMBER}$`);
/** With a decimal comma. */
const WITH_COMMA = /^[+-]?\d{1,3},\d+$/;
/** "45.5, -73.6", "(45.5, -73.6)", "45.5;-73.6", "45.5 -73.6": latitude first, as text is written. */
const PAIR = new RegExp(String.raw`^[(\[]?\s*(${NUMBER})\s*[,; ]\s*(${NUMBER})\s*[)\]]?$`);
/** Well-known text has the longitude first. */
const WKT = new RegExp(String.raw`^(?:SRID=4326;)?\s*POINT\s*(?:Z|M|ZM)?\s*\(\s*(${NUMBER})\s+(${NUMBER})[^)]*\)$`, 'i');

/** A number of degrees; undefined for other text. */
export function degreesIn(text: string): number | undefined {
  if (A_NUMBER.test(text)) return Number(text);
  return WITH_COMMA.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** The position in a text of both coordinates: latitude and longitude, WKT, or the GeoJSON of a point. */
export function positionIn(text: string): Place | undefined {
  const wkt = WKT.exec(text);
  if (wkt) return { latitude: Number(wkt[2]), longitude: Number(wkt[1]) };
  const pair = PAIR.exec(text);
  if (pair) return { latitude: Number(pair[1]), longitude: Number(pair[2]) };
  if (!text.startsWith('{')) return undefined;
  try {
    const position = positionOf(JSON.parse(text));
    return typeof position === 'string' ? undefined : position;
  } catch {
    return undefined;
  }
}

const coordinates = z.tuple([z.number(), z.number()], z.unknown());
const alone = <T extends z.ZodType>(schema: T) => z.tuple([schema]).transform(([one]) => one);
const pointSchema = z.union([
  z.object({ type: z.literal('Point'), coordinates }).transform((point) => point.coordinates),
  z.object({ type: z.literal('MultiPoint'), coordinates: alone(coordinates) }).transform((point) => point.coordinates),
]);
const geometrySchema = z.union([
  pointSchema,
  z.object({ type: z.literal('GeometryCollection'), geometries: alone(pointSchema) }).transform(({ geometries }) => geometries),
]);

/** The position of a GeoJSON geometry that is one point, or the fault of another one. */
export function positionOf(geometry: unknown): Place | string {
  const point = geometrySchema.safeParse(geometry);
  if (point.success) return { latitude: point.data[1], longitude: point.data[0] };
  const { data } = z.object({ type: z.string(), coordinates: z.unknown() }).safeParse(geometry);
  if (data?.type !== 'Point') return `is a ${data?.type ?? 'geometry without a type'}, not a Point`;
  return `has a Point of ${JSON.stringify(data.coordinates ?? null).slice(0, 60)}, which is not two numbers`;
}
