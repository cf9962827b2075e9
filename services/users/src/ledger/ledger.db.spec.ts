import { randomUUID } from 'node:crypto';
import { envelopeOf, tokensAwarded } from '@sprayhunt/contracts';
import { Outbox, uuidv7 } from '@sprayhunt/service-kit';
import { eventually, publishedEvents } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { tables } from '../tables.js';
import { transferId, type Award } from './book-awards.js';
import { Ledger } from './ledger.js';
import { PlayerStatistics } from './player-statistics.entity.js';
import { MINT, Transfer } from './transfer.entity.js';

let database: OpenDatabase;
const ledger = new Ledger(new Outbox('users'));

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
});
afterAll(() => database.close());

const discovery = (accountId: string, amount = 50): Award => ({
  reason: 'discovery',
  sourceId: uuidv7(),
  accountId,
  amount,
  xp: 15,
  discoveries: 1,
});

const book = (awards: Award[]) => database.dataSource.transaction((tx) => ledger.award(tx, awards));
const statistics = (accountId: string) => database.dataSource.manager.findOneBy(PlayerStatistics, { accountId });

const awarded = async (accountId: string) =>
  (
    await database.dataSource.query<
      { data: { balance: number; amount: number; transferId: string; reason: string; sourceId: string } }[]
    >(
      `SELECT event -> 'data' AS data FROM ${publishedEvents()} WHERE subject = 'users.tokens-awarded.v1'
        AND event ->> 'subject' = $1 ORDER BY id`,
      [accountId],
    )
  ).map(({ data }) => data);

