import { z } from 'zod';
import { oneGeometry } from './geometry.js';
import type { RawRow } from './source.js';

const id = z.union([z.string(), z.number()]).nullish();
const properties = z.record(z.string(), z.unknown()).nullish();

const featureSchema = z.object({ type: z.literal('Feature'), id, properties, geometry: z.unknown().optional() });
const geometrySchema = z.object({
  type: z.enum([
    'Point',
    'MultiPoint',
    'LineString',
    'MultiLineString',
    'Polygon',
    'MultiPolygon',
    'GeometryCollection',
  ]),
});
/** A feature of an ArcGIS server (`f=json`). */
const esriSchema = z.object({
  attributes: z.record(z.string(), z.unknown()),
  geometry: z.record(z.string(), z.unknown()).nullish(),
});
const objectSchema = z.record(z.string(), z.unknown());

/**
 * The row of a JSON value: a Feature or geometry of GeoJSON, a feature of ArcGIS, any object, or a list by positions.
 */
export function jsonRow(value: unknown, number: number): RawRow {
  const feature = featureSchema.safeParse(value);
  if (feature.success) {
    const { id: own, properties: all, geometry } = feature.data;
    return {
      number,
      columns: { ...(own != null && { id: String(own) }), ...columnsOf(all ?? {}) },
      geometry: oneGeometry(geometry ?? null),
    };
  }
  if (geometrySchema.safeParse(value).success) return { number, columns: {}, geometry: oneGeometry(value) };
  const esri = esriSchema.safeParse(value);
  if (esri.success)
    return {
      number,
      columns: columnsOf(esri.data.attributes),
      geometry: oneGeometry(esriGeometry(esri.data.geometry ?? {})),
    };
  if (Array.isArray(value))
    return {
      number,
      columns: columnsOf(Object.fromEntries(value.map((cell, index) => [`column ${index + 1}`, cell]))),
    };
  const object = objectSchema.safeParse(value);
  if (!object.success) return { number, columns: {}, fault: 'is not an object' };
  if (object.data['type'] === 'Feature')
    return { number, columns: {}, fault: 'is not a GeoJSON Feature: it needs "properties" that are an object' };
  const { geometry, ...others } = object.data;
  // Records often have the geometry of a feature beside their fields.
  return geometrySchema.safeParse(geometry).success
    ? { number, columns: columnsOf(others), geometry: oneGeometry(geometry) }
    : { number, columns: columnsOf(object.data) };
}

function esriGeometry({ x, y, points, paths, rings }: Record<string, unknown>): unknown {
  if (x != null && y != null) return { type: 'Point', coordinates: [x, y] };
  if (points) return { type: 'MultiPoint', coordinates: points };
  if (paths) return { type: 'MultiLineString', coordinates: paths };
  return rings ? { type: 'Polygon', coordinates: rings } : null;
}

/** Levels of objects within objects that become columns. */
const DEEPEST = 4;

const pointSchema = z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()], z.unknown()) });

/** A value in the results of a SPARQL query. */
const typedSchema = z.strictObject({
  type: z.string(),
  value: z.string(),
  datatype: z.string().optional(),
  'xml:lang': z.string().optional(),
});

/**
 * The properties of an object as text columns: nested ones are named by their path (`geo_point_2d.lat`),
 * a list is joined by commas, a point inside is written as WKT.
 */
function columnsOf(object: Record<string, unknown>): Record<string, string> {
  const columns: Record<string, string> = {};
  collect(columns, '', object, DEEPEST);
  return columns;
}

function collect(columns: Record<string, string>, path: string, value: unknown, deeper: number): void {
  if (value === null || value === undefined) columns[path] = '';
  else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    columns[path] = String(value);
  else if (Array.isArray(value))
    columns[path] = value.filter((each) => each !== null && typeof each !== 'object').join(', ');
  else if (typeof value === 'object') {
    const typed = typedSchema.safeParse(value);
    if (typed.success) return void (columns[path] = typed.data.value);
    const point = pointSchema.safeParse(value);
    if (point.success && path !== '')
      columns[path] = `POINT (${point.data.coordinates[0]} ${point.data.coordinates[1]})`;
    else if (deeper > 0)
      for (const [key, inner] of Object.entries(value))
        collect(columns, path === '' ? key : `${path}.${key}`, inner, deeper - 1);
  }
}
