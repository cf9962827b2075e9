import { backendNames, serviceNames } from '@sprayhunt/contracts';
import { eventually } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { world } from './access/world.js';
import { deliverEverythingAgain, expectInvariants, inDatabase, ledger } from './invariants.js';
import { Player, underLoad } from './player.js';

/** Who stays, and works all the time. */
const others: Player[] = [];
/** Milliseconds for one wait, and for a test, which waits several times. */
const SOON = { timeout: 30_000, interval: 50 };
const TIMEOUT = 240_000;

export async function prepareOthers(): Promise<void> {
  for (let count = 0; count < 2; count += 1) others.push(await Player.signUp(world.stack.url));
}

/** Tables that may still contain the id, which no longer identifies a person. */
const ID_STAYS = ['outbox', 'erased_accounts', 'users.erasures', 'users.transfers'];

/** Other tables of all services that contain an id. */
const traces = (id: string): Promise<string[]> =>
  inDatabase(world.stack, async (client) => {
    const tables = await client.query<{ table: string; name: string }>(
      `SELECT table_schema || '.' || table_name AS "table", table_name AS name FROM information_schema.tables
       WHERE table_schema = ANY ($1) AND table_type = 'BASE TABLE' AND table_name !~ '^(sent_events|inbox_)'`,
      [serviceNames.flatMap((name) => [name, `${name}_jobs`])],
    );
    const found: string[] = [];
    for (const { table, name } of tables.rows) {
      if (ID_STAYS.includes(table) || ID_STAYS.includes(name)) continue;
      if ((await client.query(`SELECT FROM ${table} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [id])).rowCount)
        found.push(table);
    }
    return found;
  });

/** Services that have to erase an account, and whether they have confirmed it. */
const erasures = (id: string, confirmed: boolean): Promise<number> =>
  inDatabase(
    world.stack,
    async (client) =>
      (
        await client.query(`SELECT FROM users.erasures WHERE account_id = $1 AND (confirmed_at IS NOT NULL) = $2`, [
          id,
          confirmed,
        ])
      ).rowCount!,
  );

/** A player who has worked for a while leaves while the others, and one more device of theirs, go on. */
async function leave(
  fault: (leaving: Player) => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<Player> {
  const player = await Player.signUp(world.stack.url);
  const device = await player.elsewhere();
  for (let count = 0; count < 10; count += 1) await player.document();
  const load = underLoad(others);
  let going = true;
  let refused: unknown;
  const ownLoad = (async () => {
    while (going) await device.document();
  })().catch((error: unknown) => (refused = error));
  try {
    expect((await player.send('POST', '/api/profile/deletion/code')).status).toBe(202);
    const code = await player.newestCode(player.phone);
    await eventually(() => expect(device.accepted.length).toBeGreaterThan(1), SOON);
    await before();
    const both = [player.send('POST', '/api/profile/deletion', { code }), fault(player)] as const;
    // The fault has ended when this fails.
    await Promise.allSettled(both);
    const [response] = await Promise.all(both);
    expect(response.status).toBe(204);
    await eventually(() => expect(String(refused)).toMatch(/returned 40[13]/), SOON);
    await eventually(async () => expect(await erasures(player.accountId, true)).toBe(serviceNames.length - 1), SOON);
  } finally {
    going = false;
    await ownLoad;
    await load.stop();
  }
  await expectInvariants(world.stack, others);
  expect(await traces(player.accountId)).toEqual([]);
  return player;
}

describe('an account that is deleted under load is erased everywhere', () => {
  it.each(backendNames.filter((name) => name !== 'users'))(
    'when %s is killed with -9',
    async (name) => {
      await leave(async () => world.stack.service(name).kill('SIGKILL'));
    },
    TIMEOUT,
  );

  it(
    'when NATS is down',
    async () => {
      await leave(
        async (leaving) => {
          try {
            await eventually(
              async () => expect(await erasures(leaving.accountId, false)).toBe(serviceNames.length - 1),
              SOON,
            );
          } finally {
            await world.stack.startNats();
          }
        },
        () => world.stack.stopNats(),
      );
    },
    TIMEOUT,
  );

  it(
    'when the store of NATS is lost',
    async () => {
      await leave(() => world.stack.wipeNats());
    },
    TIMEOUT,
  );

  it(
    'and is not restored when all events are sent again',
    async () => {
      const player = await leave(async () => undefined);
      const before = await ledger(world.stack);
      await deliverEverythingAgain(world.stack, 2);
      expect(await traces(player.accountId)).toEqual([]);
      expect(await ledger(world.stack)).toEqual(before);
      await expectInvariants(world.stack, others);
    },
    TIMEOUT,
  );
});
