import { z } from 'zod';

/** A discovery and its award, as the events about it have it. */
export const discoveryData = z.object({
  discoveryId: z.uuid(),
  playerId: z.uuid(),
  role: z.enum(['photographer', 'artist']),
  pinType: z.enum(['tag', 'location', 'marker', 'flag', 'hot_spot']),
  isFreshArt: z.boolean(),
  tokens: z.int().nonnegative().describe('Spray Coins that discovery awards; the ledger books this amount'),
  xp: z.int().nonnegative(),
  latitude: z.number().min(-90).max(90).describe('Degrees, WGS 84'),
  longitude: z.number().min(-180).max(180),
  title: z.string().nullable(),
  pictureId: z.uuid().nullable(),
  hasDescription: z.boolean(),
  atLegalWall: z.boolean().optional().describe('Within 150 m of a legal wall, which some missions require'),
  createdAt: z.iso.datetime(),
});
