import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataSourceOptions, openDatabase } from '../database/database.module.js';
import { log } from '../logging/log.js';
import {
  interruptibleProxy,
  eventually,
  testDatabase,
  type InterruptibleProxy,
  type TestDatabase,
} from '../testing/index.js';
import { expectedProblem } from './expected-problem.js';
import { Problem } from './problem.js';

log.level = 'silent';

let database: TestDatabase;
let link: InterruptibleProxy;
let source: DataSource;

beforeAll(async () => {
  database = await testDatabase('discovery');
  link = await interruptibleProxy(database.url);
  const options = dataSourceOptions({
    name: 'discovery',
    config: { DATABASE_URL: link.url, DATABASE_POOL: 2 },
    entities: [],
    migrations: [],
  });
  source = await openDatabase(Object.assign(options, { extra: { query_timeout: 500, connectionTimeoutMillis: 300 } }));
  await source.query('CREATE TABLE walls (id uuid, name text, notes jsonb)');
});
afterAll(async () => {
  link.restore();
  await source.destroy();
  await link.close();
  await database.drop();
});

/** The problem that the error of some work on the database is mapped to. */
const problemOf = async (work: () => Promise<unknown>) => {
  const error = await work().then(
    () => new Error('It worked'),
    (thrown: unknown) => thrown,
  );
  const { code, retryAfter } = expectedProblem(error) ?? {};
  return { code, retryAfter };
};
const away = { code: 'UNAVAILABLE', retryAfter: 1 };
const serves = () => eventually(async () => expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]));

describe('an unavailable database', () => {
  it('drops its connections, within and without a transaction', async () => {
    const within = source.transaction(async (tx) => {
      await tx.query('SELECT 1');
      link.cut();
      await tx.query('SELECT pg_sleep(1)');
    });
    expect(await problemOf(() => within)).toEqual(away);
    expect(await problemOf(() => source.query('SELECT 1'))).toEqual(away);
    link.restore();
    await serves();
  });

  it('ends them itself', async () => {
    for (const end of ['pg_terminate_backend', 'pg_cancel_backend']) {
      expect(await problemOf(() => source.query(`SELECT ${end}(pg_backend_pid()), pg_sleep(5)`))).toEqual(away);
      await serves();
    }
  });

  it('refuses them', async () => {
    const unknownPerson = await interruptibleProxy(database.url);
    await unknownPerson.close();
    const options = dataSourceOptions({
      name: 'discovery',
      config: { DATABASE_URL: unknownPerson.url, DATABASE_POOL: 2 },
      entities: [],
      migrations: [],
    });
    expect(await problemOf(() => openDatabase(options))).toEqual(away);
  });

  it('hangs', async () => {
    link.hold();
    expect(await problemOf(() => source.query('SELECT 1'))).toEqual(away);
    expect(
      await Promise.all([1, 2, 3].map(() => problemOf(() => source.transaction((tx) => tx.query('SELECT 1'))))),
    ).toEqual([away, away, away]);
    link.restore();
    await serves();
  });

  it('has no free connection', async () => {
    const wait = () => source.query('SELECT pg_sleep(0.4)');
    const [, , third] = await Promise.all([problemOf(wait), problemOf(wait), problemOf(wait)]);
    expect(third).toEqual(away);
  });
});

describe('a text that the database refuses', () => {
  it.each([
    ['a byte that is no text', `INSERT INTO walls (name) VALUES ($1)`, 'a\u0000b'],
    ['what is not of the type', `SELECT FROM walls WHERE id = $1`, 'nowhere'],
    ['a character that jsonb has not', `INSERT INTO walls (notes) VALUES ($1)`, JSON.stringify({ note: '\u0000' })],
  ])('is an error of the input: %s', async (_, sql, value) => {
    expect(await problemOf(() => source.query(sql, [value]))).toEqual({
      code: 'VALIDATION_FAILED',
      retryAfter: undefined,
    });
  });
});

describe('expectedProblem', () => {
  it('leaves problems unchanged, and does not map internal errors', async () => {
    const problem = new Problem('NOT_FOUND', 'There is no such wall.');
    expect(expectedProblem(problem)).toBe(problem);
    for (const fault of ['SELECT nothing', 'SELECT 1 / 0', `INSERT INTO walls (id, nope) VALUES (1)`])
      expect(await problemOf(() => source.query(fault))).toEqual({});
    expect(expectedProblem(new TypeError('x is undefined'))).toBeUndefined();
    expect(expectedProblem('ECONNREFUSED')).toBeUndefined();
  });
});
