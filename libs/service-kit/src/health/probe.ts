/**
 * `node probe.js` checks whether the service of this container is ready, by its `/readyz`. Exit code 0 if it is.
 * It loads no library, because a container runs it every few seconds.
 */
import { get } from 'node:http';

const TIMEOUT_MS = 2_500;

const { PORT, HOST } = process.env;
/** An address that means all of them does not take connections itself. */
const host = !HOST || ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;

const end = (code: number, reason?: string): never => {
  if (reason) console.error(reason);
  process.exit(code);
};

get({ host, port: PORT, path: '/readyz', timeout: TIMEOUT_MS }, ({ statusCode }) =>
  end(statusCode === 200 ? 0 : 1, `/readyz returned ${statusCode}`),
)
  .on('timeout', () => end(1, `/readyz did not respond within ${TIMEOUT_MS} ms`))
  .on('error', (error) => end(1, error.message));
