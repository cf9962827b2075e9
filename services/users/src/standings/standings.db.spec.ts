import { randomUUID } from 'node:crypto';
import { accountStandingChanged } from '@sprayhunt/contracts';
import { type Jobs, Outbox } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import type { EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Consents } from '../consents/consents.js';
import { Ranks } from '../leaderboard/ranks.js';
import { tables } from '../tables.js';
import { Standings } from './standings.js';
import { Suspensions } from './suspensions.js';

let database: OpenDatabase;
const standings = new Standings(new Outbox('users'));

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
});
afterAll(() => database.close());

const within = (work: (tx: EntityManager) => Promise<unknown>) => database.dataSource.transaction(work);

async function newAccount(): Promise<string> {
  const id = randomUUID();
  await database.dataSource.query(
    `INSERT INTO accounts (id, status, pin_preferences, created_at) VALUES ($1, 'verified', '{}', now())`,
    [id],
  );
  return id;
}

const suspend = (tx: EntityManager, id: string, until: Date | null) =>
  standings.suspend(tx, id, () => Promise.resolve(until));

/** A decision by which a player is suspended. */
async function decideSuspension(accountId: string, end: string): Promise<void> {
  const caseId = randomUUID();
  await database.dataSource.query(
    `INSERT INTO moderation_cases (id, subject_kind, subject_id, severity, reports, decided_at)
     VALUES ($1, 'player', $1, 0, 0, now())`,
    [caseId],
  );
  await database.dataSource.query(
    `INSERT INTO moderation_decisions (case_id, affected_id, outcome, reason, suspended_until)
     VALUES ($1, $2, 'suspend', 'Spam.', now() + $3::interval)`,
    [caseId, accountId, end],
  );
}

/** Published events of an account, in order. */
const told = async (accountId: string) => {
  const rows = await database.dataSource.query<{ data: Record<string, unknown> }[]>(
    `SELECT event -> 'data' AS data FROM outbox WHERE subject = $1 AND event -> 'data' ->> 'accountId' = $2
      ORDER BY id`,
    [accountStandingChanged.subject, accountId],
  );
  return rows.map(({ data: { roles, suspendedUntil, version } }) => [roles, suspendedUntil, version]);
};

describe('the standing of an account', () => {
  it('is published as a whole after each change, and only then', async () => {
    const id = await newAccount();
    const until = new Date('2030-01-01T00:00:00.000Z');
    await within((tx) => standings.revoke(tx, id, 'moderator'));
    await within((tx) => standings.grant(tx, id, 'organiser'));
    await within((tx) => standings.grant(tx, id, 'moderator'));
    await within((tx) => standings.grant(tx, id, 'moderator'));
    await within((tx) => suspend(tx, id, until));
    await within((tx) => suspend(tx, id, until));
    await within((tx) => standings.revoke(tx, id, 'organiser'));
    await within((tx) => suspend(tx, id, null));
    expect(await told(id)).toEqual([
      [['organiser'], null, 1],
      [['moderator', 'organiser'], null, 2],
      [['moderator', 'organiser'], until.toISOString(), 3],
      [['moderator'], until.toISOString(), 4],
      [['moderator'], null, 5],
    ]);
  });

  it('is no longer a suspension at the end of the longest one in force, when the player is listed again', async () => {
    const id = await newAccount();
    const jobs = { repeat: () => undefined } as unknown as Jobs;
    const suspensions = new Suspensions(
      standings,
      new Ranks(),
      new Consents(database.dataSource, new Outbox('users')),
      database.dataSource,
      jobs,
    );
    const query = (sql: string) => database.dataSource.query<unknown[]>(sql, [id]);
    const isListed = async () => (await query(`SELECT FROM rank_exclusions WHERE account_id = $1`)).length === 0;
    const passStoredEnd = () =>
      query(`UPDATE account_standings SET suspended_until = now() - interval '1 second' WHERE account_id = $1`);
    for (const end of ['1 hour', '2 hours']) await decideSuspension(id, end);
    await within((tx) => suspensions.update(tx, id));
    await suspensions.relistExpired();
    expect(await isListed()).toBe(false);
    await passStoredEnd();
    await suspensions.relistExpired();
    expect([await isListed(), (await told(id)).at(-1)]).toEqual([false, [[], expect.any(String), 2]]);
    await query(`UPDATE moderation_decisions SET suspended_until = now() - interval '1 second' WHERE affected_id = $1`);
    await passStoredEnd();
    await suspensions.relistExpired();
    expect([await isListed(), (await told(id)).at(-1)]).toEqual([true, [[], null, 3]]);
  });

  it('keeps every one of several changes at the same time', async () => {
    const id = await newAccount();
    await Promise.all([
      within((tx) => standings.grant(tx, id, 'organiser')),
      within((tx) => standings.grant(tx, id, 'moderator')),
    ]);
    expect((await told(id)).at(-1)).toEqual([['moderator', 'organiser'], null, 2]);
  });
});
