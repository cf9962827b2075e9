import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { discoveryCreated } from '@sprayhunt/contracts';
import { register } from 'prom-client';
import { describe, expect, it } from '@jest/globals';
import { interruptibleProxy, eventually, testNats } from '../testing/index.js';
import { Bus } from './bus.js';
import { minIdAt } from './event-time.js';
import { clearOldEvents } from './events-retention.js';
import { eventsIn } from './message-codec.js';
import { createDayPartitions } from './day-partitions.js';
import { resendEvents, StreamWatch } from './stream-watch.js';
import { eventService, type EventService } from './testing/event-service.js';
import { eachOnce, eventServices, unsent } from './testing/event-services.js';

const tests = eventServices();

/** The discoveries of all events in the stream. */
async function publishedIds(stream: string): Promise<string[]> {
  const { state } = await (await jetstreamManager(tests.nats)).streams.info(stream);
  const consumer = await jetstream(tests.nats).consumers.get(stream, { filter_subjects: `${stream}.discovery.>` });
  const ids: string[] = [];
  for await (const message of await consumer.fetch({ max_messages: state.messages, expires: 2_000 })) {
    ids.push(...eventsIn(message.string()).map((event) => (event as { subject: string }).subject));
  }
  return ids;
}

describe('sending events', () => {
  it('starts at once: many single events arrive, each once, and the outbox is empty afterwards', async () => {
    const service = await tests.start();
    const ids = (await Promise.all(Array.from({ length: 50 }, () => service.create()))).flat();
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids)));
    expect(await unsent(service)).toBe(0);
  });

  it('sends thousands in batches', async () => {
    const service = await tests.start();
    const ids = (await Promise.all(Array.from({ length: 5 }, () => service.create(1_000)))).flat();
    await eventually(async () => expect((await service.booked()).size).toBe(5_000));
    expect(await service.booked()).toEqual(eachOnce(ids));
    expect(service.batches.length).toBeLessThan(1_000);
  });

  it('sends what a program without a relay wrote, woken by NOTIFY', async () => {
    const importer = await tests.start({ listening: false });
    const service = await importer.again();
    tests.keep(service);
    const ids = await importer.create(3);
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids)));
  });

  it('sends again what a killed process published without noting it, and counts it once', async () => {
    const service = await tests.start();
    const ids = await service.create(20);
    await eventually(async () => expect((await service.booked()).size).toBe(20));
    // Exactly what a kill between the acknowledgement and that note leaves behind.
    await service.dataSource.query(
      `WITH sent AS (DELETE FROM sent_events RETURNING *) INSERT INTO outbox SELECT id, subject, event FROM sent`,
    );
    await eventually(async () => expect(await unsent(service)).toBe(0));
    const later = await service.create();
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce([...ids, ...later])));
  });

  it('starts where the killed process stopped', async () => {
    const writer = await tests.start({ listening: false });
    const ids = await writer.create(5);
    const service = await writer.again();
    tests.keep(service);
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids)));
  });

  it('shows in the metrics how many wait, and since when', async () => {
    const service = await tests.start({ natsUrl: 'nats://127.0.0.1:1' });
    await service.create(3);
    await eventually(async () => expect(await register.metrics()).toMatch(/^outbox_age_seconds [0-9]*\.?[0-9]*[1-9]/m));
    expect(await register.metrics()).toMatch(/^outbox_depth 3$/m);
  });

  it('takes over a consumer that an older release made with other settings', async () => {
    const service = await tests.start({ listening: false });
    const ids = await service.create(3);
    const manager = await jetstreamManager(tests.nats);
    await manager.streams.add({ name: service.stream, subjects: [`${service.stream}.>`] });
    await manager.consumers.add(service.stream, {
      durable_name: 'discovery_booking',
      ack_policy: 'explicit',
      ack_wait: 60e9,
      max_ack_pending: 3,
      max_deliver: 5,
    });
    const next = await service.again();
    tests.keep(next);
    await eventually(async () => expect(await next.booked()).toEqual(eachOnce(ids)));
    const { config } = await manager.consumers.info(service.stream, 'discovery_booking');
    expect(config).toMatchObject({ filter_subject: `${service.stream}.${discoveryCreated.subject}`, max_deliver: -1 });
  });

  it('finishes running work when it stops, and sends its events', async () => {
    const service = await tests.start();
    const ids = await service.create(700);
    await service.stop();
    const next = await service.again();
    tests.keep(next);
    expect(await unsent(next)).toBe(0);
    await eventually(async () => expect(await next.booked()).toEqual(eachOnce(ids)), { timeout: 20_000 });
  });

  it('shares the work between processes without doing any of it twice', async () => {
    const one = await tests.start();
    const two = await one.again();
    tests.keep(two);
    const ids = (await Promise.all([one.create(500), two.create(500), one.create(500), two.create(500)])).flat();
    await eventually(async () => expect((await one.booked()).size).toBe(2_000));
    expect(await one.booked()).toEqual(eachOnce(ids));
  });
});

