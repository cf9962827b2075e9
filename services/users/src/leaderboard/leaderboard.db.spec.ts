import { randomUUID } from 'node:crypto';
import { ErasedAccounts, IdempotentTransaction, Jobs, Outbox, type SqlPool, uuidv7 } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { register } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Erasures } from '../erasure/erasures.js';
import { Ledger } from '../ledger/ledger.js';
import { MINT } from '../ledger/transfer.entity.js';
import { Consents } from '../consents/consents.js';
import { OAuthClients } from '../partners/oauth-clients.js';
import { SuspendedContacts } from '../standings/suspended-contacts.js';
import { tables } from '../tables.js';
import { countRanks, deletePastRanks } from './count-ranks.js';
import { RankCounter } from './rank-counter.js';
import { AREAS, LeaderboardReads, PERIODS, type Area, type Period } from './leaderboard-reads.js';
import { Ranks } from './ranks.js';

let database: OpenDatabase;
let reads: LeaderboardReads;
const outbox = new Outbox('users');
const ledger = new Ledger(outbox);
const ranks = new Ranks();
let erasures: Erasures;

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
  const suspended = new SuspendedContacts({} as SqlPool, { SUSPENSION_SECRET: ['s'.repeat(32)] }, new Jobs('users'));
  erasures = new Erasures(
    new ErasedAccounts(outbox),
    ledger,
    outbox,
    new OAuthClients(database.dataSource, new IdempotentTransaction(database.dataSource), outbox),
    new Consents(database.dataSource, outbox),
    suspended,
  );
  reads = new LeaderboardReads((database.dataSource.driver as unknown as { master: SqlPool }).master);
});
afterAll(() => database.close());

const sql = <Row = object>(text: string, values: unknown[] = []) => database.dataSource.query<Row[]>(text, values);
const count = async () => {
  while ((await countRanks(database.dataSource)) > 0);
};

async function newAccount({
  city = null,
  country = null,
  status = 'verified',
  visibility = {},
}: { city?: string | null; country?: string | null; status?: string; visibility?: object } = {}): Promise<string> {
  const id = randomUUID();
  await sql(
    `INSERT INTO accounts (id, status, username, username_small, username_capital, city, country, visibility,
      pin_preferences, created_at) VALUES ($1::uuid, $2, $1::text, $1::text, $1::text, $3, $4, $5, '{}', now())`,
    [id, status, city, country, JSON.stringify(visibility)],
  );
  return id;
}

const discoveries = (accountId: string, times = 1, amount = 50) =>
  Array.from({ length: times }, () => ({
    reason: 'discovery',
    sourceId: uuidv7(),
    accountId,
    amount,
    xp: 15,
    discoveries: 1,
  }));
const book = (awards: ReturnType<typeof discoveries>) => ledger.award(database.dataSource.manager, awards);

/** Books a discovery as if some days ago. */
async function bookEarlier(accountId: string, days: number): Promise<void> {
  const at = `now() - interval '${days} days'`;
  await sql(
    `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, reason, source_id, created_at)
      VALUES ($1::uuid, $2, $3, 50, 'discovery', $1::text, ${at})`,
    [randomUUID(), MINT, accountId],
  );
  await sql(
    `INSERT INTO player_statistics AS s (account_id, tokens, discoveries, xp, score) VALUES ($1, 50, 1, 15, 65)
     ON CONFLICT (account_id) DO UPDATE SET tokens = s.tokens + 50, discoveries = s.discoveries + 1, xp = s.xp + 15,
       score = s.score + 65`,
    [accountId],
  );
  await sql(`INSERT INTO rank_changes (account_id, score, discoveries, booked_at) VALUES ($1, 65, 1, ${at})`, [
    accountId,
  ]);
}

