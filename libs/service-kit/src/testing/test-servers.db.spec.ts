import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openMigratedDatabase } from './harness/index.js';
import { type TestDatabase, provisionDatabase, testDatabase, testNats } from './index.js';

let migrated = 0;

class Earned1763600000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    migrated += 1;
    await runner.query('CREATE TABLE earned (amount int)');
  }
  async down(): Promise<void> {}
}

const coins = { entities: [], migrations: [Earned1763600000001] };

describe('the servers of a test run', () => {
  let database: TestDatabase;
  let one: pg.Client;

  beforeAll(async () => {
    // Roles belong to the whole server: these are no service's, so that no other test signs in with the wrong password.
    database = await testDatabase('one');
    await provisionDatabase(database.adminUrl, 'other', 'secret');
    one = new pg.Client({ connectionString: database.url });
    await one.connect();
  });

  afterAll(async () => {
    await one.end();
    await database.drop();
  });

  it("a service's role works in its own schema without naming it", async () => {
    await one.query('CREATE TABLE coins (amount int)');
    const { rows } = await one.query("SELECT schemaname FROM pg_tables WHERE tablename = 'coins'");
    expect(rows).toEqual([{ schemaname: 'one' }]);
  });

  it("a service's role keeps its jobs in a schema that no other role can use, and makes no third one", async () => {
    await one.query('CREATE TABLE one_jobs.coins (amount int)');
    await expect(one.query('CREATE TABLE other_jobs.coins (amount int)')).rejects.toThrow(/permission denied/);
    await expect(one.query('CREATE SCHEMA one_more')).rejects.toThrow(/permission denied/);
  });

  it("a service's role can neither use another service's schema nor the public one", async () => {
    await expect(one.query('CREATE TABLE other.coins (amount int)')).rejects.toThrow(/permission denied/);
    await expect(one.query('CREATE TABLE public.coins (amount int)')).rejects.toThrow(/permission denied/);
  });

  it('provisioning again keeps the data and changes the password', async () => {
    await one.query('CREATE TABLE kept (amount int)');
    const url = await provisionDatabase(database.adminUrl, 'one', 'changed');
    const again = new pg.Client({ connectionString: url });
    await again.connect();
    await expect(again.query('SELECT * FROM kept')).resolves.toMatchObject({ rowCount: 0 });
    await again.end();
  });

  it('databases can be created at the same time', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => testDatabase('one')));
    expect(new Set(many.map(({ url }) => url)).size).toBe(6);
    await Promise.all(many.map((one) => one.drop()));
  });

  it('a copy of the migrated database has its tables and their rights, and shares nothing with other copies', async () => {
    const [mine, other] = await Promise.all([
      openMigratedDatabase('users', coins),
      openMigratedDatabase('users', coins),
    ]);
    await mine.dataSource.query('INSERT INTO earned VALUES (50)');
    expect(await mine.dataSource.query('SELECT amount FROM earned')).toEqual([{ amount: 50 }]);
    expect(await other.dataSource.query('SELECT amount FROM earned')).toEqual([]);
    await expect(mine.dataSource.query('CREATE TABLE public.coins (amount int)')).rejects.toThrow(/permission denied/);
    expect(migrated).toBe(1);
    await Promise.all([mine.close(), other.close()]);
  });

  it('a nats-server with JetStream responds', async () => {
    const { hostname, port } = new URL(testNats());
    const greeting = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {});
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
      socket.once('error', reject);
    });
    expect(JSON.parse(greeting.slice(5))).toMatchObject({ jetstream: true });
  });
});
