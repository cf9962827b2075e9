import { EventEmitter, once } from 'node:events';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { discoveryCreated } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../testing/index.js';
import { discovery, type EventService } from './testing/event-service.js';
import { eachOnce, eventServices } from './testing/event-services.js';

const tests = eventServices();

const countedEvents = async ({ dataSource }: EventService): Promise<string[]> => {
  const rows = await dataSource.query<{ id: string }[]>(`SELECT event_id AS id FROM event_failures`);
  return rows.map(({ id }) => id);
};

/** A service whose consumer has received and applied something. */
async function startedService(): Promise<EventService> {
  const service = await tests.start();
  await service.create();
  await eventually(async () => expect((await service.booked()).size).toBe(1));
  await service.dataSource.query(`DELETE FROM bookings`);
  return service;
}

describe('failures of events', () => {
  it('counts failures, not deliveries, of all processes together', async () => {
    const first = await tests.start();
    await first.create();
    await eventually(async () => expect((await first.booked()).size).toBe(1));
    await first.stop();
    tests.release(first);
    const { stream, database } = first;
    const silent = await tests.start({ stream, database, listening: false });
    const poison = () => silent.outbox.prepare(discoveryCreated, { ...discovery(), tokens: 51 });
    const [redelivered, failedBefore] = [poison(), poison()];
    await silent.dataSource.query(`ALTER TABLE bookings ADD CONSTRAINT no_poison CHECK (amount <> 51)`);
    await silent.dataSource.query(`INSERT INTO event_failures VALUES ('booking', $1, 2)`, [failedBefore.id]);
    const client = jetstream(tests.nats);
    const consumer = await client.consumers.get(stream, 'discovery_booking');
    await client.publish(`${stream}.${discoveryCreated.subject}`, redelivered.json);
    for (let restart = 0; restart < 5; restart += 1) (await consumer.next())!.nak();
    await client.publish(`${stream}.${discoveryCreated.subject}`, failedBefore.json);
    await tests.start({ stream, database });
    await eventually(async () => {
      const letters = await silent.dataSource.query<object[]>(`SELECT event_id AS id, deliveries FROM dead_letters`);
      expect(new Set(letters)).toEqual(new Set([redelivered, failedBefore].map(({ id }) => ({ id, deliveries: 3 }))));
    });
  });

  it('are not counted when the end of the process interrupts the handler', async () => {
    const service = await startedService();
    const handler = new EventEmitter();
    let calls = 0;
    service.fault.current = async () => {
      // The batch first, then its only event.
      if ((calls += 1) > 1) {
        handler.emit('trying');
        await once(handler, 'closed');
      }
      throw new Error('closed');
    };
    const trying = once(handler, 'trying');
    const ids = await service.create();
    await trying;
    const stopped = service.stop();
    handler.emit('closed');
    await stopped;
    tests.release(service);
    const next = await tests.start({ stream: service.stream, database: service.database });
    await eventually(async () => expect(await next.booked()).toEqual(eachOnce(ids)));
    expect(await countedEvents(next)).toEqual([]);
  });

  it('are not counted when Postgres ends the connection', async () => {
    const service = await startedService();
    let calls = 0;
    service.fault.current = async (_events, tx) => {
      if ((calls += 1) <= 4) await tx.query(`SELECT pg_terminate_backend(pg_backend_pid())`);
    };
    const ids = await service.create();
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids)), { timeout: 10_000 });
    expect(await countedEvents(service)).toEqual([]);
  });

  it('are not counted while another process, whose acknowledgement is late, is still applying the event', async () => {
    const service = await startedService();
    await service.dataSource.query(`
      CREATE FUNCTION wait_briefly() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM set_config('lock_timeout', '50ms', true); RETURN NULL; END $$;
      CREATE TRIGGER wait_briefly BEFORE INSERT ON inbox EXECUTE FUNCTION wait_briefly()`);
    const [late, other] = [discovery(), discovery()];
    const [event, sibling] = [late, other].map((data) => service.outbox.prepare(discoveryCreated, data));
    const process = service.dataSource.createQueryRunner();
    await process.startTransaction();
    await process.query(`INSERT INTO inbox (handler, event_id) VALUES ('booking', $1)`, [event!.id]);
    await process.query(`INSERT INTO bookings VALUES ($1, 50)`, [late.discoveryId]);
    const client = jetstream(tests.nats);
    const subject = `${service.stream}.${discoveryCreated.subject}`;
    for (const { json } of [event!, sibling!]) await client.publish(subject, json);
    const { consumers } = await jetstreamManager(tests.nats);
    const consumer = () => consumers.info(service.stream, 'discovery_booking');
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce([other.discoveryId])));
    await eventually(async () => expect((await consumer()).num_redelivered).toBe(1));
    await process.commitTransaction();
    await process.release();
    await eventually(async () => expect((await consumer()).num_ack_pending).toBe(0));
    expect(await service.booked()).toEqual(eachOnce([late.discoveryId, other.discoveryId]));
    expect(await countedEvents(service)).toEqual([]);
  });

  it('are counted for the event that fails, not for those that it keeps from being applied', async () => {
    const service = await startedService();
    service.fault.current = (events) => {
      if (events.some(({ data }) => data.title === 'poison')) throw new Error('indigestible');
    };
    const poison = await service.dataSource.transaction(async (tx) => {
      const titles = ['fine', 'poison', 'fine', 'fine'];
      const entries = titles.map((title) => ({ data: { ...discovery(), title } }));
      return (await service.outbox.addMany(tx, discoveryCreated, entries))[1];
    });
    await eventually(async () => expect(await service.dataSource.query(`SELECT FROM dead_letters`)).toHaveLength(1));
    expect((await service.booked()).size).toBe(3);
    expect(await countedEvents(service)).toEqual([poison]);
  });

  it('keep no other event from being applied while they cannot be counted', async () => {
    const service = await startedService();
    await service.dataSource.query(`ALTER TABLE event_failures RENAME TO event_failures_away`);
    let bad: string | undefined;
    service.fault.current = (events) => {
      bad ??= events[0]!.data.discoveryId;
      if (events.some(({ data }) => data.discoveryId === bad)) throw new Error('indigestible');
    };
    const ids = await service.create(10);
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids.filter((id) => id !== bad))));
    service.fault.current = undefined;
    await service.dataSource.query(`ALTER TABLE event_failures_away RENAME TO event_failures`);
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids)));
  });
});