describe('losing the stream', () => {
  it('creates stream and consumers again and sends all stored events, which are counted once', async () => {
    const service = await tests.start();
    const ids = await service.create(1_200);
    await eventually(async () => expect((await service.booked()).size).toBe(1_200));
    const manager = await jetstreamManager(tests.nats);
    await manager.streams.delete(service.stream);
    const later = await service.create(10);
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce([...ids, ...later])), {
      timeout: 20_000,
    });
    await eventually(
      async () => expect(new Set(await publishedIds(service.stream))).toEqual(new Set([...ids, ...later])),
      { timeout: 20_000 },
    );
  });

  it('notices at its start that the stream is a newer one, also when another process created it', async () => {
    const service = await tests.start();
    const ids = await service.create(5);
    await eventually(async () => expect((await service.booked()).size).toBe(5));
    await service.stop();
    tests.release(service);
    const manager = await jetstreamManager(tests.nats);
    await manager.streams.delete(service.stream);
    await manager.streams.add({ name: service.stream, subjects: [`${service.stream}.>`] });
    // As if they had been acknowledged by the lost store and applied by no handler.
    const next = await eventService({ database: service.database, stream: service.stream, listening: false });
    await next.dataSource.query(`DELETE FROM inbox; DELETE FROM bookings`);
    await next.stop();
    const last = await service.again();
    tests.keep(last);
    await eventually(async () => expect(await last.booked()).toEqual(eachOnce(ids)));
  });

  it('notices that the stream lost its end, and sends what it can hold, once, though two relays notice it', async () => {
    const one = await tests.start();
    const two = await one.again();
    tests.keep(two);
    const ids = await one.create(50);
    await eventually(async () => expect((await one.booked()).size).toBe(50));
    await eventually(async () => expect(await unsent(one)).toBe(0));
    // Sent so long ago that the stream had forgotten it; and what the store would say after an old copy was put back.
    const old = await one.dataSource.query<[unknown[], number]>(
      `UPDATE sent_events SET sent_at = sent_at - interval '1 second', sequence = sequence + 1000
        WHERE id IN (SELECT id FROM sent_events LIMIT 50)`,
    );
    expect(old[1]).toBe(50);
    await one.dataSource.query(
      `CREATE TABLE sent_events_past PARTITION OF sent_events FOR VALUES FROM (MINVALUE) TO ('2020-01-01Z')`,
    );
    await one.dataSource.query(
      `INSERT INTO sent_events SELECT gen_random_uuid(), subject, event, '2019-12-31', 1 FROM sent_events LIMIT 1`,
    );
    await one.dataSource.query(`UPDATE known_streams SET valid_since = now() - interval '1 hour'`);
    await one.dataSource.query(`SELECT pg_notify(current_schema() || '_events', 'resend')`);
    await eventually(async () =>
      expect(
        await one.dataSource.query(`SELECT FROM sent_events WHERE sent_at > (SELECT valid_since FROM known_streams)`),
      ).toHaveLength(50),
    );
    expect(await one.dataSource.query(`SELECT FROM sent_events WHERE sent_at < '2020-01-01'`)).toHaveLength(1);
    await eventually(async () =>
      expect(await one.dataSource.query(`SELECT resend_until FROM known_streams`)).toEqual([{ resend_until: null }]),
    );
    expect(await one.booked()).toEqual(eachOnce(ids));
  });

  it('sends everything again on request', async () => {
    const service = await tests.start();
    const ids = await service.create(20);
    await eventually(async () => expect((await service.booked()).size).toBe(20));
    const sent = async () =>
      (await service.dataSource.query<{ at: Date }[]>(`SELECT sent_at AS at FROM sent_events`)).map(({ at }) =>
        at.getTime(),
      );
    const before = Math.max(...(await sent()));
    await resendEvents(service.dataSource);
    await eventually(async () => expect((await sent()).filter((at) => at > before)).toHaveLength(20));
    expect(await service.booked()).toEqual(eachOnce(ids));
  });
});

