import { latitude, longitude } from '@sprayhunt/service-kit';
import { z } from 'zod';

/** Items a page; the gateway lets partners ask for 100. */
const MOST = 500;

export const pageSize = z.int('`first` is a whole number.').min(1, '`first` is at least 1.').max(MOST, `\`first\` is at most ${MOST}.`);

/** Arguments of a nearby list. Degrees and metres. */
export const nearbyArguments = (mostMetres: number) =>
  z.object({
    latitude,
    longitude,
    radius: z
      .int('The radius is in whole metres.')
      .min(1, 'The radius is at least 1 metre.')
      .max(mostMetres, `The radius is at most ${mostMetres.toLocaleString('en')} metres.`),
    first: pageSize,
    after: z.string().nullish(),
  });
