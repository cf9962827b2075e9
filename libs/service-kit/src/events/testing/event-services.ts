import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { connectToNats } from '../../testing/index.js';
import { eventService, type EventService } from './event-service.js';

/** Services under test that stop, with their streams and databases, at the end of each test. */
export function eventServices() {
  const running: EventService[] = [];
  const tests = {
    /** A separate NATS connection for the tests. */
    nats: undefined as unknown as NatsConnection,
    async start(options?: Parameters<typeof eventService>[0]): Promise<EventService> {
      return tests.keep(await eventService(options));
    },
    keep(service: EventService): EventService {
      running.push(service);
      return service;
    },
    /** For a service that the test has stopped itself. */
    release(service: EventService): void {
      running.splice(running.indexOf(service), 1);
    },
  };
  beforeAll(async () => {
    tests.nats = await connectToNats();
  });
  afterAll(() => tests.nats.close());
  afterEach(async () => {
    const services = running.splice(0);
    const manager = await jetstreamManager(tests.nats);
    for (const service of services) {
      await service.stop();
      await manager.streams.delete(service.stream).catch(() => undefined);
    }
    for (const database of new Set(services.map((service) => service.database))) await database.drop();
  });
  return tests;
}

/** The expected ledger when each of these is counted once. */
export const eachOnce = (ids: string[]) => new Map(ids.map((id) => [id, 50]));

export async function unsent({ dataSource }: EventService): Promise<number> {
  const [row] = await dataSource.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM outbox`);
  return row!.n;
}
