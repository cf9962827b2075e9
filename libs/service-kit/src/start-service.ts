import 'reflect-metadata';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyServerOptions } from 'fastify';
import type { ServiceConfig } from './config/service-config.js';
import { JetStreamStrategy } from './events/index.js';
import { connectionsOf } from './health/end-connections.js';
import { measureRequests, serveMetrics } from './health/metrics.js';
import { Readiness } from './health/readiness.js';
import { readJsonBodies } from './http/json-bodies.js';
import { endUnreadBodies } from './http/unread-bodies.js';
import { log, nameLog, nestLogger } from './logging/log.js';
import { traceRequests } from './tracing/trace-requests.js';
import { startTracing } from './tracing/tracing.js';

/** Body limit of JSON requests between our programs; byte streams have their own limits. */
const BODY_LIMIT = 1024 * 1024;

interface HttpOptions extends FastifyServerOptions {
  /** Whether it is open to all callers, not only to our own programs. */
  isPublic?: boolean;
}

interface RunningService {
  app: NestFastifyApplication;
  /** Not ready; finish running requests within STOP_WITHIN_MS, then running events and jobs; close. */
  stop(): Promise<void>;
}

/** Starts a service and stops it gracefully on SIGTERM and SIGINT. */
export async function startService(...service: Parameters<typeof runService>): Promise<void> {
  // Node would print the error with all its properties.
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The service stops because of an error');
    process.exit(1);
  });
  // Before it runs it has nothing to finish. Process 1 of a container ends on signals only by its own handlers.
  let stop: RunningService['stop'] = () => Promise.resolve();
  const end = (signal: string) => {
    log.info({ signal }, 'Stopping');
    void stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Stopping failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', end).once('SIGINT', end);
  ({ stop } = await runService(...service));
}

/** Builds and listens; tests use it to run a whole service in their own process. */
export async function runService(
  name: string,
  module: DynamicModule,
  config: ServiceConfig,
  { isPublic = false, ...http }: HttpOptions = {},
): Promise<RunningService> {
  nameLog(name);
  const stopTracing = await startTracing(name, config);
  const app = await NestFactory.create<NestFastifyApplication>(
    module,
    new FastifyAdapter({ bodyLimit: BODY_LIMIT, forceCloseConnections: 'idle', return503OnClosing: false, ...http }),
    { logger: nestLogger, abortOnError: false, bodyParser: false },
  );
  prepareRequests(app, isPublic);
  const connections = connectionsOf(app.getHttpServer());
  app.connectMicroservice({ strategy: app.get(JetStreamStrategy) }, { inheritAppConfig: true });
  await app.startAllMicroservices();
  await app.listen(config.PORT, config.HOST);
  const metrics = await serveMetrics(config.METRICS_HOST ?? config.HOST, config.METRICS_PORT);
  letHeapGrow();
  log.info({ port: config.PORT }, 'Ready');
  return {
    app,
    stop: async () => {
      app.get(Readiness).drain();
      connections.drain();
      await sleep(config.DRAIN_DELAY_MS);
      // On a busy machine some requests have arrived but were not read yet: their connections are not idle. One turn
      // accepts new connections, the next reads them.
      await nextTurn();
      await nextTurn();
      connections.end(config.STOP_WITHIN_MS);
      await app.close();
      await stopTracing();
      metrics.close();
    },
  };
}

/**
 * V8 collects a small heap whenever it has grown by a third, which took half of a nearby list's CPU time. From now on
 * it may grow to three times its size, up to --max-old-space-size. Not from the start, which leaves much
 * garbage behind.
 */
function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=200');
}

/** Trace, timing and body of every request, before any handler sees it. */
function prepareRequests(app: NestFastifyApplication, isPublic: boolean): void {
  const server = app.getHttpAdapter().getInstance();
  traceRequests(server, isPublic);
  measureRequests(server);
  endUnreadBodies(server.server);
  server.removeAllContentTypeParsers();
  readJsonBodies(server, BODY_LIMIT);
}
