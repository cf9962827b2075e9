import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { discoveryCreated } from '@sprayhunt/contracts';
import { register } from 'prom-client';
import { describe, expect, it } from '@jest/globals';
import { traceparent, withTrace } from '../logging/trace-context.js';
import { eventually, publishedEvents } from '../testing/index.js';
import { replayDeadLetters } from './dead-letters.js';
import { discovery } from './testing/event-service.js';
import { eachOnce, eventServices } from './testing/event-services.js';

interface Prepared {
  id: string;
  json: string;
}

const tests = eventServices();

describe('applying events', () => {
  it('applies an event that is delivered three times once', async () => {
    const service = await tests.start();
    await service.create(10);
    await eventually(async () => expect((await service.booked()).size).toBe(10));
    const rows = await service.dataSource.query<{ event: string }[]>(
      `SELECT event::text AS event FROM ${publishedEvents()}`,
    );
    // Without a message id the stream stores each of them again.
    const client = jetstream(tests.nats);
    for (let time = 0; time < 3; time += 1)
      for (const { event } of rows) await client.publish(`${service.stream}.${discoveryCreated.subject}`, event);
    const last = await service.create();
    await eventually(async () => expect((await service.booked()).has(last[0]!)).toBe(true));
    expect([...(await service.booked()).values()]).toEqual(Array(11).fill(50));
  });

  it('gives the handler the trace of the event', async () => {
    const service = await tests.start();
    const traces: (string | undefined)[] = [];
    service.fault.current = () => void traces.push(traceparent());
    await withTrace('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', () => service.create());
    await eventually(() => expect(traces[0]).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/));
  });

  it('rolls back a handler that throws, applies the other events, and retries until it succeeds', async () => {
    const service = await tests.start();
    const ids = await service.create(30);
    const [bad] = ids;
    let tries = 0;
    service.fault.current = (events) => {
      if (events.some(({ data }) => data.discoveryId === bad) && (tries += 1) < 3) throw new Error('not today');
    };
    const rest = await service.create(30);
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce([...ids, ...rest])));
    expect(await service.dataSource.query(`SELECT * FROM dead_letters`)).toEqual([]);
  });

  it('makes an event that always fails a dead letter, and applies it when it is replayed', async () => {
    const service = await tests.start();
    let bad: string | undefined;
    service.fault.current = (events) => {
      if (events.some(({ data }) => data.title === 'poison')) throw new Error('indigestible');
    };
    await service.dataSource.transaction(async (tx) => {
      const data = { ...discovery(), title: 'poison' };
      bad = data.discoveryId;
      await service.outbox.add(tx, discoveryCreated, data);
    });
    const good = await service.create(10);
    const letters = () =>
      service.dataSource.query<{ error: string; deliveries: number; replayed_at: Date | null }[]>(
        `SELECT * FROM dead_letters`,
      );
    await eventually(async () => expect(await letters()).toHaveLength(1));
    expect((await letters())[0]).toMatchObject({
      handler: 'booking',
      subject: discoveryCreated.subject,
      deliveries: 3,
      replayed_at: null,
    });
    expect((await letters())[0]!.error).toContain('indigestible');
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(good)));
    const metrics = await register.metrics();
    expect(metrics).toMatch(/^outbox_depth 0$/m);
    expect(metrics).toMatch(/^outbox_age_seconds 0$/m);
    expect(metrics).toMatch(/^dead_letters 1$/m);
    expect(metrics).toMatch(/^dead_letters_total\{handler="booking"\} [1-9]/m);
    expect(metrics).toMatch(/^event_lag_seconds_count\{handler="booking"\} [1-9]/m);

    expect(await replayDeadLetters(service.dataSource)).toEqual({ replayed: 0, failed: 1, waiting: 0 });
    expect((await letters())[0]).toMatchObject({ deliveries: 4, replayed_at: null });

    service.fault.current = undefined;
    expect(await replayDeadLetters(service.dataSource)).toEqual({ replayed: 1, failed: 0, waiting: 0 });
    expect(await service.booked()).toEqual(eachOnce([...good, bad!]));
    expect(await replayDeadLetters(service.dataSource)).toEqual({ replayed: 0, failed: 0, waiting: 0 });
  });

  it.each(['not json', '{}', JSON.stringify({ id: '0190f7a0-0000-7000-8000-000000000001', data: {} })])(
    'makes a message that breaks its contract a dead letter at once: %s',
    async (payload) => {
      const service = await tests.start();
      await service.create();
      await eventually(async () => expect((await service.booked()).size).toBe(1));
      await jetstream(tests.nats).publish(`${service.stream}.${discoveryCreated.subject}`, payload);
      await eventually(async () =>
        expect(await service.dataSource.query(`SELECT payload, deliveries FROM dead_letters`)).toEqual([
          { payload, deliveries: 1 },
        ]),
      );
    },
  );

  it('makes invalid events in a message of many events dead letters, and applies the others once', async () => {
    const service = await tests.start();
    service.fault.current = (events) => {
      if (events.some(({ data }) => data.title === 'poison')) throw new Error('indigestible');
    };
    const prepared = Array.from({ length: 5 }, (_, index) => {
      const data = { ...discovery(), title: index === 2 ? 'poison' : 'fine' };
      return { id: data.discoveryId, json: service.outbox.prepare(discoveryCreated, data).json };
    });
    const [first, second, poison, ...rest] = prepared as [Prepared, Prepared, Prepared, ...Prepared[]];
    const message = `[${[first.json, second.json, '{}', poison.json, ...rest.map(({ json }) => json)].join(',')}]`;
    await service.create();
    await eventually(async () => expect((await service.booked()).size).toBe(1));
    await jetstream(tests.nats).publish(`${service.stream}.${discoveryCreated.subject}`, message);
    const letters = () =>
      service.dataSource.query<object[]>(
        `SELECT payload::json -> 'data' ->> 'title' AS title, deliveries FROM dead_letters ORDER BY title`,
      );
    await eventually(async () =>
      expect(await letters()).toEqual([
        { title: 'poison', deliveries: 3 },
        { title: null, deliveries: 3 },
      ]),
    );
    const booked = await service.booked();
    expect([first, second, ...rest].map(({ id }) => booked.get(id))).toEqual([50, 50, 50, 50]);
    expect(booked.has(poison.id)).toBe(false);
    const { consumers } = await jetstreamManager(tests.nats);
    await eventually(async () =>
      expect((await consumers.info(service.stream, 'discovery_booking')).num_ack_pending).toBe(0),
    );
  });

  it('replays a message of many events that an earlier release stored as one dead letter', async () => {
    const service = await tests.start();
    const works = [discovery(), discovery()];
    const payload = `[${works.map((data) => service.outbox.prepare(discoveryCreated, data).json).join(',')}]`;
    await service.dataSource.query(
      `INSERT INTO dead_letters (handler, event_id, subject, payload, error, deliveries)
        VALUES ('booking', gen_random_uuid(), $1, $2, 'not an event', 1)`,
      [discoveryCreated.subject, payload],
    );
    expect(await replayDeadLetters(service.dataSource)).toEqual({ replayed: 1, failed: 0, waiting: 0 });
    expect(await service.booked()).toEqual(eachOnce(works.map(({ discoveryId }) => discoveryId)));
  });

  it('blocks no other event while a dead letter cannot be stored, and stores it when that is possible', async () => {
    const service = await tests.start();
    await service.create();
    await eventually(async () => expect((await service.booked()).size).toBe(1));
    await service.dataSource.query(`ALTER TABLE dead_letters RENAME TO dead_letters_away`);
    const nats = jetstream(tests.nats);
    const subject = `${service.stream}.${discoveryCreated.subject}`;
    await nats.publish(subject, 'not json');
    const good = await service.create(3);
    await eventually(async () => expect((await service.booked()).size).toBe(1 + good.length));
    // Far more often than a message without an acknowledgement would be redelivered.
    const { consumers } = await jetstreamManager(tests.nats);
    await eventually(
      async () => expect((await consumers.info(service.stream, 'discovery_booking')).num_redelivered).toBe(1),
      { timeout: 5_000 },
    );
    await service.dataSource.query(`ALTER TABLE dead_letters_away RENAME TO dead_letters`);
    await eventually(async () =>
      expect(await service.dataSource.query(`SELECT payload FROM dead_letters`)).toEqual([{ payload: 'not json' }]),
    );
    await eventually(async () =>
      expect((await consumers.info(service.stream, 'discovery_booking')).num_ack_pending).toBe(0),
    );
  });
});
