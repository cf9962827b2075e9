import { jetstreamManager } from '@nats-io/jetstream';
import pg from 'pg';
import { expect, it } from '@jest/globals';
import { eventually, type TestDatabase } from '../testing/index.js';
import { openDatabaseTo } from '../local/provision-database.js';
import { databaseAt, testDatabaseName, withServer } from '../testing/test-servers.js';
import { eventService, type EventService } from './testing/event-service.js';
import { eachOnce, eventServices, unsent } from './testing/event-services.js';

const tests = eventServices();

/** A copy of the database for a restore; it must have no connections. */
async function backupOf(database: TestDatabase): Promise<TestDatabase> {
  const name = testDatabaseName('discovery');
  return withServer(async (server) => {
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(database.url).pathname.slice(1)}`);
    await openDatabaseTo(server, name, 'discovery');
    return databaseAt(name, 'discovery');
  });
}

const positionOf = async ({ dataSource }: EventService): Promise<number> =>
  Number((await dataSource.query<{ position: string }[]>('SELECT position FROM shared.position'))[0]!.position);

/**
 * A service runs, its database is backed up, and it runs on; then it starts with the backup and with the current
 * stream.
 */
async function restored() {
  const first = await tests.start();
  const kept = await first.create(5);
  await eventually(async () => expect(await first.booked()).toEqual(eachOnce(kept)));
  await first.stop();
  tests.release(first);
  const backup = await backupOf(first.database);
  const second = await first.again();
  const lost = await second.create(5);
  await eventually(async () => expect((await second.booked()).size).toBe(10));
  await second.stop();
  await first.database.drop();
  const service = tests.keep(await eventService({ database: backup, stream: first.stream }));
  return { service, kept, lost };
}

it('a database that is older than the stream neither sends nor applies, and does both when the stream is removed', async () => {
  const { service, kept } = await restored();
  // Bookings of events that consumers have passed and whose effects the backup lacks.
  await service.dataSource.query('DELETE FROM inbox; DELETE FROM bookings');
  const later = await service.create(3);
  const manager = await jetstreamManager(tests.nats);
  const { last_seq: before } = (await manager.streams.info(service.stream)).state;
  const other = tests.keep(await service.again());
  await other.create();
  // It would have sent them at once.
  await expect(
    eventually(async () => expect(await unsent(service)).toBeLessThan(4), { timeout: 2_000 }),
  ).rejects.toThrow(/^expect\(/);
  expect((await manager.streams.info(service.stream)).state.last_seq).toBe(before);
  expect((await service.booked()).size).toBe(0);

  await manager.streams.delete(service.stream);
  await eventually(async () => expect((await service.booked()).size).toBe(9), { timeout: 30_000 });
  const booked = await service.booked();
  for (const id of [...kept, ...later]) expect(booked.get(id)).toBe(50);
});

it('events of the lost period are never applied, not even by a process that was down then', async () => {
  const { service, lost } = await restored();
  const manager = await jetstreamManager(tests.nats);
  // As for a handler that had not received them.
  await manager.consumers.delete(service.stream, 'discovery_booking').catch(() => undefined);
  await expect(
    eventually(async () => expect((await service.booked()).size).not.toBe(5), { timeout: 2_000 }),
  ).rejects.toThrow(/^expect\(/);
  for (const id of lost) expect((await service.booked()).has(id)).toBe(false);
});

it('the count grows with work, is published to the stream, and stays the same without work', async () => {
  const service = await tests.start();
  await service.create();
  await eventually(async () => expect(await positionOf(service)).toBeGreaterThan(0));
  const { id, position } = (
    await service.dataSource.query<{ id: string; position: string }[]>('SELECT id, position FROM shared.position')
  )[0]!;
  const manager = await jetstreamManager(tests.nats);
  await eventually(async () =>
    expect(
      (
        await manager.direct.getMessage(service.stream, { last_by_subj: `${service.stream}.services.position.${id}` })
      )?.string(),
    ).toBe(position),
  );
});

it('a service may move the count forward only', async () => {
  const service = await tests.start({ listening: false });
  await expect(service.dataSource.query('UPDATE shared.position SET position = 0')).rejects.toThrow(
    /permission denied/,
  );
  await expect(service.dataSource.query('DELETE FROM shared.position')).rejects.toThrow(/permission denied/);
});

it('a database without the count, from an older version, sends and applies', async () => {
  const service = await tests.start({ listening: false });
  const admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
  await admin.query('DROP SCHEMA shared CASCADE');
  await admin.end();
  const next = tests.keep(await service.again());
  const ids = await next.create(2);
  await eventually(async () => expect(await next.booked()).toEqual(eachOnce(ids)));
});

it('a stream whose last messages cannot be read, from an older version, is used', async () => {
  const service = await tests.start({ listening: false });
  const manager = await jetstreamManager(tests.nats);
  await manager.streams.add({ name: service.stream, subjects: [`${service.stream}.>`] });
  const next = tests.keep(await service.again());
  const ids = await next.create(2);
  await eventually(async () => expect(await next.booked()).toEqual(eachOnce(ids)));
});
