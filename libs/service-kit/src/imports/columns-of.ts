import { z } from 'zod';

/** Levels of objects within objects that become columns. */
const DEEPEST = 4;

const pointSchema = z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()], z.unknown()) });

/**
 * The properties of a feature as text columns: nested ones are named by their path
 * (`geo_point_2d.lat`), a list is joined by commas, a point inside is written as WKT.
 */
export function columnsOf(properties: Record<string, unknown>): Record<string, string> {
  const columns: Record<string, string> = {};
  collect(columns, '', properties, DEEPEST);
  return columns;
}

function collect(columns: Record<string, string>, path: string, value: unknown, deeper: number): void {
  if (value === null || value === undefined) columns[path] = '';
  else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') columns[path] = String(value);
  else if (Array.isArray(value)) columns[path] = value.filter((one) => one !== null && typeof one !== 'object').join(', ');
  else if (typeof value === 'object') {
    const point = pointSchema.safeParse(value);
    if (point.success && path !== '') columns[path] = `POINT (${point.data.coordinates[0]} ${point.data.coordinates[1]})`;
    else if (deeper > 0) for (const [key, inner] of Object.entries(value)) collect(columns, path === '' ? key : `${path}.${key}`, inner, deeper - 1);
  }
}
