import { Problem } from '../errors/problem.js';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses a request whose `Host` is not a name of this machine: another site may point its own name to our address
 * (DNS rebinding) and then read what only this machine should see.
 * @param host the header, with its port
 * @param listensOn address on which the operator has the service listen; it is allowed as well, unless it means all
 *   addresses
 * @throws Problem `FORBIDDEN`
 */
export function refuseForeignHost(host: string | undefined, listensOn?: string): void {
  const name = host?.toLowerCase().replace(/:\d*$/, '') ?? '';
  const allowedName = listensOn?.includes(':') ? `[${listensOn}]` : listensOn;
  if (
    LOOPBACK.has(name) ||
    (allowedName !== undefined && name === allowedName && !['0.0.0.0', '[::]'].includes(allowedName))
  )
    return;
  throw new Problem('FORBIDDEN', 'This is shown only on the machine that runs the product. Open it at localhost.');
}
