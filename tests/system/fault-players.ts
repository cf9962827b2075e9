import { type ServiceName } from '@sprayhunt/contracts';
import { eventually } from '@sprayhunt/service-kit/testing';
import { expect } from '@jest/globals';
import { world } from './access/world.js';
import { inDatabase } from './invariants.js';
import { Player } from './player.js';

const PLAYERS = 4;
/** Milliseconds for one wait, and for a test, which waits several times. */
export const SOON = { timeout: 30_000 };
export const TIMEOUT = 300_000;

export const players: Player[] = [];

export async function preparePlayers(): Promise<void> {
  for (let count = 0; count < PLAYERS; count += 1) players.push(await Player.signUp(world.stack.url));
}

/** All processes of a service. */
export const signalAll = (name: ServiceName, signal: NodeJS.Signals): void =>
  world.stack.instances(name).forEach((instance) => instance.kill(signal));

/** Waits until the events about a discovery, or another object of a service, have been sent to NATS. */
export const sent = (id: string, service: 'discovery' | 'missions' = 'discovery'): Promise<void> =>
  eventually(
    async () =>
      expect(
        await inDatabase(
          world.stack,
          async (client) =>
            (await client.query(`SELECT FROM ${service}.outbox WHERE event::text LIKE '%' || $1 || '%'`, [id]))
              .rowCount,
        ),
      ).toBe(0),
    SOON,
  );
