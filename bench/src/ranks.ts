import { serviceNames } from '@sprayhunt/contracts';
import type { Stack } from '@sprayhunt/local';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { programsOf } from './cpu.js';
import { burst, BURST, read, timeCommits } from './events.js';
import { DiscoveryPublisher } from './publishing.js';
import { median } from './compare.js';
import { OWN_RANK_SQL, TOP_SQL } from './ranks-query.js';

export interface RankFigures {
  /**
   * Milliseconds for the first 50 of the world and one's own rank among a million players, both statements at once as
   * users sends them; the median.
   */
  leaderboardTop50AndRankMs: number;
  leaderboardTop50AndRankP99Ms: number;
  /**
   * By how many percent fewer events are booked a second because ranks follow, with a million players ranked; the
   * median of pairs of rounds.
   */
  rankUpkeepCostPercent: number;
}

const RANKED = 1_000_000;
/** As many players earn in a burst as in that of `events`. */
const EARNING = 5_000;
const READS = 2_000;
const WARM_UP_READS = 200;
const PAIRS = 9;

/** Verified players in 200 cities of 40 countries; most with little, few with much. */
const SEED = [
  `INSERT INTO users.accounts (id, status, username, country, city, pin_preferences, created_at)
   SELECT gen_random_uuid(), 'verified', 'ranked ' || n, 'Country ' || n % 40, 'City ' || n % 200, '{}', now()
     FROM generate_series(1, ${RANKED}) AS n`,
  `INSERT INTO users.player_statistics (account_id, tokens, discoveries, xp, score)
   SELECT id, 50 * n, n, 15 * n, 65 * n FROM (SELECT id, ceil(-20 * ln(1 - random()))::int AS n FROM users.accounts
     WHERE username LIKE 'ranked %') AS earned WHERE n > 0`,
  `INSERT INTO users.player_ranks (account_id, is_listed, country, city, score, discoveries, month, month_score,
    month_discoveries, week, week_score, week_discoveries)
   SELECT a.id, true, users.area_key(country), users.area_key(country) || '/' || users.area_key(city), score,
     discoveries,
     date_trunc('month', now() AT TIME ZONE 'UTC'), 65 * (discoveries / 4), discoveries / 4,
       date_trunc('week', now() AT TIME ZONE 'UTC'), 65 * (discoveries / 9), discoveries / 9
   FROM users.accounts a JOIN users.player_statistics s ON s.account_id = a.id WHERE username LIKE 'ranked %'`,
  `INSERT INTO users.rank_histogram (area, period, starts, width, bucket, players)
   SELECT area, period, starts, width, of_period / width, count(*) FROM users.player_ranks r
     JOIN users.accounts a ON a.id = r.account_id AND username LIKE 'ranked %',
     LATERAL (VALUES ('all', '-infinity'::date, r.score), ('month', r.month, r.month_score),
       ('week', r.week, r.week_score)) AS periods (period, starts, of_period),
     LATERAL (VALUES (''), (r.country), (r.city)) AS areas (area), (VALUES (1), (1024)) AS widths (width)
   WHERE of_period > 0 GROUP BY 1, 2, 3, 4, 5
   ON CONFLICT ON CONSTRAINT rank_histogram_pkey DO UPDATE SET players = rank_histogram.players + excluded.players`,
];

/** What users holds while it counts: players of the sections before are ranked already, or still wait for it. */
const COUNTING = `hashtext('users:ranks')`;

/** Ranks a million players, reads the leaderboard, and books bursts of events with and without ranks in turn. */
export async function benchRanks(stack: Stack, print: (line: string) => void): Promise<RankFigures> {
  await timeCommits(stack);
  const client = new pg.Client({ connectionString: stack.adminUrl });
  await client.connect();
  try {
    print(`  Ranking ${RANKED} players`);
    await rank(client);
    const times = await readTimes(stack.adminUrl, client);
    const costs = await upkeepCosts(stack, client, print);
    return {
      leaderboardTop50AndRankMs: rounded(median(times)),
      leaderboardTop50AndRankP99Ms: rounded(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!),
      rankUpkeepCostPercent: rounded(median(costs)),
    };
  } finally {
    await client.query('DROP TRIGGER IF EXISTS bench_without ON users.rank_changes').catch(() => undefined);
    await client.end();
  }
}

