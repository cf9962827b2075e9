import { latitude, longitude, text } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { PINS } from './discovery-fields.js';
import type { DiscoveryRole } from './discovery.entity.js';

/** Spray Coins for one discovery. */
const COINS: Record<DiscoveryRole, number> = { photographer: 50, artist: 150 };

/** Experience points for one discovery, in any role. */
export const XP_PER_DISCOVERY = 15;

/** The Spray Coins of a discovery; Pro members earn double, also during a trial. */
export const awardFor = (role: DiscoveryRole, pro: boolean): number => COINS[role] * (pro ? 2 : 1);

/** In characters, for players and imports. The nearby index relies on these limits (see the migration). */
export const TITLE_LENGTH = 120;
export const ARTIST_LENGTH = 120;
export const ADDRESS_LENGTH = 200;
export const DESCRIPTION_LENGTH = 2_000;

/** Characters of a picture's address. */
const MAX_URL_LENGTH = 2_048;

/** A player's input for a new discovery; texts follow the kit's rule. */
export const newDiscovery = z
  .object({
    title: text({ name: 'The title', max: TITLE_LENGTH }),
    description: text({ name: 'The description', max: DESCRIPTION_LENGTH, lines: true }),
    artistName: text({ name: 'The artist', max: ARTIST_LENGTH }),
    latitude,
    longitude,
    imageUrl: text({ name: 'The picture’s address', max: MAX_URL_LENGTH }),
    pinType: z
      .enum(Object.keys(PINS) as Schema.PinType[])
      .nullish()
      .transform((value) => value ?? 'location'),
    userRole: z
      .enum(['photographer', 'artist'])
      .nullish()
      .transform((value) => value ?? 'photographer'),
    isFreshArt: z.boolean().nullish(),
  })
  // Only the artist of a work can mark it as fresh.
  .transform((input) => ({ ...input, isFreshArt: input.userRole === 'artist' && input.isFreshArt === true }));

export type NewDiscovery = z.infer<typeof newDiscovery>;

/** The coordinates as text with six decimals (about a decimetre). */
export const coordinatesAsText = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
