import { randomUUID } from 'node:crypto';
import { serviceNames } from '@sprayhunt/contracts';
import { eventually } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { world } from './access/world.js';
import { players, sent, signalAll, SOON, TIMEOUT } from './fault-players.js';
import { deliverEverythingAgain, expectInvariants, inDatabase, ledger } from './invariants.js';
import { type Player, underLoad } from './player.js';

/** Waits until each player has had two more works accepted. */
async function allPlayersWork(): Promise<void> {
  const before = players.map(({ accepted }) => accepted.length);
  await eventually(
    () => players.forEach(({ accepted }, i) => expect(accepted.length).toBeGreaterThan(before[i]! + 1)),
    SOON,
  );
}

/** A mission around all places of the players' works, which each of them takes part in. */
async function allPlayersTakePart(): Promise<string> {
  const id = randomUUID();
  await inDatabase(world.stack, (client) =>
    client.query(
      `INSERT INTO missions.missions (id, title, description, city, country, mission_type, difficulty_level,
        safety_rating, latitude, longitude, radius, rewards_tokens, catalogue, catalogue_key)
       VALUES ($1::uuid, 'Any wall', 'Document a work.', 'Montréal', 'Canada', 'photo_hunt', 'easy', 'safe', 45.55,
         -73.55, 100000, 25, 'faults', $1::text)`,
      [id],
    ),
  );
  for (const player of players)
    expect((await player.send('POST', `/api/graffiti-missions/${id}/start`)).status).toBe(200);
  return id;
}

/** Has the players work and complete missions before, during and after a fault, and then looks at what is left. */
async function survive(fault: () => Promise<unknown>): Promise<void> {
  const early = await allPlayersTakePart();
  const load = underLoad(players);
  let late: string;
  try {
    await allPlayersWork();
    late = await allPlayersTakePart();
    await fault();
    await allPlayersWork();
  } finally {
    await load.stop();
  }
  const completed = async () =>
    (
      await inDatabase(world.stack, (client) =>
        client.query(`SELECT FROM missions.participations WHERE mission_id = ANY ($1) AND status = 'completed'`, [
          [early, late],
        ]),
      )
    ).rowCount;
  await eventually(async () => expect(await completed()).toBe(2 * players.length), SOON);
  await expectInvariants(world.stack, players);
}

describe('no accepted discovery is lost, no award is missing or double', () => {
  it(
    'without a fault, and the award is booked within a second of the response [DOCM-47]',
    async () => {
      const [player] = players as [Player];
      const tokens = async () => ((await player.read('/api/auth/user')) as { tokens: number }).tokens;
      const before = await tokens();
      const { tokensAwarded } = await player.document();
      await eventually(async () => expect(await tokens()).toBe(before + tokensAwarded), {
        timeout: 1_000,
        interval: 20,
      });
      await survive(async () => undefined);
    },
    TIMEOUT,
  );

  // Before there are many events. All of them come again after the faults, at the reward of a live event.
  it(
    'when every event is delivered three times',
    async () => {
      await survive(async () => expect(await deliverEverythingAgain(world.stack, 3)).toBeGreaterThan(0));
      const before = await ledger(world.stack);
      await deliverEverythingAgain(world.stack, 1);
      expect(await ledger(world.stack)).toEqual(before);
    },
    TIMEOUT,
  );

  it.each(serviceNames)(
    'when %s is killed with -9',
    async (name) => {
      await survive(async () => {
        const former = world.stack.service(name).pid();
        world.stack.service(name).kill('SIGKILL');
        await eventually(
          async () => {
            expect(world.stack.service(name).pid()).not.toBe(former);
            expect((await fetch(`${world.stack.service(name).url}/readyz`)).status).toBe(200);
          },
          { ...SOON, interval: 50 },
        );
      });
    },
    TIMEOUT,
  );

  it(
    'when every service is killed at once',
    async () => {
      await survive(async () => {
        for (const name of serviceNames) signalAll(name, 'SIGKILL');
        await eventually(async () => expect((await fetch(`${world.stack.url}/readyz`)).status).toBe(200), {
          ...SOON,
          interval: 50,
        });
      });
    },
    TIMEOUT,
  );

  it(
    'when NATS is stopped for a while, in which players notice nothing',
    async () => {
      await survive(async () => {
        await world.stack.stopNats();
        try {
          const began = Date.now();
          await Promise.all(players.map((player) => player.document()));
          expect(Date.now() - began).toBeLessThan(5_000);
          await allPlayersWork();
        } finally {
          await world.stack.startNats();
        }
      });
    },
    TIMEOUT,
  );

  it(
    'when the store of NATS is wiped',
    async () => {
      await survive(() => world.stack.wipeNats());
    },
    TIMEOUT,
  );

  it(
    'when NATS is killed and its store wiped while nothing was handled yet',
    async () => {
      await survive(async () => {
        signalAll('users', 'SIGSTOP');
        try {
          await sent((await players[1]!.document()).id);
          await world.stack.wipeNats();
        } finally {
          signalAll('users', 'SIGCONT');
        }
      });
    },
    TIMEOUT,
  );

  it(
    'when Postgres is restarted with -m immediate',
    async () => {
      await survive(() => world.stack.restartPostgres('immediate'));
    },
    TIMEOUT,
  );

  it(
    'when a handler throws for one player, whose awards come later while the others go on',
    async () => {
      const [failing, succeeding] = players as [Player, Player];
      const paid = async ({ accountId }: Player, id: string) =>
        inDatabase(
          world.stack,
          async (client) =>
            (
              await client.query(`SELECT FROM users.transfers WHERE credit_account_id = $1 AND source_id = $2`, [
                accountId,
                id,
              ])
            ).rowCount === 1,
        );
      await survive(async () => {
        await inDatabase(world.stack, (client) =>
          client.query(`
          CREATE FUNCTION users.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION
            'not for this one'; END $$;
          CREATE TRIGGER refuse BEFORE INSERT ON users.transfers FOR EACH ROW
            WHEN (NEW.credit_account_id = '${failing.accountId}') EXECUTE FUNCTION users.refuse();`),
        );
        try {
          const refused = await failing.document();
          const taken = await succeeding.document();
          await eventually(async () => expect(await paid(succeeding, taken.id)).toBe(true), {
            timeout: 20_000,
            interval: 100,
          });
          expect(await paid(failing, refused.id)).toBe(false);
        } finally {
          await inDatabase(world.stack, (client) =>
            client.query(`DROP TRIGGER refuse ON users.transfers; DROP FUNCTION users.refuse()`),
          );
        }
      });
    },
    TIMEOUT,
  );
});
