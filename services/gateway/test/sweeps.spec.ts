import { poolOf, type SqlPool } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deleteExpired } from '../src/expired-rows.js';
import { tables } from '../src/tables.js';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openMigratedDatabase('gateway', tables);
});
afterAll(() => database.close());

it('deletes what has expired in batches, ends at a signal, and leaves the rest', async () => {
  const { dataSource } = database;
  const pool = poolOf(dataSource);
  await dataSource.query(
    `INSERT INTO sign_in_flows SELECT sha256(n::text::bytea), '', '', '', '', now() + (n - 12000) * interval '1 second' FROM generate_series(1, 12010) AS n`,
  );
  const left = async () => (await dataSource.query<object[]>(`SELECT FROM sign_in_flows`)).length;
  const stop = new AbortController();
  const stopping = { query: async (query: { text: string }) => pool.query(query).finally(() => stop.abort()) } as unknown as SqlPool;
  await deleteExpired(stopping, 'sign_in_flows', stop.signal);
  expect(await left()).toBe(7_010);
  await deleteExpired(pool, 'sign_in_flows');
  expect(await left()).toBeLessThanOrEqual(11);
  expect(await left()).toBeGreaterThan(0);
});
