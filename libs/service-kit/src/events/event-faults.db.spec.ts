import { setTimeout as sleep } from 'node:timers/promises';
import { discoveryCreated } from '@sprayhunt/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, testDatabase, testNats, publishedEvents } from '../testing/index.js';
import { replayDeadLetters } from './dead-letters.js';
import { liveEvents } from './live-events.js';
import { interruptibleProxy, type InterruptibleProxy } from '../testing/interruptible-proxy.js';
import { eventService, type EventService } from './testing/event-service.js';

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const eachOnce = (ids: string[]) => new Map(ids.map((id) => [id, 50]));

async function linkTo(target: string): Promise<InterruptibleProxy> {
  const link = await interruptibleProxy(target);
  endings.push(() => link.close());
  return link;
}

async function start(options: Parameters<typeof eventService>[0]): Promise<EventService> {
  const service = await eventService(options);
  endings.push(() => service.database.drop());
  endings.push(() => service.stop());
  return service;
}

describe('NATS', () => {
  it('may be down at the start, and for a while at any time: events of that time arrive afterwards', async () => {
    const nats = await linkTo(testNats());
    nats.cut();
    const service = await start({ natsUrl: nats.url });
    const ids = await service.create(10);
    await sleep(300);
    expect(await service.booked()).toEqual(new Map());
    nats.restore();
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids)));
    for (let round = 0; round < 3; round += 1) {
      ids.push(...(await service.create(200)));
      nats.cut();
      ids.push(...(await service.create(10)));
      await sleep(200);
      nats.restore();
      ids.push(...(await service.create(10)));
      await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids)), { timeout: 20_000 });
    }
  });

  it('does not keep a service from stopping while it is down', async () => {
    const nats = await linkTo(testNats());
    const service = await eventService({ natsUrl: nats.url });
    endings.push(() => service.database.drop());
    await service.create(5);
    nats.cut();
    await service.create(5);
    await service.stop();
  });
});

describe('live events', () => {
  it('continue after a lost connection with the events of that time, none twice', async () => {
    const nats = await linkTo(testNats());
    const service = await start({});
    await service.create();
    await eventually(async () => expect((await service.booked()).size).toBe(1));
    const seen: string[] = [];
    const end = liveEvents(
      { url: nats.url, stream: service.stream, service: 'test', name: 'live' },
      [discoveryCreated],
      (event) => void seen.push(event.data.discoveryId),
    );
    endings.push(end);
    const ids: string[] = [];
    await eventually(async () => {
      ids.push(...(await service.create()));
      await eventually(() => expect(seen).toContain(ids.at(-1)), { timeout: 500 });
    });
    for (let round = 0; round < 3; round += 1) {
      nats.cut();
      ids.push(...(await service.create(3)));
      await sleep(300);
      nats.restore();
      ids.push(...(await service.create(3)));
      await eventually(() => expect(seen).toEqual(ids.slice(-seen.length)));
      await eventually(() => expect(seen).toContain(ids.at(-1)));
    }
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('Postgres', () => {
  it('may fail and be down for a while: no event is lost, applied twice or made a dead letter', async () => {
    const database = await testDatabase('discovery');
    const postgres = await linkTo(database.url);
    const writer = await start({ database });
    const stopWriter = endings.at(-1)!;
    await writer.create(1);
    await eventually(async () => expect((await writer.booked()).size).toBe(1));
    const service = await start({ database: { ...database, url: postgres.url }, stream: writer.stream });
    const ids: string[] = [...(await writer.booked()).keys()];
    for (let round = 0; round < 5; round += 1) {
      ids.push(...(await writer.create(300)));
      postgres.cut();
      ids.push(...(await writer.create(300)));
      await sleep(400);
      postgres.restore();
      await eventually(async () => expect(await writer.booked()).toEqual(eachOnce(ids)), { timeout: 20_000 });
    }
    await eventually(async () => ids.push(...(await service.create(1))));
    await eventually(async () => expect(await writer.booked()).toEqual(eachOnce(ids)));
    expect(await writer.dataSource.query(`SELECT * FROM dead_letters`)).toEqual([]);

    // It receives requests for a replay again.
    await writer.stop();
    endings.splice(endings.indexOf(stopWriter), 1);
    await service.dataSource.query(
      `INSERT INTO dead_letters (handler, event_id, subject, payload, error, deliveries)
        SELECT 'booking', id, subject, event::text, 'for the test', 1 FROM ${publishedEvents()} LIMIT 1`,
    );
    expect(await replayDeadLetters(service.dataSource)).toEqual({ replayed: 1, failed: 0, waiting: 0 });
    expect(await service.booked()).toEqual(eachOnce(ids));
  });
});
