import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, register } from 'prom-client';
import { updatePoolGauges } from './postgres-metrics.js';

const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from a request to the end of its response',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
});

/**
 * Measures every request by its route pattern and the class of its status (`2xx`): the number of addresses is not
 * bounded, and each status would be one more histogram. Live connections last as long as a page is open and are not
 * measured.
 */
export function measureRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      httpDuration.observe(
        {
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: `${Math.floor(reply.statusCode / 100)}xx`,
        },
        reply.elapsedTime / 1_000,
      );
    done();
  });
}

/** Serves Prometheus metrics on their own port. */
export async function serveMetrics(host: string, port: number): Promise<Server> {
  // Tests run several services in one process.
  if (!register.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics();
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    updatePoolGauges();
    void register.metrics().then((text) => response.writeHead(200, { 'content-type': register.contentType }).end(text));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}
