import { jetstreamManager } from '@nats-io/jetstream';
import { discoveryCreated } from '@sprayhunt/contracts';
import { register } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { eventually } from '../testing/index.js';
import { idAt } from './event-time.js';
import { clearOldEvents } from './events-retention.js';
import { resendEvents } from './outbox-relay.js';
import { eventService } from './testing/event-service.js';
import { eachOnce, eventServices, unsent } from './testing/event-services.js';

const tests = eventServices();

describe('carrying events', () => {
  it('wakes at once: many single events arrive, each once, and the outbox is empty afterwards', async () => {
    const service = await tests.start();
    const ids = (await Promise.all(Array.from({ length: 50 }, () => service.create()))).flat();
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(ids)));
    expect(await unsent(service)).toBe(0);
  });

  it('takes thousands in batches', async () => {
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

  it('sends again what a killed process published without marking it, and counts it once', async () => {
    const service = await tests.start();
    const ids = await service.create(20);
    await eventually(async () => expect((await service.booked()).size).toBe(20));
    // Exactly what a kill between the acknowledgement and the mark leaves behind.
    await service.dataSource.query(`UPDATE outbox SET sent_at = NULL`);
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
    await manager.consumers.add(service.stream, { durable_name: 'discovery_booking', ack_policy: 'explicit', ack_wait: 60e9, max_ack_pending: 3, max_deliver: 5 });
    const next = await service.again();
    tests.keep(next);
    await eventually(async () => expect(await next.booked()).toEqual(eachOnce(ids)));
    const { config } = await manager.consumers.info(service.stream, 'discovery_booking');
    expect(config).toMatchObject({ filter_subject: `${service.stream}.${discoveryCreated.subject}`, max_deliver: -1 });
  });

  it('finishes what is under way when it stops, and sends what that stated', async () => {
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
  it('makes stream and consumers again and sends everything kept, which is counted once', async () => {
    const service = await tests.start();
    const ids = await service.create(1_200);
    await eventually(async () => expect((await service.booked()).size).toBe(1_200));
    const manager = await jetstreamManager(tests.nats);
    await manager.streams.delete(service.stream);
    const later = await service.create(10);
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce([...ids, ...later])), { timeout: 20_000 });
    await eventually(async () => expect((await manager.streams.info(service.stream)).state.messages).toBe(1_210), { timeout: 20_000 });
  });

  it('notices at its start that the stream is a younger one, also when somebody else made it', async () => {
    const service = await tests.start();
    const ids = await service.create(5);
    await eventually(async () => expect((await service.booked()).size).toBe(5));
    await service.stop();
    tests.letGo(service);
    const manager = await jetstreamManager(tests.nats);
    await manager.streams.delete(service.stream);
    await manager.streams.add({ name: service.stream, subjects: [`${service.stream}.>`] });
    // As if they had been acknowledged by the lost store and applied by nobody.
    const next = await eventService({ database: service.database, stream: service.stream, listening: false });
    await next.dataSource.query(`DELETE FROM inbox; DELETE FROM bookings`);
    await next.stop();
    const last = await service.again();
    tests.keep(last);
    await eventually(async () => expect(await last.booked()).toEqual(eachOnce(ids)));
  });

  it('can be told to send everything again', async () => {
    const service = await tests.start();
    const ids = await service.create(20);
    await eventually(async () => expect((await service.booked()).size).toBe(20));
    expect(await resendEvents(service.dataSource)).toBe(20);
    await eventually(async () => expect(await unsent(service)).toBe(0));
    expect(await service.booked()).toEqual(eachOnce(ids));
  });
});

describe('keeping events', () => {
  it('deletes sent events after 30 days and what was applied after 45, in bounded batches, and never what is unsent', async () => {
    const service = await tests.start({ listening: false });
    const day = 24 * 60 * 60 * 1_000;
    const now = Date.now();
    await service.dataSource.query(
      `INSERT INTO outbox (id, subject, event, sent_at)
       SELECT (left($1, 24) || lpad(to_hex(n), 12, '0'))::uuid, 's', '{}', CASE WHEN n % 2 = 0 THEN now() END FROM generate_series(1, 5000) AS n`,
      [idAt(now - 31 * day)],
    );
    await service.dataSource.query(`INSERT INTO outbox (id, subject, event, sent_at) VALUES ($1, 's', '{}', now())`, [idAt(now - 29 * day)]);
    await service.dataSource.query(`INSERT INTO inbox (handler, event_id, handled_at) VALUES ('h', $1, now() - interval '46 days'), ('h', $2, now() - interval '40 days')`, [
      idAt(now - 46 * day),
      idAt(now - 40 * day),
    ]);
    expect(await clearOldEvents(service.dataSource)).toBe(2_501);
    expect(await service.dataSource.query(`SELECT count(*)::int AS n, count(sent_at)::int AS sent FROM outbox`)).toEqual([{ n: 2_501, sent: 1 }]);
    expect(await service.dataSource.query(`SELECT count(*)::int AS n FROM inbox`)).toEqual([{ n: 1 }]);
  });
});