/** The indexes are made after the rows, which is many times as fast, and no trigger looks at each row. */
async function rank(client: pg.Client): Promise<void> {
  await client.query(
    `SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '256MB'; SET ` +
      `session_replication_role = replica`,
  );
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'users' AND tablename IN ('accounts', 'player_ranks')
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`,
  );
  await client.query(`SELECT pg_advisory_lock(${COUNTING})`);
  for (const { name } of rows) await client.query(`DROP INDEX users.${name}`);
  for (const statement of SEED) await client.query(statement);
  for (const { definition } of rows) await client.query(definition);
  await client.query(
    `VACUUM (ANALYZE) users.accounts, users.player_statistics, users.player_ranks, users.rank_histogram`,
  );
  await client.query(`SELECT pg_advisory_unlock(${COUNTING}); RESET session_replication_role; CHECKPOINT`);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** For players from all over the ranking, on two connections as users has them. */
async function readTimes(url: string, client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT account_id AS id FROM users.player_ranks TABLESAMPLE SYSTEM (5) LIMIT $1`,
    [READS + WARM_UP_READS],
  );
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c search_path=users,public' });
  const times: number[] = [];
  try {
    for (const { id } of rows) {
      const began = performance.now();
      const [top, own] = await Promise.all([
        pool.query({ name: 'top', text: TOP_SQL }),
        pool.query<{ rank: number }>({ name: 'own', text: OWN_RANK_SQL, values: [id] }),
      ]);
      times.push(performance.now() - began);
      if (top.rowCount !== 50 || !own.rows[0]?.rank) throw new Error('The leaderboard is not whole');
    }
  } finally {
    await pool.end();
  }
  return times.slice(WARM_UP_READS);
}

/** In each pair one round has ranks and one has not, in turn first. */
async function upkeepCosts(stack: Stack, client: pg.Client, print: (line: string) => void): Promise<number[]> {
  await client.query(
    `CREATE TRIGGER bench_without BEFORE INSERT ON users.rank_changes FOR EACH ROW EXECUTE FUNCTION users.skip_row()`,
  );
  const { rows } = await client.query<{ id: string }>(
    `SELECT account_id AS id FROM users.player_ranks TABLESAMPLE SYSTEM (5) LIMIT $1`,
    [EARNING],
  );
  const publisher = await DiscoveryPublisher.open(
    stack,
    rows.map(({ id }) => id),
  );
  const programs = programsOf(stack, serviceNames);
  const round = async (name: string, withRanks: boolean): Promise<number> => {
    await client.query(`ALTER TABLE users.rank_changes ${withRanks ? 'DISABLE' : 'ENABLE'} TRIGGER bench_without`);
    await burst(client, programs, publisher, name, BURST);
    while ((await client.query(`SELECT FROM users.rank_changes LIMIT 1`)).rowCount) await sleep(200);
    return (await read(client, publisher, name)).perSecond;
  };
  try {
    await round('ranks-warm-up', true);
    const costs: number[] = [];
    for (let pair = 1; pair <= PAIRS; pair++) {
      const first = pair % 2 === 0;
      const one = await round(`ranks-${pair}-a`, first);
      const other = await round(`ranks-${pair}-b`, !first);
      const [ranked, bare] = first ? [one, other] : [other, one];
      costs.push(100 * (1 - ranked / bare));
      print(`  pair ${pair} of ${PAIRS}: ${Math.round(ranked)}/s with ranks, ${Math.round(bare)}/s without`);
    }
    return costs;
  } finally {
    await publisher.close();
  }
}
