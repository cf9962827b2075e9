import { uuidv7 } from '@sprayhunt/service-kit';

/** Data of `DiscoveryCreated` with this picture. */
export const discovered = (pictureId: string, discoveryId = uuidv7()) => ({
  discoveryId,
  playerId: uuidv7(),
  role: 'artist' as const,
  pinType: 'tag' as const,
  isFreshArt: true,
  tokens: 150,
  xp: 15,
  latitude: 45.5,
  longitude: -73.6,
  title: 'A wall',
  pictureId,
  hasDescription: false,
  createdAt: new Date().toISOString(),
});
