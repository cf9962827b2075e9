import { randomUUID } from 'node:crypto';
import { accountDataErased, mediaReady } from '@sprayhunt/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outbox } from '../events/index.js';
import { createDayPartitions } from '../events/day-partitions.js';
import { openMigratedDatabase, type OpenDatabase } from '../testing/harness/index.js';
import { publishedEvents } from '../testing/index.js';
import { clearErasedEvents } from './clear-erased-events.js';
import { ErasedAccounts } from './erased-accounts.js';
import { followMerges } from './follow-merges.js';
import { keepErasedOut, dropErasedGuard } from './keep-erased-out.js';

let database: OpenDatabase;
let dataSource: DataSource;
const erased = new ErasedAccounts(new Outbox('media'));

beforeAll(async () => {
  database = await openMigratedDatabase('media', { entities: [], migrations: [] });
  dataSource = database.dataSource;
  await createDayPartitions(dataSource);
  await dataSource.query(`CREATE TABLE things (id serial, owner_id uuid)`);
  await dataSource.query(keepErasedOut('things', 'NEW.owner_id'));
});
afterAll(() => database.close());

const add = (owner: string | null, tx: Pick<EntityManager, 'query'> = dataSource) =>
  tx.query<object[]>(`INSERT INTO things (owner_id) VALUES ($1) RETURNING id`, [owner]);
/** As the relay does with published events. */
const send = (tx: Pick<EntityManager, 'query'>) =>
  tx.query(
    `WITH sent AS (DELETE FROM outbox RETURNING *) INSERT INTO sent_events SELECT id, subject, event, clock_timestamp(),
      0 FROM sent`,
  );
const held = async (owner: string) =>
  (await dataSource.query<object[]>(`SELECT FROM things WHERE owner_id = $1`, [owner])).length;

const erase = async (tx: EntityManager, owner: string): Promise<void> => {
  await erased.remember(tx, [owner]);
  await tx.query(`DELETE FROM things WHERE owner_id = $1`, [owner]);
};

/** A transaction that does its work at once, and commits or rolls back when the test says so. */
async function transaction(work: (tx: EntityManager) => Promise<unknown>) {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  const done = work(runner.manager);
  const end = (how: 'commitTransaction' | 'rollbackTransaction') => async () => {
    await done;
    await runner[how]();
    await runner.release();
  };
  return { done, commit: end('commitTransaction'), rollBack: end('rollbackTransaction') };
}

const waits = async (work: Promise<unknown>) =>
  Promise.race([work.then(() => false), new Promise((resolve) => setTimeout(resolve, 200, true))]);

const merge = (tx: EntityManager, ...merges: [string, string][]) =>
  erased.rememberMerged(
    tx,
    merges.map(([subjectId, accountId]) => ({ subjectId, accountId })),
  );

