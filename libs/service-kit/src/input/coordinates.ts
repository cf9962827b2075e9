import { z } from 'zod';

/** Degrees below which Postgres refuses to calculate (22003, numeric value out of range); only programs send those. */
const SMALLEST = 1e-30;

const degrees = (name: string, most: number) =>
  z
    .number(`${name} is a number of degrees.`)
    .min(-most, `${name} is at least -${most}.`)
    .max(most, `${name} is at most ${most}.`)
    .refine((value) => value === 0 || Math.abs(value) >= SMALLEST, `${name} is too small a number; send 0.`)
    .describe('Degrees, WGS 84.');

/** Degrees, WGS 84: the rule for all coordinates in input. */
export const latitude = degrees('The latitude', 90);
export const longitude = degrees('The longitude', 180);

/** Degrees, WGS 84. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Mean radius of the earth in metres (IUGG R1); great-circle distances are measured on this sphere. */
export const EARTH_METRES = 6_371_008.8;

const RADIANS = Math.PI / 180;

/** Great-circle metres between two places (haversine, exact to well under a millimetre of the sphere). */
export function greatCircle(a: Place, b: Place): number {
  const north = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const h = north * north + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * east * east;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(h)));
}