/** A leaderboard computed from the ledger and the accounts, without the stored ranks. */
const recomputed = (period: Period, area: Area, accountId: string) =>
  sql<{ accountId: string; score: number; discoveries: number; rank: number }>(
    `WITH own AS (SELECT area_key(country) AS country, area_key(city) AS city FROM accounts WHERE id = $1),
     earned AS (
       SELECT credit_account_id AS account_id, sum(amount + CASE WHEN reason = 'discovery' THEN 15
         ELSE 0 END)::int AS score, count(*) FILTER (WHERE reason = 'discovery')::int AS discoveries
       FROM transfers WHERE ${
         period === 'all'
           ? 'true'
           : `created_at >= date_trunc('${period}', ` + `now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`
       } GROUP BY 1)
     SELECT a.id AS "accountId", e.score, e.discoveries, (rank() OVER (ORDER BY e.score DESC))::int AS rank
     FROM earned e JOIN accounts a ON a.id = e.account_id, own
     WHERE a.status = 'verified' AND a.visibility ->> 'statistics' IS DISTINCT FROM 'false'
       AND NOT EXISTS (SELECT FROM rank_exclusions x WHERE x.account_id = a.id)
       AND
         ${
           {
             world: 'true',
             country: `area_key(a.country) = own.country AND own.country <> ''`,
             city:
               `area_key(a.country) ` +
               `= own.country AND ` +
               `area_key(a.city) = own.city AND own.country <> '' AND own.city ` +
               `<> ''`,
           }[area]
         }
     ORDER BY e.score DESC, a.id DESC`,
    [accountId],
  );

async function expectAsRecomputed(accountIds: readonly string[]): Promise<void> {
  const publicIds = new Map(
    (await sql<{ id: string; publicId: string }>(`SELECT id, public_id(id) AS "publicId" FROM accounts`)).map(
      ({ id, publicId }) => [id, publicId],
    ),
  );
  for (const period of PERIODS) {
    for (const area of AREAS) {
      for (const accountId of accountIds) {
        const expected = await recomputed(period, area, accountId);
        const { entries, me } = await reads.of(period, area, accountId);
        const own = expected.find((entry) => entry.accountId === accountId);
        expect({
          period,
          area,
          entries: entries.map(({ id, score, discoveries: found, rank, you }) => ({ id, score, found, rank, you })),
        }).toEqual({
          period,
          area,
          entries: expected.slice(0, 50).map((entry) => ({
            id: publicIds.get(entry.accountId),
            score: entry.score,
            found: entry.discoveries,
            rank: entry.rank,
            you: entry === own,
          })),
        });
        expect({ period, area, rank: me.rank }).toEqual({ period, area, rank: own?.rank ?? null });
        const above = expected.filter(({ score }) => score > me.score).at(-1);
        expect({ period, area, toNext: me.toNext }).toEqual({
          period,
          area,
          toNext: above ? above.score - me.score : null,
        });
      }
    }
  }
}

/** The histogram counts the listed players of each board, in both widths. */
const WRONG_COUNTS = `
  WITH board AS (
    SELECT area, period, starts, periods.score FROM player_ranks r,
      LATERAL (VALUES ('all', '-infinity'::date, r.score), ('month', r.month, r.month_score),
        ('week', r.week, r.week_score)) AS periods (period, starts, score),
      LATERAL (SELECT '' AS area UNION ALL SELECT r.country WHERE r.country <> '' UNION ALL SELECT r.city
        WHERE r.city <> '') AS areas
    WHERE r.is_listed AND periods.score > 0),
  listed AS (SELECT area, period, starts, width, score / width AS bucket, count(*) AS players
    FROM board, (VALUES (1), (1024)) AS widths (width) GROUP BY 1, 2, 3, 4, 5)
  SELECT * FROM listed FULL JOIN (SELECT * FROM rank_histogram WHERE players <> 0) AS kept
    USING (area, period, starts, width, bucket)
  WHERE listed.players IS DISTINCT FROM kept.players`;

/** A generator with a seed, so that a failure can be repeated (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('the leaderboard', () => {
  it.each([1, 2, 3])(
    'equals a recomputation after random awards, erasures, exclusions and changes of accounts (seed %i) [COMM-13]',
    async (seed) => {
      const random = seeded(seed);
      const below = (n: number) => Math.floor(random() * n);
      const places = [
        { city: 'Melbourne', country: 'Australia' },
        { city: ' melbourne', country: 'AUSTRALIA ' },
        { city: 'Sydney', country: 'Australia' },
        { city: 'São Paulo', country: 'Brasil' },
        { city: 'Sao Paulo', country: 'brasil' },
        { country: 'France' },
        { city: 'Nowhere' },
        {},
      ];
      const accounts = await Promise.all(Array.from({ length: 70 }, () => newAccount(places[below(places.length)])));
      const of = () => accounts[below(accounts.length)]!;
      for (let step = 0; step < 120; step += 1) {
        const work = [
          () =>
            Promise.all([
              book(Array.from({ length: 6 }, () => discoveries(of(), 1, 50 * (1 + below(3)))).flat()),
              book(Array.from({ length: 6 }, () => discoveries(of())).flat()),
              count(),
            ]),
          () => book(discoveries(of(), 1 + below(30))),
          () => bookEarlier(of(), 1 + below(60)),
          () =>
            sql(`UPDATE accounts SET visibility = jsonb_build_object('statistics', $2::boolean) WHERE id = $1`, [
              of(),
              random() < 0.5,
            ]),
          () => sql(`UPDATE accounts SET status = $2 WHERE id = $1`, [of(), random() < 0.2 ? 'pending' : 'verified']),
          () => {
            const place = places[below(places.length)]!;
            return sql(`UPDATE accounts SET city = $2, country = $3 WHERE id = $1`, [of(), place.city, place.country]);
          },
          () => {
            const [id, listed] = [of(), random() < 0.5];
            return database.dataSource.transaction((tx) => ranks.setListed(tx, id, listed));
          },
          () =>
            accounts.length > 60
              ? Promise.all([
                  database.dataSource.transaction((tx) =>
                    erasures.erase(tx, accounts.splice(below(accounts.length), 1)[0]!),
                  ),
                  count(),
                ])
              : count(),
        ][below(8)]!;
        await work();
      }
      await count();
      expect(await sql(WRONG_COUNTS)).toEqual([]);
      await expectAsRecomputed(Array.from({ length: 4 }, of));
      await deletePastRanks(database.dataSource);
      await expectAsRecomputed([of()]);
    },
  );

  it('players with the same score share a rank, in an order that stays, and the next rank counts them all', async () => {
    const country = `Tie ${randomUUID()}`;
    const [ann, bob, cat, dan] = [
      await newAccount({ country }),
      await newAccount({ country }),
      await newAccount({ country }),
      await newAccount({ country }),
    ];
    await book([...discoveries(ann), ...discoveries(bob), ...discoveries(cat, 1, 150), ...discoveries(dan, 1, 10)]);
    await count();
    const { entries, me, area } = await reads.of('week', 'country', dan);
    expect(area).toBe(country);
    expect(entries.map(({ rank, score, tokens, you }) => [rank, score, tokens, you])).toEqual([
      [1, 165, 150, false],
      [2, 65, 50, false],
      [2, 65, 50, false],
      [4, 25, 10, true],
    ]);
    expect(me).toEqual({ rank: 4, score: 25, tokens: 10, discoveries: 1, toNext: 40 });
    expect((await reads.of('week', 'country', dan)).entries).toEqual(entries);
    expect((await reads.of('all', 'country', cat)).me).toMatchObject({ rank: 1, toNext: null });
  });

  it('never shows pending, excluded, hidden or erased players, from the commit on, before the next count [SIGN-22]', async () => {
    const country = `Gone ${randomUUID()}`;
    const [viewer, pending, excluded, hidden, erased] = [
      await newAccount({ country }),
      await newAccount({ country, status: 'pending' }),
      await newAccount({ country }),
      await newAccount({ country }),
      await newAccount({ country }),
    ];
    await book([viewer, pending, excluded, hidden, erased].flatMap((id) => discoveries(id)));
    await count();
    expect((await reads.of('all', 'country', viewer)).entries).toHaveLength(4);
    await database.dataSource.transaction((tx) => ranks.setListed(tx, excluded, false));
    await sql(`UPDATE accounts SET visibility = '{"statistics": false}' WHERE id = $1`, [hidden]);
    await database.dataSource.transaction((tx) => erasures.erase(tx, erased));
    expect((await reads.of('all', 'country', viewer)).entries.map(({ you }) => you)).toEqual([true]);
    expect((await reads.of('all', 'country', hidden)).me).toMatchObject({ rank: null, score: 65 });
    await sql(`UPDATE accounts SET status = 'verified' WHERE id = $1`, [pending]);
    await database.dataSource.transaction((tx) => ranks.setListed(tx, excluded, true));
    await count();
    expect((await reads.of('all', 'country', viewer)).entries).toHaveLength(3);
  });

  it('an award that arrived before its account is ranked with it, and no other award twice', async () => {
    const country = `Early ${randomUUID()}`;
    const id = randomUUID();
    await book(discoveries(id, 2));
    await count();
    await sql(
      `INSERT INTO accounts (id, status, username, username_small, username_capital, country, pin_preferences,
        created_at) VALUES ($1::uuid, 'pending', $1::text, $1::text, $1::text, $2, '{}', now())`,
      [id, country],
    );
    await book(discoveries(id));
    await sql(`UPDATE accounts SET status = 'verified' WHERE id = $1`, [id]);
    await count();
    for (const period of PERIODS)
      expect((await reads.of(period, 'country', id)).me).toEqual({
        rank: 1,
        score: 195,
        tokens: 150,
        discoveries: 3,
        toNext: null,
      });
  });

  it('an account without a country has no country leaderboard, and one without a score gets the score that it needs to be listed', async () => {
    const [nowhere, new_] = [await newAccount(), await newAccount({ country: `New ${randomUUID()}` })];
    await book(discoveries(nowhere));
    await count();
    expect(await reads.of('all', 'country', nowhere)).toEqual({
      area: null,
      entries: [],
      me: { rank: null, score: 65, tokens: 50, discoveries: 1, toNext: null },
    });
    expect((await reads.of('all', 'world', new_)).me).toMatchObject({ rank: null, score: 0 });
    expect((await reads.of('all', 'country', new_)).entries).toEqual([]);
  });
});

it('the gauge of changes says how many wait while another process counts', async () => {
  await count();
  const other = database.dataSource.createQueryRunner();
  await other.startTransaction();
  await other.query(`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':ranks'))`);
  await book(discoveries(await newAccount()));
  const counter = new RankCounter(database.dataSource, database.pool, new Jobs('users'));
  counter.onApplicationBootstrap();
  const waiting = async () => (await register.getSingleMetric('rank_changes_waiting')!.get()).values[0]!.value;
  expect(await waiting()).toBe(1);
  await other.commitTransaction();
  await other.release();
  await eventually(async () => expect(await waiting()).toBe(0));
  await counter.beforeApplicationShutdown();
});
