import { discoveryCreated, discoveryLiked, type DataOf } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventOf } from '@sprayhunt/service-kit/harness';

export function created(playerId: string, changes: Partial<DataOf<typeof discoveryCreated>> = {}) {
  const discoveryId = uuidv7();
  return eventOf(discoveryCreated, {
    discoveryId,
    playerId,
    role: 'photographer',
    pinType: 'location',
    isFreshArt: false,
    tokens: 50,
    xp: 15,
    latitude: -28.0167,
    longitude: 153.4,
    title: 'Heron',
    pictureId: null,
    hasDescription: false,
    createdAt: new Date().toISOString(),
    ...changes,
  });
}

export const liked = (playerId: string, discoveryId = uuidv7()) =>
  eventOf(discoveryLiked, { discoveryId, playerId, ownerId: null });