describe('an erased account', () => {
  it('gets no row any more, and others do', async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    await add(gone);
    for (let times = 0; times < 2; times += 1) await dataSource.transaction((tx) => erase(tx, gone));
    expect([await add(gone), await held(gone)]).toEqual([[], 0]);
    for (const owner of [other, null]) expect(await add(owner)).toHaveLength(1);
    await dataSource.transaction(async (tx) => {
      expect(await erased.includes(tx, other)).toBe(false);
      await expect(erased.refuse(tx, gone)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });
  });

  it('includes a row that was being written when the erasure began', async () => {
    const owner = randomUUID();
    const writing = await transaction((tx) => add(owner, tx));
    await writing.done;
    const erasing = await transaction((tx) => erase(tx, owner));
    expect(await waits(erasing.done)).toBe(true);
    await writing.commit();
    await erasing.commit();
    expect(await held(owner)).toBe(0);
  });

  it('refuses a row that began to be written before the erasure committed', async () => {
    const owner = randomUUID();
    const erasing = await transaction((tx) => erase(tx, owner));
    await erasing.done;
    const writing = add(owner);
    expect(await waits(writing)).toBe(true);
    await erasing.commit();
    expect(await writing).toEqual([]);
    expect(await held(owner)).toBe(0);
  });

  it('is not erased if the erasure was rolled back', async () => {
    const owner = randomUUID();
    const erasing = await transaction((tx) => erase(tx, owner));
    await erasing.done;
    const writing = add(owner);
    await erasing.rollBack();
    expect(await writing).toHaveLength(1);
    expect(await held(owner)).toBe(1);
  });

  it('is confirmed under the name of the service', async () => {
    const owner = randomUUID();
    await dataSource.transaction((tx) => erased.confirm(tx, [owner]));
    const [row] = await dataSource.query<{ event: object }[]>(
      `SELECT event FROM ${publishedEvents()} WHERE subject = $1`,
      [accountDataErased.subject],
    );
    expect(row!.event).toMatchObject({
      source: '/services/media',
      subject: owner,
      data: { accountId: owner, service: 'media' },
    });
  });

  it('is removed from sent events and dead letters; others stay', async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const outbox = new Outbox('media');
    const ready = (ownerId: string) => ({
      data: {
        pictureId: randomUUID(),
        ownerId,
        purpose: 'avatar' as const,
        width: 1,
        height: 1,
        thumbhash: 'x',
        bytes: 1,
      },
    });
    const said = async (owner: string) =>
      (
        await dataSource.query<object[]>(`SELECT FROM ${publishedEvents()} WHERE event -> 'data' ->> 'ownerId' = $1`, [
          owner,
        ])
      ).length;
    await dataSource.transaction(async (tx) => {
      await outbox.addMany(tx, mediaReady, [...Array.from({ length: 2_500 }, () => ready(other)), ready(gone)]);
      await send(tx);
      await outbox.addMany(tx, mediaReady, [ready(gone)]);
      await erase(tx, gone);
      await erased.confirm(tx, [gone]);
    });
    await dataSource.query(
      `INSERT INTO dead_letters (handler, event_id, subject, payload, error, deliveries)
        SELECT 'h', gen_random_uuid(), 's', '{"ownerId":"' || $1 || '"}', 'e', 1`,
      [gone],
    );
    expect([await clearErasedEvents(dataSource), await said(gone), await said(other)]).toEqual([1, 1, 2_500]);
    await send(dataSource);
    expect([await clearErasedEvents(dataSource), await said(gone), await clearErasedEvents(dataSource)]).toEqual([
      1, 0, 0,
    ]);
    expect(await dataSource.query(`SELECT FROM dead_letters`)).toEqual([]);
    expect(
      await dataSource.query(
        `SELECT FROM ${publishedEvents()} WHERE subject = $1 AND event -> 'data' ->> 'accountId' = $2`,
        [accountDataErased.subject, gone],
      ),
    ).toHaveLength(1);
  });

  it('is searched for once in the sent events, by one process at a time', async () => {
    const gone = randomUUID();
    await dataSource.query(
      `INSERT INTO sent_events
        SELECT gen_random_uuid(), 's', json_build_object('data', json_build_object('ownerId', $1::text)),
          now() - interval '10 minutes', 0`,
      [gone],
    );
    await dataSource.transaction(async (tx) => {
      await new Outbox('media').add(tx, mediaReady, {
        pictureId: randomUUID(),
        ownerId: gone,
        purpose: 'avatar',
        width: 1,
        height: 1,
        thumbhash: 'x',
        bytes: 1,
      });
      await erase(tx, gone);
    });
    const together = await Promise.all([
      clearErasedEvents(dataSource),
      clearErasedEvents(dataSource),
      clearErasedEvents(dataSource),
    ]);
    expect(together.sort()).toEqual([0, 0, 1]);
    // The one that waited is sent, and one lies where the first scan has already been.
    await send(dataSource);
    await dataSource.query(
      `INSERT INTO sent_events
        SELECT gen_random_uuid(), 's', json_build_object('data', json_build_object('ownerId', $1::text)),
          now() - interval '10 minutes', 0`,
      [gone],
    );
    expect(await clearErasedEvents(dataSource)).toBe(1);
    expect(
      await dataSource.query(`SELECT FROM ${publishedEvents()} WHERE event -> 'data' ->> 'ownerId' = $1`, [gone]),
    ).toHaveLength(1);
  });

  it('leaves no lock behind, however many write at once, and the guard can be removed', async () => {
    const owners = Array.from({ length: 300 }, () => randomUUID());
    await dataSource.transaction(async (tx) => {
      await tx.query(`INSERT INTO things (owner_id) SELECT unnest($1::uuid[])`, [owners]);
      const [{ locks }] = await tx.query<[{ locks: number }]>(
        `SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`,
      );
      expect(locks).toBeLessThanOrEqual(64);
    });
    await dataSource.query(dropErasedGuard('things'));
    const gone = randomUUID();
    await dataSource.transaction((tx) => erase(tx, gone));
    expect(await add(gone)).toHaveLength(1);
  });
});

