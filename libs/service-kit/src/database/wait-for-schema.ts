import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { ServiceConfig } from '../config/service-config.js';
import { log } from '../logging/log.js';
import { missingMigrations } from './migrate.js';

/** Intervals of the check of the database, and of the log line. */
const POLL_INTERVAL_MS = 1_000;
const LOG_INTERVAL_MS = 5_000;

/**
 * Returns once the database has every migration that this program knows; a newer database is accepted. Until then the
 * program is alive and not ready, and logs the missing migrations every few seconds.
 */
export async function waitForSchema(
  dataSource: DataSource,
  { HOST, PORT }: Pick<ServiceConfig, 'HOST' | 'PORT'>,
): Promise<void> {
  let missing = await missingMigrations(dataSource);
  if (missing.length === 0) return;
  const health = await serveNotReady(HOST, PORT);
  try {
    for (let lastLoggedAt = -LOG_INTERVAL_MS; missing.length > 0; missing = await missingMigrations(dataSource)) {
      if (performance.now() - lastLoggedAt >= LOG_INTERVAL_MS) {
        log.warn(
          { missing: missing.length, last: missing.at(-1) },
          'Waiting for missing migrations; run: npm run database -- migrate',
        );
        lastLoggedAt = performance.now();
      }
      await pause(POLL_INTERVAL_MS);
    }
  } finally {
    health.closeAllConnections();
    await new Promise((resolve) => health.close(resolve));
  }
  log.info('The database has all migrations that this program needs');
}

async function serveNotReady(host: string, port: number): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const isLiveness = url === '/healthz';
    response.writeHead(isLiveness ? 200 : 503, {
      'content-type': 'application/json',
      connection: 'close',
      ...(!isLiveness && { 'retry-after': '5' }),
    });
    response.end(JSON.stringify({ status: isLiveness ? 'ok' : 'unavailable' }));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}
