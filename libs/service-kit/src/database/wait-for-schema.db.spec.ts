import { createServer } from 'node:net';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { withKitTables } from '../service-tables.js';
import { eventually, freePorts, testDatabase, type TestDatabase } from '../testing/index.js';
import { dataSourceOptions, DatabaseModule } from './database.module.js';
import { migrate } from './migrate.js';

let database: TestDatabase;
beforeEach(async () => (database = await testDatabase('missions')));
afterEach(() => database.drop());

it('a program in production waits for the schema, alive and not ready, and then starts with it', async () => {
  const [port] = (await freePorts(1)) as [number];
  const config = {
    DATABASE_URL: database.url,
    DATABASE_POOL: 2,
    MODE: 'production' as const,
    HOST: '127.0.0.1',
    PORT: port,
  };
  const tables = withKitTables({ entities: [], migrations: [] });
  @Module({ imports: [DatabaseModule.for({ name: 'missions', config, ...tables })] })
  class Program {}
  const starting = NestFactory.create(Program, new FastifyAdapter(), { logger: false, abortOnError: false });
  const answers = async () =>
    Promise.all(
      ['healthz', 'readyz', 'graphql'].map(async (path) => (await fetch(`http://127.0.0.1:${port}/${path}`)).status),
    );
  await eventually(async () => expect(await answers()).toEqual([200, 503, 503]));
  await migrate(dataSourceOptions({ name: 'missions', config, ...tables }));
  const app = await starting;
  // Its own server finds the port free.
  await new Promise<void>((resolve, reject) => {
    const own = createServer()
      .once('error', reject)
      .listen(port, '127.0.0.1', () => own.close(() => resolve()));
  });
  await app.close();
});
