import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections on Linux and macOS (32768 up), so that a program
 * that is restarted an hour later still finds its port free.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Each process starts its search at another port, so that two that start servers at once do not choose the same one. */
const APART = 100;
let next = LOWEST + ((process.pid * APART) % (HIGHEST - LOWEST));

/** `count` different free TCP ports at 127.0.0.1. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries += 1) {
    if (tries > HIGHEST - LOWEST) throw new Error(`No ${count} free ports between ${LOWEST} and ${HIGHEST} on 127.0.0.1.`);
    const port = next;
    next = port + 1 < HIGHEST ? port + 1 : LOWEST;
    if (await isFree(port, '127.0.0.1')) ports.push(port);
  }
  return ports;
}

/** Whether a server could listen at that address now. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
