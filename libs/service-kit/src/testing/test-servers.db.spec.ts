import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, eventually, provisionDatabase, testDatabase, testNats } from './index.js';

describe('the servers of a test run', () => {
  let database: TestDatabase;
  let users: pg.Client;

  beforeAll(async () => {
    database = await testDatabase('users');
    await provisionDatabase(database.adminUrl, 'discovery', 'secret');
    users = new pg.Client({ connectionString: database.url });
    await users.connect();
  });

  afterAll(async () => {
    await users.end();
    await database.drop();
  });

  it("a service's role works in its own schema without naming it", async () => {
    await users.query('CREATE TABLE coins (amount int)');
    const { rows } = await users.query("SELECT schemaname FROM pg_tables WHERE tablename = 'coins'");
    expect(rows).toEqual([{ schemaname: 'users' }]);
  });

  it("a service's role can neither use a neighbour's schema nor the public one", async () => {
    await expect(users.query('CREATE TABLE discovery.coins (amount int)')).rejects.toThrow(/permission denied/);
    await expect(users.query('CREATE TABLE public.coins (amount int)')).rejects.toThrow(/permission denied/);
  });

  it('provisioning again keeps the data and changes the password', async () => {
    await users.query('CREATE TABLE kept (amount int)');
    const url = await provisionDatabase(database.adminUrl, 'users', 'test');
    const again = new pg.Client({ connectionString: url });
    await again.connect();
    await expect(again.query('SELECT * FROM kept')).resolves.toMatchObject({ rowCount: 0 });
    await again.end();
  });

  it('databases that are made at the same time do not get in each other\'s way', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => testDatabase('users')));
    expect(new Set(many.map(({ url }) => url)).size).toBe(6);
    await Promise.all(many.map((one) => one.drop()));
  });

  it('a nats-server with JetStream answers', async () => {
    const { hostname, port } = new URL(testNats());
    const greeting = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {});
      socket.once('data', (data) => { socket.destroy(); resolve(data.toString()); });
      socket.once('error', reject);
    });
    expect(JSON.parse(greeting.slice(5))).toMatchObject({ jetstream: true });
  });

  it('eventually returns the first success and fails with the last error', async () => {
    let tries = 0;
    await expect(eventually(() => { tries += 1; if (tries < 3) throw new Error('not yet'); return tries; }, { interval: 1 })).resolves.toBe(3);
    await expect(eventually(() => { throw new Error('never'); }, { timeout: 20, interval: 5 })).rejects.toThrow('never');
  });
});
