import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { ServiceConfig } from '../config/service-config.js';
import { log } from '../logging/log.js';
import { missingMigrations } from './migrate.js';

/** Milliseconds between two checks of the database, and between two log lines. */
const LOOK_MS = 1_000;
const LOG_MS = 5_000;

/**
 * Returns once the database has every migration that this program knows; a newer database is fine. Meanwhile the
 * program is alive and not ready, and logs every few seconds what it waits for.
 */
export async function waitForSchema(
  dataSource: DataSource,
  { HOST, PORT }: Pick<ServiceConfig, 'HOST' | 'PORT'>,
): Promise<void> {
  let missing = await missingMigrations(dataSource);
  if (missing.length === 0) return;
  const health = await answerNotReady(HOST, PORT);
  try {
    for (let said = -LOG_MS; missing.length > 0; missing = await missingMigrations(dataSource)) {
      if (performance.now() - said >= LOG_MS) {
        log.warn(
          { missing: missing.length, last: missing.at(-1) },
          'Waiting for the migrations of the database: npm run database -- migrate',
        );
        said = performance.now();
      }
      await pause(LOOK_MS);
    }
  } finally {
    health.closeAllConnections();
    await new Promise((resolve) => health.close(resolve));
  }
  log.info('The database has all migrations that this program needs');
}

async function answerNotReady(host: string, port: number): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const alive = url === '/healthz';
    response.writeHead(alive ? 200 : 503, {
      'content-type': 'application/json',
      connection: 'close',
      ...(!alive && { 'retry-after': '5' }),
    });
    response.end(JSON.stringify({ status: alive ? 'ok' : 'unavailable' }));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}