describe('a merged subject', () => {
  beforeAll(async () => {
    await dataSource.query(`CREATE TABLE followers (id serial, owner_id uuid)`);
    await dataSource.query(keepErasedOut('followers', 'NEW.owner_id'));
    await dataSource.query(followMerges('followers', 'owner_id'));
    await dataSource.query(`CREATE TABLE refusers (id serial, owner_id uuid)`);
    await dataSource.query(keepErasedOut('refusers', 'NEW.owner_id'));
  });
  const follow = async (owner: string, on: Pick<EntityManager, 'query'> = dataSource) =>
    (
      await on.query<{ owner_id: string }[]>(`INSERT INTO followers (owner_id) VALUES ($1) RETURNING owner_id`, [owner])
    ).map(({ owner_id: stored }) => stored);

  it('gets no rows any more; where a table follows merges, they are the account’s', async () => {
    const [guest, account] = [randomUUID(), randomUUID()];
    for (let times = 0; times < 2; times += 1)
      expect(await dataSource.transaction((tx) => merge(tx, [guest, account]))).toEqual({
        moves: [{ subjectId: guest, accountId: account }],
        erased: [],
        expired: [],
      });
    expect(await dataSource.query(`INSERT INTO refusers (owner_id) VALUES ($1) RETURNING id`, [guest])).toEqual([]);
    expect([await follow(guest), await follow(account)]).toEqual([[account], [account]]);
    await dataSource.transaction(async (tx) => {
      expect([await erased.current(tx, guest), await erased.current(tx, account)]).toEqual([account, account]);
      await expect(erased.refuse(tx, guest)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });
  });

  it('of a chain belongs to the last account, in whatever order the merges arrive', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const [guest, pending, account] = [randomUUID(), randomUUID(), randomUUID()];
      const merges: [string, string][] = [
        [guest, pending],
        [pending, account],
      ];
      for (const index of order) await dataSource.transaction((tx) => merge(tx, merges[index]!));
      expect([await follow(guest), await follow(pending)]).toEqual([[account], [account]]);
    }
    const [guest, pending, account] = [randomUUID(), randomUUID(), randomUUID()];
    const { moves } = await dataSource.transaction((tx) => merge(tx, [guest, pending], [pending, account]));
    expect(moves).toEqual([
      { subjectId: guest, accountId: account },
      { subjectId: pending, accountId: account },
    ]);
  });

  it('keeps its first merge, and is never merged into itself or back', async () => {
    const [guest, account, other] = [randomUUID(), randomUUID(), randomUUID()];
    await dataSource.transaction((tx) => merge(tx, [guest, account]));
    expect(
      (await dataSource.transaction((tx) => merge(tx, [guest, other], [account, guest], [other, other]))).moves,
    ).toEqual([{ subjectId: guest, accountId: account }]);
    expect(await follow(account)).toEqual([account]);
  });

  it('is erased with its account, before the merge and after it', async () => {
    const [before, after, account] = [randomUUID(), randomUUID(), randomUUID()];
    await dataSource.transaction((tx) => merge(tx, [before, account]));
    await dataSource.transaction((tx) => erased.remember(tx, [account]));
    expect(await dataSource.transaction((tx) => merge(tx, [after, account]))).toEqual({
      moves: [],
      erased: [after],
      expired: [],
    });
    expect([await follow(before), await follow(after)]).toEqual([[], []]);
  });

  it('expires with a sign-up that expired', async () => {
    const [guest, pending] = [randomUUID(), randomUUID()];
    await dataSource.transaction((tx) => erased.rememberExpired(tx, [pending]));
    expect(await dataSource.transaction((tx) => merge(tx, [guest, pending]))).toEqual({
      moves: [],
      erased: [],
      expired: [guest],
    });
    expect(await follow(guest)).toEqual([]);
  });

  it('has its row moved if it was being written when the merge began, and written to the account if it began later', async () => {
    const [guest, account] = [randomUUID(), randomUUID()];
    const writing = await transaction((tx) => follow(guest, tx));
    await writing.done;
    const merging = await transaction(async (tx) => {
      await merge(tx, [guest, account]);
      await tx.query(`UPDATE followers SET owner_id = $2 WHERE owner_id = $1`, [guest, account]);
    });
    expect(await waits(merging.done)).toBe(true);
    await writing.commit();
    await merging.done;
    const late = follow(guest);
    expect(await waits(late)).toBe(true);
    await merging.commit();
    expect(await late).toEqual([account]);
    expect(
      await dataSource.query(`SELECT DISTINCT owner_id FROM followers WHERE owner_id = ANY ($1)`, [[guest, account]]),
    ).toEqual([{ owner_id: account }]);
  });

  it('keeps its stored events until its account is erased', async () => {
    const [guest, account] = [randomUUID(), randomUUID()];
    const stored = async () =>
      (await dataSource.query<object[]>(`SELECT FROM sent_events WHERE event -> 'data' ->> 'ownerId' = $1`, [guest]))
        .length;
    await dataSource.query(
      `INSERT INTO sent_events
        SELECT gen_random_uuid(), 's', json_build_object('data', json_build_object('ownerId', $1::text)),
          now() - interval '10 minutes', 0`,
      [guest],
    );
    await dataSource.transaction((tx) => merge(tx, [guest, account]));
    await clearErasedEvents(dataSource);
    expect(await stored()).toBe(1);
    await dataSource.transaction((tx) => erased.remember(tx, [account]));
    await clearErasedEvents(dataSource);
    expect(await stored()).toBe(0);
  });
});
