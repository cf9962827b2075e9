import { randomUUID } from 'node:crypto';
import { Jobs, Outbox, uuidv7 } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { tables } from '../tables.js';
import { LedgerCheck } from './ledger-check.js';
import { Ledger } from './ledger.js';

let database: OpenDatabase;
beforeAll(async () => (database = await openMigratedDatabase('users', tables)));
afterAll(() => database.close());

const counted = async (result: string) => {
  const { values } = (await register.getSingleMetric('ledger_balances_checked_total')!.get()) as {
    values: { value: number; labels: { result?: string } }[];
  };
  return values.find(({ labels }) => labels.result === result)?.value ?? 0;
};

describe('the check of the ledger', () => {
  it('compares every balance with its transfers, over several batches, and counts the one that differs', async () => {
    const { dataSource } = database;
    const ledger = new Ledger(new Outbox('users'));
    const players = Array.from({ length: 1_050 }, () => randomUUID());
    await dataSource.transaction((tx) =>
      ledger.award(
        tx,
        players.map((accountId) => ({
          reason: 'discovery',
          sourceId: uuidv7(),
          accountId,
          amount: 50,
          xp: 15,
          discoveries: 1,
        })),
      ),
    );
    const check = new LedgerCheck(dataSource, new Jobs('users'));
    const [equal, different] = [await counted('equal'), await counted('different')];
    await check.run();
    expect([(await counted('equal')) - equal, (await counted('different')) - different]).toEqual([1_050, 0]);

    await dataSource.query(
      'UPDATE player_statistics SET tokens = tokens + 1, score = score + 1 WHERE account_id = $1',
      [players[700]],
    );
    await check.run();
    expect((await counted('different')) - different).toBe(1);
  });
});
