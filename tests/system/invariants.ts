import { jetstreamManager } from '@nats-io/jetstream';
import type { Stack } from '@sprayhunt/local';
import { serviceNames } from '@sprayhunt/contracts';
import { connectToNats, eventually, publishedEvents } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { expect } from '@jest/globals';
import type { Player } from './player.js';
import { expectStoreInvariants, type PaymentsState, paymentsOf } from './store-invariants.js';

/**
 * More than a killed process's messages take to be given out again, with room for a slow machine; less than a test has,
 * so that it says what is missing.
 */
const SETTLED_WITHIN_MS = 50_000;
const STREAM = 'sprayhunt';

export async function inDatabase<T>(stack: Stack, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: stack.adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Invariants that hold whenever nothing is running, whatever happened before (docs/architecture.md).
 * Waits for running work.
 * @param explained dead letters that the test caused
 */
export function expectInvariants(
  stack: Stack,
  players: readonly Player[],
  options?: { explained?: number },
): Promise<void> {
  return inDatabase(stack, (client) => expectInvariantsOf(client, players, () => paymentsOf(stack), options));
}

/** Whether the invariants see what a statement does to the database, which is undone. */
export async function expectSeen(stack: Stack, players: readonly Player[], damage: string): Promise<void> {
  await expectInvariants(stack, players);
  await inDatabase(stack, async (client) => {
    // The ledger refuses to be damaged, so its triggers are off; nothing of it is committed.
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica`);
    // Of several statements, the last one does the damage.
    expect([await client.query(damage)].flat().at(-1)!.rowCount).toBeGreaterThan(0);
    await expect(expectInvariantsOf(client, players, () => paymentsOf(stack), { within: 500 })).rejects.toThrow(
      /^expect\(/,
    );
    await client.query('ROLLBACK');
  });
  await expectInvariants(stack, players);
}

async function expectInvariantsOf(
  client: pg.Client,
  players: readonly Player[],
  payments: () => Promise<PaymentsState>,
  { explained = 0, within = SETTLED_WITHIN_MS } = {},
): Promise<void> {
  const rows = async (sql: string, values: unknown[] = []) =>
    (await client.query(sql, values)).rows as Record<string, unknown>[];

  await eventually(
    async () => {
      for (const service of serviceNames)
        expect({ service, unsent: await rows(`SELECT id, subject FROM ${service}.outbox LIMIT 5`) }).toEqual({
          service,
          unsent: [],
        });
      expect(await unpaid()).toEqual([]);
      // Withheld awards are released once they are due, with a margin for the job that does it.
      expect(
        await rows(
          `SELECT id FROM discovery.discoveries WHERE award_withheld IS NOT NULL
            AND award_at < now() - interval '5 minutes' LIMIT 5`,
        ),
      ).toEqual([]);
      expect(await missionsBookedOtherwise()).toEqual([]);
      expect(await liveEventsBookedOtherwise()).toEqual([]);
      // Erased accounts are erased in all services.
      expect(await rows(`SELECT account_id, service FROM users.erasures WHERE confirmed_at IS NULL`)).toEqual([]);
      expect(await rows(`SELECT account_id FROM users.rank_changes LIMIT 5`)).toEqual([]);
      expect(await ofMergedSubjects()).toEqual([]);
      await expectStoreInvariants(rows, await payments());
    },
    { timeout: within, interval: 50 },
  );

  // No work with the response 201 is lost.
  const accepted = players.flatMap((player) => player.accepted.map((one) => ({ ...one, player: player.accountId })));
  expect(
    await rows(
      `SELECT a.id FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS a (id, player, tokens)
        WHERE NOT EXISTS (SELECT FROM discovery.discoveries d WHERE d.id = a.id AND d.player_id = a.player
          AND d.tokens_awarded = a.tokens)`,
      [
        accepted.map(({ id }) => id),
        accepted.map(({ player }) => player),
        accepted.map(({ tokensAwarded }) => tokensAwarded),
      ],
    ),
  ).toEqual([]);

  // A retry with the same key never made a second one: a player has what was returned, and nothing else.
  for (const player of players) {
    const [{ n } = { n: -1 }] = await rows(
      `SELECT count(*)::int AS n FROM discovery.discoveries WHERE player_id = $1`,
      [player.accountId],
    );
    expect(n).toBe(player.accepted.length);
  }

  // Every award has its discovery, and no discovery has two. Of erased accounts only the awards remain.
  expect(
    await rows(
      `SELECT t.id FROM users.transfers t LEFT JOIN discovery.discoveries d
           ON d.id::text = t.source_id AND d.player_id = t.credit_account_id AND d.tokens_awarded = t.amount
        WHERE t.reason = 'discovery' AND d.id IS NULL AND t.credit_account_id NOT IN (SELECT account_id
          FROM users.erased_accounts)
          AND t.source_id NOT IN (SELECT id::text FROM discovery.moderated_works WHERE state <> 'shown')`,
    ),
  ).toEqual([]);
  expect(await rows(`SELECT source_id FROM users.transfers GROUP BY reason, source_id HAVING count(*) > 1`)).toEqual(
    [],
  );

  // Σ debits = Σ credits, and each balance is the sum of its transfers.
  expect(
    await rows(
      `WITH entry AS (
         SELECT credit_account_id AS account, amount FROM users.transfers UNION ALL SELECT debit_account_id, -amount
           FROM users.transfers
       ) SELECT sum(amount)::int AS total FROM entry HAVING sum(amount) <> 0`,
    ),
  ).toEqual([]);
  expect(
    await rows(
      `WITH entry AS (
         SELECT credit_account_id AS account_id, amount FROM users.transfers UNION ALL SELECT debit_account_id, -amount
           FROM users.transfers
       ), balance AS (SELECT account_id, sum(amount) AS tokens FROM entry GROUP BY account_id)
       SELECT account_id, s.tokens AS kept, b.tokens AS summed FROM users.player_statistics s FULL JOIN balance b
         USING (account_id)
        WHERE coalesce(s.tokens, 0) <> coalesce(b.tokens, 0) AND coalesce(b.tokens, 0) >= 0`,
    ),
  ).toEqual([]);

  // Score and count beside the ledger.
  expect(
    await rows(
      `SELECT s.account_id, s.score, s.tokens, s.discoveries FROM users.player_statistics s
        WHERE score <> tokens + 15 * discoveries
           OR discoveries <> (SELECT count(*) FROM users.transfers t WHERE t.credit_account_id = s.account_id
             AND t.reason = 'discovery')`,
    ),
  ).toEqual([]);

  // Ranks beside the ledger, and the histogram of the world beside the ranks.
  expect(
    await rows(
      `SELECT account_id, r.score, s.score AS booked FROM users.player_ranks r FULL
        JOIN (SELECT s.* FROM users.player_statistics s JOIN users.accounts a ON a.id = s.account_id) s
          USING (account_id)
        WHERE (r.score, r.discoveries) IS DISTINCT FROM (s.score, s.discoveries)`,
    ),
  ).toEqual([]);
  expect(
    await rows(
      `WITH listed AS (SELECT width, score / width AS bucket, count(*)::int AS players
        FROM users.player_ranks, (VALUES (1), (1024)) AS widths (width) WHERE is_listed AND score > 0 GROUP BY 1, 2)
       SELECT * FROM listed FULL JOIN (SELECT width, bucket, players FROM users.rank_histogram WHERE area = ''
         AND period = 'all' AND players <> 0) kept USING (width, bucket)
        WHERE listed.players IS DISTINCT FROM kept.players`,
    ),
  ).toEqual([]);

  const dead = await rows(
    serviceNames
      .map((service) => `SELECT handler, event_id, error FROM ${service}.dead_letters WHERE replayed_at IS NULL`)
      .join(' UNION ALL '),
  );
  expect(dead).toHaveLength(explained);

  /**
   * Players whose completed missions are not what the ledger has of them: each once, at its reward. Of erased accounts
   * only the awards remain.
   */
  function missionsBookedOtherwise() {
    return rows(
      `WITH completed AS (
         SELECT p.player_id, count(*)::int AS missions, sum(m.rewards_tokens)::int AS tokens
           FROM missions.participations p JOIN missions.missions m ON m.id = p.mission_id
          WHERE p.status = 'completed' AND m.rewards_tokens > 0 GROUP BY p.player_id
       ), booked AS (
         SELECT credit_account_id AS player_id, count(*)::int AS missions, sum(amount)::int AS tokens
           FROM users.transfers WHERE reason = 'mission' GROUP BY 1
       ) SELECT player_id, c.missions AS completed, b.missions AS booked, c.tokens, b.tokens AS paid
         FROM completed c FULL JOIN booked b USING (player_id)
          WHERE (c.missions, c.tokens) IS DISTINCT FROM (b.missions, b.tokens)
            AND player_id NOT IN (SELECT account_id FROM users.erased_accounts)`,
    );
  }

  /** Players whose live events that took place are not what the ledger has of them: each once, at its reward. */
  function liveEventsBookedOtherwise() {
    return rows(
      `WITH ended AS (
         SELECT p.player_id, count(*)::int AS events, sum(e.reward_tokens)::int AS tokens
           FROM missions.live_event_participations p JOIN missions.live_events e ON e.id = p.event_id
          WHERE e.settled_at IS NOT NULL AND e.cancelled_at IS NULL AND e.reward_tokens > 0 GROUP BY p.player_id
       ), booked AS (
         SELECT credit_account_id AS player_id, count(*)::int AS events, sum(amount)::int AS tokens FROM users.transfers
           WHERE reason = 'event' GROUP BY 1
       ) SELECT player_id, e.events AS ended, b.events AS booked, e.tokens, b.tokens AS paid FROM ended e FULL
         JOIN booked b USING (player_id)
          WHERE (e.events, e.tokens) IS DISTINCT FROM (b.events, b.tokens)
            AND player_id NOT IN (SELECT account_id FROM users.erased_accounts)`,
    );
  }

  /** Rows of guests and pending accounts that were merged into an account, which has them instead. */
  function ofMergedSubjects() {
    const owners = {
      'commerce.carts': 'player_id',
      'commerce.memberships': 'account_id',
      'commerce.orders': 'buyer_id',
      'discovery.likes': 'player_id',
      'discovery.palettes': 'player_id',
      'discovery.pictures': 'owner_id',
      'discovery.saved_walls': 'player_id',
      'media.pictures': 'owner_id',
      'media.uploads': 'owner_id',
      'missions.participations': 'player_id',
      'users.pictures': 'owner_id',
    };
    const merged = `SELECT account_id FROM users.erased_accounts WHERE merged_into IS NOT NULL`;
    const selects = Object.entries(owners).map(
      ([table, column]) =>
        `SELECT '${table}' AS "table", ${column} AS owner FROM ${table} WHERE ${column} IN (${merged})`,
    );
    return rows(`SELECT * FROM (${selects.join(' UNION ALL ')}) AS one LIMIT 5`);
  }

  async function unpaid() {
    return rows(
      `SELECT d.id FROM discovery.discoveries d
        WHERE d.player_id = ANY ($1) AND d.award_withheld IS NULL AND NOT EXISTS (SELECT FROM users.transfers t
          WHERE t.reason = 'discovery' AND t.source_id = d.id::text) LIMIT 5`,
      [players.map((player) => player.accountId)],
    );
  }
}

/** Publishes all events of all services again, as new messages, and waits until they are handled. */
export async function deliverEverythingAgain(stack: Stack, times: number): Promise<number> {
  const nats = await connectToNats(stack.natsUrl);
  try {
    const events = await inDatabase(stack, async (client) => {
      const all: { subject: string; event: string }[] = [];
      for (const service of serviceNames)
        all.push(
          ...(
            await client.query<{ subject: string; event: string }>(
              `SELECT subject, event::text AS event FROM ${publishedEvents(service)} ORDER BY id`,
            )
          ).rows,
        );
      return all;
    });
    const manager = await jetstreamManager(nats);
    const again = Array.from({ length: times }, () => events).flat();
    // As many at once as NATS stores without keeping the last of them waiting.
    while (again.length > 0)
      await Promise.all(
        again.splice(0, 50).map(({ subject, event }) => manager.jetstream().publish(`${STREAM}.${subject}`, event)),
      );
    await eventually(
      async () => {
        for await (const { name, config, num_pending, num_ack_pending } of manager.consumers.list(STREAM)) {
          // A live feed's consumer has no durable name, and outlives a killed process for minutes.
          if (!config.durable_name) continue;
          expect({ name, num_pending, num_ack_pending }).toEqual({ name, num_pending: 0, num_ack_pending: 0 });
        }
      },
      { timeout: SETTLED_WITHIN_MS, interval: 50 },
    );
    return events.length * times;
  } finally {
    await nats.close();
  }
}

/** Everything that the players earned, to compare before and after. */
export function ledger(stack: Stack): Promise<unknown> {
  return inDatabase(stack, async (client) => ({
    transfers: (await client.query(`SELECT * FROM users.transfers ORDER BY id`)).rows as unknown,
    statistics: (await client.query(`SELECT * FROM users.player_statistics ORDER BY account_id`)).rows as unknown,
    said: (await client.query(`SELECT id FROM ${publishedEvents('users')} ORDER BY id`)).rows as unknown,
  }));
}
