import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../testing/index.js';
import { dataSourceOptions, openDatabase } from './database.module.js';

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

describe('openDatabase', () => {
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
});
