import { randomBytes } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { natsServers } from '../events/nats-servers.js';
import { provisionDatabase } from './provision-database.js';

export interface TestDatabase {
  /** For the service: its own role, which sees its own schema only. */
  url: string;
  /** The same database for the superuser, to look on from outside. */
  adminUrl: string;
  /** Removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** A fresh database with the schema and the role of one service, on the server that the test run started. */
export async function testDatabase(service: string): Promise<TestDatabase> {
  const server = fromSetup('TEST_DATABASE_ADMIN_URL');
  const database = `test_${service}_${randomBytes(6).toString('hex')}`;
  await command(server, `CREATE DATABASE ${database} TEMPLATE template0`);
  const adminUrl = new URL(server);
  adminUrl.pathname = `/${database}`;
  const url = await provisionDatabase(adminUrl.href, service, 'test');
  return { url, adminUrl: adminUrl.href, drop: () => command(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`) };
}

/**
 * Address of the nats-server that the test run started. It is shared: give each test a stream name of its own.
 * @param user a service, with its rights; without one, somebody who may do everything
 */
export function testNats(user?: string): string {
  const url = new URL(fromSetup('TEST_NATS_URL'));
  if (user) url.username = user;
  return url.href;
}

/** A connection beside those of the services. */
export function connectToNats(url = testNats()): Promise<NatsConnection> {
  return connect(natsServers({ url }));
}

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function fromSetup(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: run this test in the "database" or "component" project of vitest, whose set-up starts the servers.`);
  return value;
}
