import { randomBytes } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { EventDefinition, EventOf, ServiceName } from '@sprayhunt/contracts';
import type { FastifyServerOptions } from 'fastify';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { loadConfig, type ServiceConfig } from '../../config/service-config.js';
import { freePorts } from '../../local/free-ports.js';
import type { ServiceTables } from '../../service-tables.js';
import { runService } from '../../start-service.js';
import { publishedEvents, type TestDatabase, testNats } from '../test-servers.js';
import { EventStream } from './event-stream.js';
import { identityKeys } from './identities.js';
import { migratedDatabase } from './migrated-database.js';
import { serviceClient, type ServiceClient } from './service-client.js';

/** Environment variables of a service. */
export type Environment = Record<string, string>;

/** A service's own variables, which override the common ones; or a function of these. */
export type OwnVariables = Environment | ((given: Environment) => Environment | Promise<Environment>);

/** The environment of a service under test: its own database, stream and free ports. */
export interface TestEnvironment {
  /** Address of the service once it runs. */
  url: string;
  environment: Environment;
  database: TestDatabase;
  stream: EventStream;
  /** Removes database and stream; called when the service has stopped. */
  remove(): Promise<void>;
}

export async function testEnvironment(
  service: ServiceName,
  tables: ServiceTables,
  own: OwnVariables = {},
): Promise<TestEnvironment> {
  const [database, [port, metricsPort]] = await Promise.all([migratedDatabase(service, tables), freePorts(2)]);
  const stream = new EventStream(`${service}-${randomBytes(4).toString('hex')}`);
  const given: Environment = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: database.url,
    NATS_URL: testNats(),
    STREAM: stream.name,
    MODE: 'local',
    IDENTITY_PUBLIC_KEY: identityKeys.publicKey,
    STOP_WITHIN_MS: '5000',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  };
  return {
    url: `http://127.0.0.1:${port}`,
    environment: { ...given, ...(typeof own === 'function' ? await own(given) : own) },
    database,
    stream,
    remove: async () => {
      await stream.remove();
      await database.drop();
    },
  };
}

export interface ServiceUnderTest<S extends z.ZodType<ServiceConfig>> {
  name: ServiceName;
  /** The schema of its configuration. */
  config: S;
  module: (config: z.infer<S>) => DynamicModule;
  tables: ServiceTables;
  /** Options of its HTTP server. */
  http?: (config: z.infer<S>) => FastifyServerOptions;
  env?: OwnVariables;
}

export interface RunningForTests<C> extends ServiceClient {
  url: string;
  app: NestFastifyApplication;
  config: C;
  database: DataSource;
  /** The superuser's address of the same database. */
  adminUrl: string;
  /** Name of its stream. */
  stream: string;
  /** Publishes events as other services do; `eventOf` makes them. */
  publish: EventStream['publish'];
  /** The service's published and queued events, oldest first. */
  published<D extends EventDefinition>(definition: D): Promise<EventOf<D>['data'][]>;
  /** Runs one more of the service on the same database and stream, at an address of its own. */
  another(changes?: Partial<C>): Promise<ServiceClient & { url: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Runs a whole service in the test's process, over HTTP, with its own environment. */
export async function runForTests<S extends z.ZodType<ServiceConfig>>({
  name,
  config: schema,
  module,
  tables,
  http,
  env,
}: ServiceUnderTest<S>): Promise<RunningForTests<z.infer<S>>> {
  const { url, environment, database, stream, remove } = await testEnvironment(name, tables, env);
  const config = loadConfig(schema, environment);
  const run = (own: z.infer<S>) => runService(name, module(own), own, http?.(own));
  const { app, stop } = await run(config);
  const dataSource = app.get(DataSource);
  return {
    ...serviceClient(name, url),
    url,
    app,
    config,
    database: dataSource,
    adminUrl: database.adminUrl,
    stream: stream.name,
    publish: (...events) => stream.publish(...events),
    published: async <D extends EventDefinition>(definition: D) => {
      const rows = await dataSource.query<{ event: EventOf<D> }[]>(
        `SELECT event FROM ${publishedEvents()} WHERE subject = $1 ORDER BY id`,
        [definition.subject],
      );
      return rows.map(({ event }) => event.data);
    },
    another: async (changes = {}) => {
      const [PORT, METRICS_PORT] = (await freePorts(2)) as [number, number];
      const other = `http://127.0.0.1:${PORT}`;
      const { stop: stopOther } = await run({ ...config, ...changes, PORT, METRICS_PORT });
      return { ...serviceClient(name, other), url: other, stop: stopOther };
    },
    stop: async () => {
      await stop();
      await remove();
    },
  };
}
