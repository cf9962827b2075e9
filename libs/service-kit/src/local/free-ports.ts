import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections on Linux and macOS (32768 up), so that a program that is restarted an hour
 * later still finds its port free.
 */
const MIN_PORT = 20_000;
const MAX_PORT = 32_000;

/** Somewhere, so that two processes seldom try each other's ports. */
let next = randomInt(MIN_PORT, MAX_PORT);

/** `count` different free TCP ports at 127.0.0.1, which no other process gets before this one ends. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let attempt = 0; ports.length < count; attempt += 1) {
    if (attempt > MAX_PORT - MIN_PORT)
      throw new Error(`No ${count} free ports between ${MIN_PORT} and ${MAX_PORT} on 127.0.0.1.`);
    const port = next;
    next = port + 1 < MAX_PORT ? port + 1 : MIN_PORT;
    if (await reservePort(port)) ports.push(port);
  }
  return ports;
}

/**
 * Whether the TCP port is free at 127.0.0.1 and reserved from now on: between its choice and the moment when a program
 * listens there, other processes would find it free, too. The reservation is the UDP port of the same number, which the
 * system gives to one process only, and takes back when that ends.
 */
export async function reservePort(port: number): Promise<boolean> {
  const reservation = createSocket('udp4');
  try {
    await once(reservation.bind(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  if (await isFree(port, '127.0.0.1')) {
    reservation.unref();
    return true;
  }
  reservation.close();
  return false;
}

/** Whether a server could listen at that address now. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
