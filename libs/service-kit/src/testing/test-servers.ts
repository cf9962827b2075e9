import { randomBytes } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { natsServers } from '../events/bus.js';
import { provisionDatabase } from '../local/provision-database.js';

/**
 * A service's events, sent or not, as a FROM item with the columns `id`, `subject` and `event`.
 * @param schema of the service, for connections that see several schemas
 */
export function publishedEvents(schema?: string): string {
  const within = schema ? `${schema}.` : '';
  return `(SELECT id, subject, event FROM ${within}outbox UNION ALL SELECT id, subject, event
    FROM ${within}sent_events) AS published`;
}

/** Every service's role has this one during tests. */
export const TEST_PASSWORD = 'test';

export interface TestDatabase {
  /** For the service: its own role, which sees its own schema only. */
  url: string;
  /** The same database for the superuser. */
  adminUrl: string;
  /** Drops the database, with its connections. */
  drop(): Promise<void>;
}

/**
 * A database of a test's own with an empty schema and the role of one service, on the server that the test run started.
 */
export function testDatabase(service: string): Promise<TestDatabase> {
  return withServer(async (server) => {
    const name = testDatabaseName(service);
    await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    const database = databaseAt(name, service);
    await provisionDatabase(database.adminUrl, service, TEST_PASSWORD);
    return database;
  });
}

export const testDatabaseName = (service: string): string => `test_${service}_${randomBytes(6).toString('hex')}`;

/** The addresses of a database of the test run. */
export function databaseAt(name: string, service: string): TestDatabase {
  const address = new URL(fromSetup('TEST_DATABASE_ADMIN_URL'));
  address.pathname = `/${name}`;
  const adminUrl = address.href;
  address.username = service;
  address.password = TEST_PASSWORD;
  return {
    url: address.href,
    adminUrl,
    drop: () =>
      withServer((server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)).then(() => undefined),
  };
}

/** Work with a superuser's connection to the test run's server. */
export async function withServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: fromSetup('TEST_DATABASE_ADMIN_URL') });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

/**
 * Address of the nats-server that the test run started. It is shared: give each test a stream name of its own.
 * @param user a service, with its rights; by default the operator, who has all rights
 */
export function testNats(user?: string): string {
  const url = new URL(fromSetup('TEST_NATS_URL'));
  if (user) url.username = user;
  return url.href;
}

/** A separate NATS connection. */
export function connectToNats(url = testNats()): Promise<NatsConnection> {
  return connect(natsServers({ url }));
}

function fromSetup(variable: string): string {
  const value = process.env[variable];
  if (!value)
    throw new Error(
      `${variable} is not set: run this test in the "database" or "component" project, whose global set-up ` +
        `starts the servers.`,
    );
  return value;
}
