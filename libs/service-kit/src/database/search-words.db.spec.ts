import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../testing/index.js';
import { prefixQuery } from '../text/search-text.js';
import { dataSourceOptions, openDatabase } from './database.module.js';
import {
  addSearchWords,
  dropSearchWords,
  fillSearchWords,
  indexSearchWords,
  type SearchTable,
} from './search-words.js';

const TAGS: SearchTable = {
  name: 'tags',
  columns: ['title', 'place'],
  configuration: `'pg_catalog.simple'::regconfig`,
};

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await testDatabase('users');
  const config = { DATABASE_URL: database.url, DATABASE_POOL: 4 };
  dataSource = await openDatabase(dataSourceOptions({ name: 'users', config, entities: [], migrations: [] }));
});
beforeEach(async () => {
  await dataSource.query('DROP TABLE IF EXISTS tags');
  await dataSource.query('DROP FUNCTION IF EXISTS tags_clear_search_words');
  await dataSource.query(
    'CREATE TABLE tags (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text, place text, likes int)',
  );
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

async function migrated(): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await addSearchWords(runner, TAGS);
  await indexSearchWords(runner, TAGS);
  await runner.release();
}
const add = (title: string, place: string | null = null) =>
  dataSource.query(`INSERT INTO tags (title, place) VALUES ($1, $2)`, [title, place]);
const found = async (search: string) => {
  const find = `SELECT title FROM tags WHERE search_words @@ to_tsquery('simple', $1) ORDER BY title`;
  return (await dataSource.query<{ title: string }[]>(find, [prefixQuery(search)])).map(({ title }) => title);
};
const missing = async () =>
  (await dataSource.query<[{ count: number }]>(`SELECT count(*)::int FROM tags WHERE search_words IS NULL`))[0].count;

it('the migration makes rows searchable that exist, also more than one batch', async () => {
  await dataSource.query(`INSERT INTO tags (title) SELECT 'Mur ' || n FROM generate_series(1, 1201) AS n`);
  await add('Tường', 'Huế');
  await migrated();
  expect([await missing(), await found('tuong HUE'), await found('mur 1201')]).toEqual([0, ['Tường'], ['Mur 1201']]);
});

it('rows of other writers are made searchable by the next run, those that are locked by the one after it', async () => {
  await migrated();
  await add('Straße');
  await add('Gürtel');
  const other = dataSource.createQueryRunner();
  await other.startTransaction();
  await other.query(`UPDATE tags SET likes = 1 WHERE title = 'Gürtel'`);
  await fillSearchWords(dataSource.manager, TAGS);
  expect([await found('strasse'), await found('gurtel')]).toEqual([['Straße'], []]);
  await other.commitTransaction();
  await other.release();
  await fillSearchWords(dataSource.manager, TAGS);
  expect(await found('gurtel')).toEqual(['Gürtel']);
});

it('a change of a searched column clears the words, and another change does not', async () => {
  await migrated();
  await add('Straße');
  await fillSearchWords(dataSource.manager, TAGS);
  await dataSource.query(`UPDATE tags SET likes = 7, title = title`);
  expect([await missing(), await found('strasse')]).toEqual([0, ['Straße']]);
  await dataSource.query(`UPDATE tags SET title = 'Gasse'`);
  expect([await missing(), await found('strasse')]).toEqual([1, []]);
  await dataSource.query(`UPDATE tags SET title = 'Weg', search_words = to_tsvector('simple', 'weg')`);
  expect([await missing(), await found('weg')]).toEqual([0, ['Weg']]);
});

it('a signal ends the work between two batches', async () => {
  await migrated();
  await dataSource.query(`INSERT INTO tags (title) SELECT 'Mur ' || n FROM generate_series(1, 1201) AS n`);
  await fillSearchWords(dataSource.manager, TAGS, AbortSignal.abort());
  expect(await missing()).toBe(1_201);
  const stop = new AbortController();
  const stopping = { transaction: (work: never) => dataSource.manager.transaction(work).finally(() => stop.abort()) };
  await fillSearchWords(stopping as never, TAGS, stop.signal);
  expect(await missing()).toBe(701);
});

it('the column can be taken back', async () => {
  await migrated();
  const runner = dataSource.createQueryRunner();
  await dropSearchWords(runner, TAGS);
  await addSearchWords(runner, TAGS);
  await runner.release();
  await add('Straße');
  expect(await missing()).toBe(1);
});
