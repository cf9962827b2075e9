import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../testing/index.js';
import { createIndex } from './create-index.js';
import { dataSourceOptions, openDatabase, openMigrated } from './database.module.js';
import { migrate, missingMigrations } from './migrate.js';

class CreateWalls1763600000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE walls (id int PRIMARY KEY)');
    await runner.query('INSERT INTO walls VALUES (1)');
  }
  async down(): Promise<void> {}
}

class BreakHalfWay1763600000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE half (id int)');
    await runner.query('SELECT 1 / 0');
  }
  async down(): Promise<void> {}
}

/** Includes the invalid index that an interrupted try leaves. */
class IndexWalls1763600000003 implements MigrationInterface {
  transaction = false as const;
  async up(runner: QueryRunner): Promise<void> {
    await createIndex(runner, 'walls_by_id', 'ON walls ((id + 1))', { unique: true });
  }
  async down(): Promise<void> {}
}

/** Takes longer than the statement timeout of a service. */
class TakeTime1763600000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE walls ADD COLUMN city text');
    const [{ limit }] = (await runner.query(`SELECT current_setting('statement_timeout') AS limit`)) as [
      { limit: string },
    ];
    await runner.query(`UPDATE walls SET city = '${limit}'`);
  }
  async down(): Promise<void> {}
}

describe('migrations', () => {
  let database: TestDatabase;
  const options = (migrations: Function[]) =>
    dataSourceOptions({
      name: 'discovery',
      config: { DATABASE_URL: database.url, DATABASE_POOL: 4 },
      entities: [],
      migrations,
    });

  beforeEach(async () => (database = await testDatabase('discovery')));
  afterEach(() => database.drop());

  it('migrates once, however many processes start together', async () => {
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(options([CreateWalls1763600000001]))));
    for (const dataSource of opened) {
      expect(await dataSource.query('SELECT id FROM walls')).toEqual([{ id: 1 }]);
      await dataSource.destroy();
    }
  });

  it('leaves nothing half-done when a migration fails, and holds no lock', async () => {
    await expect(openDatabase(options([BreakHalfWay1763600000002]))).rejects.toThrow(/division by zero/);
    const dataSource = await openDatabase(options([CreateWalls1763600000001]));
    expect(await dataSource.query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
    await dataSource.destroy();
  });

  it('create an index on a table that exists while other processes wait for their turn', async () => {
    await (await openDatabase(options([CreateWalls1763600000001]))).destroy();
    const opened = await Promise.all(
      [1, 2, 3].map(() => openDatabase(options([CreateWalls1763600000001, IndexWalls1763600000003]))),
    );
    expect(
      await opened[0]!.query(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'walls_by_id'::regclass`),
    ).toEqual([{ valid: true }]);
    for (const dataSource of opened) await dataSource.destroy();
  });

  it('create an index again whose creation was interrupted', async () => {
    const dataSource = await openDatabase(options([CreateWalls1763600000001]));
    // The second row cannot be unique: Postgres leaves an invalid index behind.
    await dataSource.query('ALTER TABLE walls DROP CONSTRAINT walls_pkey');
    await dataSource.query('INSERT INTO walls VALUES (1)');
    const both = options([CreateWalls1763600000001, IndexWalls1763600000003]);
    await expect(migrate(both)).rejects.toThrow(/could not create unique index/);
    await dataSource.query('DELETE FROM walls');
    await migrate(both);
    expect(
      await dataSource.query(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'walls_by_id'::regclass`),
    ).toEqual([{ valid: true }]);
    await dataSource.destroy();
  });

  it('are tried again while a lock is held, log that, and have no statement timeout', async () => {
    const dataSource = await openDatabase(options([CreateWalls1763600000001]));
    const reader = dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT * FROM walls');
    const lines: string[] = [];
    const migrated = migrate(options([CreateWalls1763600000001, TakeTime1763600000004]), {
      retryPausesMs: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
      report: (line) => {
        // PostgreSQL may end the connection of the migration before, and with it its lock, a moment after that was
        // closed.
        if (line.startsWith('Another process')) return;
        lines.push(line);
        if (lines.length === 1) void reader.commitTransaction();
      },
    });
    await migrated;
    await reader.release();
    expect(lines).toEqual([
      expect.stringMatching(/^TakeTime1763600000004 did not get its locks; retrying in 0\.001 s$/),
      expect.stringMatching(/^TakeTime1763600000004 \(\d+\.\d s\)$/),
    ]);
    expect(await dataSource.query('SELECT city FROM walls')).toEqual([{ city: '0' }]);
    await dataSource.destroy();
  }, 30_000);

  it('give up on a lock after their last pause', async () => {
    const dataSource = await openDatabase(options([CreateWalls1763600000001]));
    const reader = dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT * FROM walls');
    const both = options([CreateWalls1763600000001, TakeTime1763600000004]);
    await expect(migrate(both, { retryPausesMs: [] })).rejects.toThrow(/lock timeout/);
    await reader.commitTransaction();
    await reader.release();
    expect(await missingMigrations(dataSource)).toEqual([]);
    await dataSource.destroy();
  });

  it('are required by operators’ commands, which do not migrate; a newer database is fine', async () => {
    await expect(openMigrated(options([CreateWalls1763600000001]))).rejects.toThrow(
      'the database of discovery lacks 1 migration(s), up to CreateWalls1763600000001. First run: npm run ' +
        'database -- migrate',
    );
    await migrate(options([CreateWalls1763600000001, TakeTime1763600000004]));
    const dataSource = await openMigrated(options([CreateWalls1763600000001]));
    expect(await dataSource.query('SELECT id FROM walls')).toEqual([{ id: 1 }]);
    await dataSource.destroy();
  });
});
