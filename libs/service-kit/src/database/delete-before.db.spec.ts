import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../testing/index.js';
import { dataSourceOptions, openDatabase, poolOf } from './database.module.js';
import { deleteBefore } from './delete-before.js';
import type { SqlPool } from './sql-pool.js';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await testDatabase('users');
  dataSource = await openDatabase(
    dataSourceOptions({
      name: 'users',
      config: { DATABASE_URL: database.url, DATABASE_POOL: 4 },
      entities: [],
      migrations: [],
    }),
  );
  await dataSource.query('CREATE TABLE tags (id int PRIMARY KEY, painted_at timestamptz NOT NULL, day date NOT NULL)');
  await dataSource.query('CREATE INDEX tags_painted ON tags (painted_at)');
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const ids = async () =>
  (await dataSource.query<{ id: number }[]>('SELECT id FROM tags ORDER BY id')).map(({ id }) => id);
/** Each half an hour older than the one before it. */
const paint = (count: number) =>
  dataSource.query(
    `TRUNCATE tags; INSERT INTO tags SELECT n, now() - (n * 30) * interval '1 minute', current_date - n
      FROM generate_series(0, ${count - 1}) AS n`,
  );
const old = (signal?: AbortSignal, pool = poolOf(dataSource)) =>
  deleteBefore(pool, 'tags', 'painted_at', `now() - interval '45 minutes'`, signal);

it('deletes in batches, the oldest first, and ends at a signal', async () => {
  await paint(12_002);
  const stop = new AbortController();
  const stopping = {
    query: (query: { text: string }) =>
      poolOf(dataSource)
        .query(query)
        .finally(() => stop.abort()),
  } as unknown as SqlPool;
  expect(await old(stop.signal, stopping)).toBe(5_000);
  expect((await ids()).at(-1)).toBe(7_001);
  expect(await old(stop.signal)).toBe(0);
  expect(await old()).toBe(7_000);
  expect(await ids()).toEqual([0, 1]);
});

it('deletes by a date, of which one has more rows than a batch', async () => {
  await paint(12_002);
  await dataSource.query(`UPDATE tags SET day = current_date - 2 WHERE id >= 2`);
  expect(await deleteBefore(poolOf(dataSource), 'tags', 'day', 'current_date - 1')).toBe(12_000);
  expect(await ids()).toEqual([0, 1]);
});

it('leaves a locked row to the next run', async () => {
  await paint(5);
  await dataSource.transaction(async (tx) => {
    await tx.query('SELECT FROM tags WHERE id = 3 FOR UPDATE');
    expect(await old()).toBe(2);
  });
  expect(await ids()).toEqual([0, 1, 3]);
  expect(await old()).toBe(1);
});
