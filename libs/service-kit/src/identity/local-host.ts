import { Problem } from '../errors/problem.js';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses a request whose `Host` is no name of this machine: a foreign page may give its own name our address
 * (DNS rebinding) and then read what only this machine is to see.
 * @param host the header, with its port
 * @param listensOn address on which the operator has the service listen; it counts as well, unless it is all of them
 * @throws Problem `FORBIDDEN`
 */
export function refuseForeignHost(host: string | undefined, listensOn?: string): void {
  const name = host?.toLowerCase().replace(/:\d*$/, '') ?? '';
  const own = listensOn?.includes(':') ? `[${listensOn}]` : listensOn;
  if (LOOPBACK.has(name) || (own !== undefined && name === own && !['0.0.0.0', '[::]'].includes(own))) return;
  throw new Problem('FORBIDDEN', 'This is shown on the machine that the product runs on, and there alone. Open it as localhost.');
}