describe('an intact stream', () => {
  it('is never taken for a lost one by two relays under load, however often they check it', async () => {
    const link = await interruptibleProxy(testNats());
    const one = await tests.start({ natsUrl: link.url });
    const two = await one.again();
    tests.keep(two);
    await one.dataSource.query(`CREATE TABLE losses (at timestamptz)`);
    await one.dataSource.query(`
      CREATE FUNCTION note_loss() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO losses
        VALUES (now()); RETURN NEW; END $$;
      CREATE TRIGGER note_loss BEFORE UPDATE ON known_streams FOR EACH ROW
        WHEN (NEW.resend_until IS NOT NULL) EXECUTE FUNCTION note_loss()`);
    const ids: string[] = [];
    const over = new AbortController();
    const load = [one, two].map(async (service) => {
      while (!over.signal.aborted) {
        ids.push(...(await service.create(20)));
        // The number of waiting events is bounded, not how fast they are sent.
        await eventually(async () => expect((await one.booked()).size).toBeGreaterThan(ids.length - 400), {
          timeout: 20_000,
        });
      }
    });
    // Relays check when they connect and every ten seconds; this one does nothing else.
    const bus = new Bus({ url: testNats(), stream: one.stream, service: 'test', name: 'test' });
    bus.open();
    await eventually(() => expect(bus.connected).toBe(true));
    const watch = new StreamWatch(one.dataSource, bus);
    try {
      for (let round = 0; round < 5; round += 1) {
        link.cut();
        link.restore();
        const published = ids.length;
        for (let looks = 0; looks < 20; looks += 1) await watch.check();
        await eventually(async () => expect((await one.booked()).size).toBeGreaterThanOrEqual(published), {
          timeout: 20_000,
        });
      }
    } finally {
      over.abort();
      await Promise.all(load);
      await bus.close();
    }
    await eventually(async () => expect(await one.booked()).toEqual(eachOnce(ids)), { timeout: 20_000 });
    expect(await one.dataSource.query(`SELECT FROM losses`)).toEqual([]);
    await link.close();
  });

  it('is not taken for a lost one when another relay has stored more by the time it responds', async () => {
    const service = await tests.start();
    await service.create(10);
    await eventually(async () => expect((await service.booked()).size).toBe(10));
    const bus = new Bus({ url: testNats(), stream: service.stream, service: 'test', name: 'test' });
    bus.open();
    await eventually(() => expect(bus.connected).toBe(true));
    let asked = 0;
    const slow = {
      stream: service.stream,
      lastMessageText: () => Promise.resolve(undefined),
      ensureStream: async () => {
        const state = await bus.ensureStream();
        if ((asked += 1) > 1) return state;
        await service.create(10);
        await eventually(async () => expect(await unsent(service)).toBe(0));
        return state;
      },
    };
    await new StreamWatch(service.dataSource, slow as unknown as Bus).check();
    expect(asked).toBe(1);
    await bus.close();
  });
});

