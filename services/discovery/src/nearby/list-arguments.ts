import { latitude, longitude, pageSize } from '@sprayhunt/service-kit';
import { z } from 'zod';

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
