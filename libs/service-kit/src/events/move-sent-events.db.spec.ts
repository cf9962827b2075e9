import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataSourceOptions, openDatabase } from '../database/database.module.js';
import { testDatabase, type TestDatabase } from '../testing/index.js';
import { Events1760000000000 } from './events.migration.js';
import { eventsEntities, eventsMigrations } from './index.js';
import { createDayPartitions, dropDays, RETENTION_MS, SENT_EVENTS } from './day-partitions.js';

let database: TestDatabase;
let dataSource: DataSource;
const [sent, unsent] = [randomUUID(), randomUUID()];

const open = (migrations: Function[]): Promise<DataSource> =>
  openDatabase(
    dataSourceOptions({
      name: 'media',
      config: { DATABASE_URL: database.url, DATABASE_POOL: 3 },
      entities: eventsEntities,
      migrations,
    }),
  );

beforeAll(async () => {
  database = await testDatabase('media');
  const earlier = await open([Events1760000000000]);
  await earlier.query(
    `INSERT INTO outbox VALUES ($1, 's', '{"n":1}', now() - interval '3 days'), ($2, 's', '{"n":2}', NULL)`,
    [sent, unsent],
  );
  await earlier.query(`INSERT INTO known_streams VALUES ('sprayhunt', 'then', 7)`);
  await earlier.destroy();
  dataSource = await open(eventsMigrations);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('data of an earlier version', () => {
  it('keeps what was sent and what was not, and the stream that it knows', async () => {
    expect(await dataSource.query(`SELECT * FROM outbox`)).toEqual([{ id: unsent, subject: 's', event: { n: 2 } }]);
    expect(await dataSource.query(`SELECT id, event, sequence FROM sent_events`)).toEqual([
      { id: sent, event: { n: 1 }, sequence: '0' },
    ]);
    expect(await dataSource.query(`SELECT created, last_sequence FROM known_streams`)).toEqual([
      { created: 'then', last_sequence: '7' },
    ]);
  });

  it('takes new events beside them, and drops them as a whole when all are old', async () => {
    await createDayPartitions(dataSource);
    await dataSource.query(
      `INSERT INTO sent_events SELECT gen_random_uuid(), 's', '{}', now() + n * interval '1 day', n
        FROM generate_series(0, 2) AS n`,
    );
    const day = 24 * 60 * 60 * 1_000;
    expect(await dropDays(dataSource, SENT_EVENTS, Date.now() + 29 * day - RETENTION_MS)).toBe(0);
    expect(await dropDays(dataSource, SENT_EVENTS, Date.now() + 31 * day - RETENTION_MS)).toBe(1);
    expect(await dataSource.query(`SELECT sequence FROM sent_events ORDER BY 1`)).toEqual([
      { sequence: '1' },
      { sequence: '2' },
    ]);
  });

  it('matches the entities', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});