describe('keeping events', () => {
  const day = 24 * 60 * 60 * 1_000;
  const days = async (service: EventService) =>
    (
      await service.dataSource.query<{ name: string }[]>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'sent_events'::regclass ORDER BY 1`,
      )
    ).map(({ name }) => name);

  it('drops days of sent events after 30 days, deletes what was applied after 45, and never what is unsent', async () => {
    const service = await tests.start({ listening: false });
    const now = Date.now();
    await createDayPartitions(service.dataSource);
    const made = await days(service);
    await service.dataSource.query(
      `CREATE TABLE sent_events_old PARTITION OF sent_events FOR VALUES FROM (MINVALUE) TO ('2020-01-02Z')`,
    );
    await service.dataSource.query(
      `INSERT INTO sent_events SELECT gen_random_uuid(), 's', '{}', '2020-01-01', n FROM generate_series(1, 10) AS n`,
    );
    await service.dataSource.query(`INSERT INTO sent_events VALUES ($1, 's', '{}', now(), 1)`, [
      minIdAt(now - 29 * day),
    ]);
    await service.dataSource.query(`INSERT INTO outbox VALUES ($1, 's', '{}')`, [minIdAt(now - 40 * day)]);
    await service.dataSource.query(
      `INSERT INTO inbox (handler, event_id, handled_at) VALUES ('h', $1, now() - interval '46 days'),
        ('h', $2, now() - interval '40 days')`,
      [minIdAt(now - 46 * day), minIdAt(now - 40 * day)],
    );
    await clearOldEvents(service.dataSource);
    expect(await days(service)).toEqual(made);
    const count = async (table: string) => (await service.dataSource.query<object[]>(`SELECT FROM ${table}`)).length;
    expect([await count('sent_events'), await count('outbox'), await count('inbox')]).toEqual([1, 1, 1]);
    await clearOldEvents(service.dataSource, now + 28 * day);
    expect(await count('sent_events')).toBe(1);
    await clearOldEvents(service.dataSource, now + 32 * day);
    expect(await count('sent_events')).toBe(0);
  });

  it('creates the coming days once, whichever process asks, and a missing one when it is needed', async () => {
    const service = await tests.start();
    await Promise.all(Array.from({ length: 4 }, () => createDayPartitions(service.dataSource)));
    const made = await days(service);
    expect(made).toHaveLength(4);
    const ids = await service.create(3);
    await eventually(async () => expect(await unsent(service)).toBe(0));
    // As after days without any process.
    await service.dataSource.query(made.map((name) => `DROP TABLE ${name}`).join(';'));
    ids.push(...(await service.create(3)));
    await eventually(async () => expect(await unsent(service)).toBe(0));
    expect(await days(service)).toEqual(made);
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids)));
  });

  it('reads as little in a pass after many events as at the beginning', async () => {
    const service = await tests.start();
    // Dead entries stay where they are until a VACUUM; the pass must not depend on it.
    await service.dataSource.query(`ALTER TABLE outbox SET (autovacuum_enabled = false)`);
    for (let round = 0; round < 10; round += 1) await service.create(500);
    await eventually(async () => expect(await unsent(service)).toBe(0), { timeout: 20_000 });
    const pass = async (from: string) => {
      const take = `SELECT FROM relay_take('${from}', 500)`;
      const [row] = await service.dataSource.transaction(async (tx) => {
        // Planned with the first call.
        await tx.query(take);
        return tx.query<[{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }]>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${take}`,
        );
      });
      const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = row['QUERY PLAN'][0].Plan;
      return hit! + read!;
    };
    expect(await pass(minIdAt(Date.now()))).toBeLessThan(10);
    await service.dataSource.query(`VACUUM outbox`);
    expect(await pass(minIdAt(0))).toBeLessThan(10);
  });
});
