import { z } from 'zod';
import { ARTIST_LENGTH, DESCRIPTION_LENGTH, TITLE_LENGTH } from './limits.js';

const text = (name: string, limit: number) =>
  z
    .string()
    .trim()
    .max(limit, `${name} has at most ${limit.toLocaleString('en')} characters.`)
    .nullish()
    .transform((value) => value || null);

const degrees = (name: string, limit: number) =>
  z.number(`${name} is a number of degrees.`).min(-limit, `${name} is at least -${limit}.`).max(limit, `${name} is at most ${limit}.`);

/** What a player says of a new discovery; texts are trimmed, an empty one is none. */
export const newDiscovery = z
  .object({
    title: text('The title', TITLE_LENGTH),
    description: text('The description', DESCRIPTION_LENGTH),
    artistName: text('The artist', ARTIST_LENGTH),
    latitude: degrees('The latitude', 90),
    longitude: degrees('The longitude', 180),
    imageUrl: z.string().max(2_048, 'The picture’s address is too long.').nullish().transform((value) => value || null),
    pinType: z.enum(['tag', 'location', 'marker', 'flag', 'hot_spot']).nullish().transform((value) => value ?? 'location'),
    userRole: z.enum(['photographer', 'artist']).nullish().transform((value) => value ?? 'photographer'),
    isFreshArt: z.boolean().nullish(),
  })
  // Only who made a work can prove that it is fresh.
  .transform((input) => ({ ...input, isFreshArt: input.userRole === 'artist' && input.isFreshArt === true }));

export type NewDiscovery = z.infer<typeof newDiscovery>;

/** The coordinates as text with six decimals (about a decimetre). */
export const coordinatesAsText = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
