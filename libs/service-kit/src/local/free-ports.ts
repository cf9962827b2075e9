import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections on Linux and macOS (32768 up), so that a program
 * that is restarted an hour later still finds its port free.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** `count` different free TCP ports at 127.0.0.1. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let tries = 0; ports.size < count; tries += 1) {
    if (tries > 1_000) throw new Error(`No ${count} free ports between ${LOWEST} and ${HIGHEST} on 127.0.0.1.`);
    const port = randomInt(LOWEST, HIGHEST);
    if (!ports.has(port) && (await isFree(port, '127.0.0.1'))) ports.add(port);
  }
  return [...ports];
}

/** Whether a server could listen at that address now. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