describe('the ledger', () => {
  it('books a whole batch, updates the statistics and returns each balance', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    const awards = [discovery(ann), discovery(bob, 150), discovery(ann, 150), discovery(ann, 300)];
    await book(awards);
    expect(await statistics(ann)).toEqual({ accountId: ann, tokens: 500, discoveries: 3, xp: 45, score: 545 });
    expect(await statistics(bob)).toEqual({ accountId: bob, tokens: 150, discoveries: 1, xp: 15, score: 165 });
    expect((await awarded(ann)).map(({ amount, balance }) => [amount, balance])).toEqual([
      [50, 50],
      [150, 200],
      [300, 500],
    ]);
    expect((await awarded(bob))[0]).toEqual({
      transferId: transferId(awards[1]!),
      accountId: bob,
      amount: 150,
      reason: 'discovery',
      sourceId: awards[1]!.sourceId,
      balance: 150,
    });
  });

  it('every transfer debits the mint and credits the player with one amount', async () => {
    const ann = randomUUID();
    const award = discovery(ann);
    await book([award]);
    expect(await database.dataSource.manager.findBy(Transfer, { creditAccountId: ann })).toEqual([
      {
        id: transferId(award),
        debitAccountId: MINT,
        creditAccountId: ann,
        amount: 50,
        reason: 'discovery',
        sourceId: award.sourceId,
        createdAt: expect.any(Date) as unknown as Date,
      },
    ]);
  });

  it('pays an award once: on redelivery, twice in one batch, and by many at once', async () => {
    const ann = randomUUID();
    const awards = Array.from({ length: 20 }, () => discovery(ann));
    await book([...awards, ...awards]);
    expect(await book(awards)).toEqual([]);
    const [late, later] = [discovery(ann), discovery(ann)];
    await Promise.all([book([...awards, late]), book([late, ...awards]), book([later, late]), book([late, later])]);
    expect(await statistics(ann)).toMatchObject({ tokens: 22 * 50, discoveries: 22, xp: 22 * 15, score: 22 * 65 });
    expect(await awarded(ann)).toHaveLength(22);
  });

  it('batches over the same players in any order do not deadlock, and no award is lost', async () => {
    const players = Array.from({ length: 30 }, () => randomUUID());
    const batch = (order: string[]) => order.map((player) => discovery(player));
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => book(batch(index % 2 ? players : [...players].reverse()))),
    );
    for (const player of players) expect(await statistics(player)).toMatchObject({ tokens: 400, discoveries: 8 });
  });

  it('books and publishes in one transaction of its own where the caller has none', async () => {
    const ann = randomUUID();
    const awards = [discovery(ann), discovery(ann, 150)];
    const failing = new Ledger({ addMany: () => Promise.reject(new Error('no outbox')) } as unknown as Outbox);
    await expect(failing.award(database.dataSource.manager, awards)).rejects.toThrow('no outbox');
    expect(await statistics(ann)).toBeNull();
    expect(await ledger.award(database.dataSource.manager, awards)).toMatchObject([{ balance: 50 }, { balance: 200 }]);
    expect((await awarded(ann)).map(({ balance }) => balance)).toEqual([50, 200]);
  });

  it('publishes events that keep their contract', async () => {
    const ann = randomUUID();
    await book([discovery(ann)]);
    const [row] = await database.dataSource.query<{ event: unknown }[]>(
      `SELECT event FROM ${publishedEvents()} WHERE event ->> 'subject' = $1`,
      [ann],
    );
    expect(envelopeOf(tokensAwarded).parse(row!.event)).toEqual(row!.event);
  });

  it('leaves erased accounts out of a batch, and the database refuses them', async () => {
    const [gone, bob] = [randomUUID(), randomUUID()];
    await database.dataSource.query(`SELECT remember_erased(ARRAY[$1::uuid])`, [gone]);
    const awards = [discovery(gone), discovery(bob), discovery(gone)];
    expect(await ledger.award(database.dataSource.manager, awards)).toMatchObject([
      { transferId: transferId(awards[1]!), balance: 50 },
    ]);
    expect([await statistics(gone), await awarded(gone)]).toEqual([null, []]);
    const transfer = { ...discovery(gone), id: randomUUID(), debitAccountId: MINT, creditAccountId: gone };
    await expect(database.dataSource.manager.insert(Transfer, transfer)).rejects.toThrow(
      'belongs to an erased account',
    );
  });

  it('waits for an erasure under way, and then books nothing', async () => {
    const ann = randomUUID();
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SELECT remember_erased(ARRAY[$1::uuid])`, [ann]);
    const booking = ledger.award(database.dataSource.manager, [discovery(ann)]);
    await eventually(async () => {
      const waiting = await database.dataSource.query<object[]>(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(waiting).toHaveLength(1);
    });
    await runner.commitTransaction();
    await runner.release();
    expect([await booking, await statistics(ann)]).toEqual([[], null]);
  });

  it('books nothing for an award of 0 coins', async () => {
    const openData = randomUUID();
    expect(await book([discovery(openData, 0)])).toEqual([]);
    expect(await statistics(openData)).toBeNull();
  });

  it('keeps no statistics of a player whose award of 0 coins comes beside others', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()];
    await book([discovery(ann), discovery(bob, 0)]);
    expect([(await statistics(ann))?.tokens, await statistics(bob)]).toEqual([50, null]);
  });

  it('only grows: the database refuses every change', async () => {
    const award = discovery(randomUUID());
    await book([award]);
    const { manager } = database.dataSource;
    await expect(manager.update(Transfer, { id: transferId(award) }, { amount: 1 })).rejects.toThrow(
      'The ledger only grows',
    );
    await expect(manager.delete(Transfer, { id: transferId(award) })).rejects.toThrow('The ledger only grows');
    await expect(manager.query('TRUNCATE transfers')).rejects.toThrow('The ledger only grows');
    await expect(
      manager.insert(Transfer, {
        ...award,
        id: randomUUID(),
        debitAccountId: MINT,
        creditAccountId: randomUUID(),
        amount: 0,
      }),
    ).rejects.toThrow('transfers_amount');
  });

  it('each balance is the sum of its transfers', async () => {
    const wrong = await database.dataSource.query<unknown[]>(
      `SELECT s.account_id FROM player_statistics s
       LEFT JOIN (SELECT credit_account_id, sum(amount) AS tokens, count(*) AS awards FROM transfers
         GROUP BY 1) t ON t.credit_account_id = s.account_id
       WHERE s.tokens <> coalesce(t.tokens, 0) OR s.discoveries <> coalesce(t.awards, 0)`,
    );
    expect(wrong).toEqual([]);
  });

  it('books full batches for many players, each award once', async () => {
    const players = Array.from({ length: 500 }, () => randomUUID());
    const awards = Array.from({ length: 2_000 }, (_, index) => discovery(players[index % players.length]!));
    for (let from = 0; from < awards.length; from += 500) await book(awards.slice(from, from + 500));
    expect(await book(awards.slice(500, 1_000))).toEqual([]);
    const [row] = await database.dataSource.query<object[]>(
      `SELECT count(*)::int AS players, sum(discoveries)::int AS discoveries, sum(tokens)::int AS tokens
        FROM player_statistics WHERE account_id = ANY ($1)`,
      [players],
    );
    expect(row).toEqual({ players: 500, discoveries: 2_000, tokens: 100_000 });
  });
});
