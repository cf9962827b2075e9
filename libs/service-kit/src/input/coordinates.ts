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
