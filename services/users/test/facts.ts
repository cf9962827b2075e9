import { discoveryCreated, discoveryLiked, type DataOf, type EventDefinition, type EventOf } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import type { RunningUsers } from './running-service.js';

type Fact = EventOf<EventDefinition>;

export const fact = <D extends EventDefinition>(definition: D, subject: string, data: DataOf<D>): EventOf<D> => ({
  specversion: '1.0',
  id: uuidv7(),
  source: `/services/${definition.owner}`,
  type: definition.type,
  time: new Date().toISOString(),
  subject,
  datacontenttype: 'application/json',
  data: data as EventOf<D>['data'],
});

export function created(playerId: string, changes: Partial<DataOf<typeof discoveryCreated>> = {}) {
  const discoveryId = uuidv7();
  return fact(discoveryCreated, discoveryId, {
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

export const liked = (playerId: string, discoveryId = uuidv7()) => fact(discoveryLiked, discoveryId, { discoveryId, playerId, ownerId: null });

/** Lets the relay carry these events to JetStream, as if discovery had stated them. */
export async function happen(users: RunningUsers, ...facts: Fact[]): Promise<void> {
  for (const event of facts)
    await users.database.query(`INSERT INTO outbox (id, subject, event) VALUES ($1, $2, $3)`, [uuidv7(), event.type, JSON.stringify(event)]);
  await users.database.query(`SELECT pg_notify(current_schema() || '_events', '')`);
}
