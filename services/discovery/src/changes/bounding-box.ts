import { latitude, longitude } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { onMap } from '../nearby/mercator.js';

/**
 * West, south, east and north in degrees, as GeoJSON orders them (RFC 7946, 5): where west is greater than east, the
 * box crosses the antimeridian.
 */
export const boundingBox = z
  .tuple([longitude, latitude, longitude, latitude], 'A bounding box has four numbers: west, south, east and north.')
  .refine(([, south, , north]) => south <= north, 'The south of the box cannot be above its north.');

export type BoundingBox = z.infer<typeof boundingBox>;

/** The box in Web Mercator metres, the unit of the changes' places; nulls without a box. */
export function onMapBox(box: BoundingBox | null | undefined): readonly (number | null)[] {
  if (!box) return [null, null, null, null];
  const [west, south, east, north] = box;
  const [from, to] = [onMap({ latitude: south, longitude: west }), onMap({ latitude: north, longitude: east })];
  return [from.x, from.y, to.x, to.y];
}

/** SQL: whether the point is in the box of four parameters, which start with number `from`; true without a box. */
export const isInBox = (point: string, from: number): string => {
  const [west, south, east, north] = [0, 1, 2, 3].map((offset) => `$${from + offset}::float8`) as [
    string,
    string,
    string,
    string,
  ];
  return `(${west} IS NULL OR (${point}[1] BETWEEN ${south} AND ${north} AND
    CASE WHEN ${west} <= ${east} THEN ${point}[0] BETWEEN ${west} AND ${east} ELSE ${point}[0] >= ${west} OR ${point}[0] <= ${east} END))`;
};
