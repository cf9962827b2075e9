import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasedAccounts } from '../erasure/erased-accounts.js';
import { Outbox } from '../events/index.js';
import { openMigratedDatabase, type OpenDatabase } from '../testing/harness/index.js';
import { eraseIdempotencyKeys, moveIdempotencyKeys } from './holders.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { IdempotencyModule } from './idempotency.module.js';
import { IdempotentTransaction } from './idempotent-transaction.js';
import { type KeyedMutation, runKeyed } from './keyed-mutation.js';

let database: OpenDatabase;
let dataSource: DataSource;
let keys: IdempotencyKeys;
let transaction: IdempotentTransaction;

beforeAll(async () => {
  database = await openMigratedDatabase('media', IdempotencyModule);
  dataSource = database.dataSource;
  await dataSource.query(`CREATE TABLE things (id serial PRIMARY KEY, name text UNIQUE)`);
  keys = new IdempotencyKeys(database.pool);
  transaction = new IdempotentTransaction(dataSource);
});
afterAll(() => database.close());

const mutationOf = (given: Partial<KeyedMutation> = {}): KeyedMutation => ({
  holderId: randomUUID(),
  key: randomUUID(),
  operation: 'make',
  inputHash: Buffer.from('input'),
  isRepeat: false,
  ...given,
});
/** Another request with the same key. */
const again = ({ committed: _, ...mutation }: KeyedMutation): KeyedMutation => ({ ...mutation, isRepeat: false });
const make = async (tx: EntityManager, name: string) =>
  (await tx.query<[{ id: number }]>(`INSERT INTO things (name) VALUES ($1) RETURNING id`, [name]))[0].id;
const count = async (name: string) =>
  (await dataSource.query<unknown[]>(`SELECT FROM things WHERE name = $1`, [name])).length;
const rowsOf = (holderId: string) =>
  dataSource.query<{ key: string; row: string }[]>(
    `SELECT key, k::text AS row FROM idempotency_keys k WHERE holder_id = $1`,
    [holderId],
  );
const run = (mutation: KeyedMutation, name: string) =>
  runKeyed(mutation, () => transaction.run((tx) => make(tx, name)));

describe('a transaction under a key', () => {
  it('commits once, although the response of the first was lost', async () => {
    const mutation = mutationOf();
    const id = await run(mutation, 'once');
    const repeated = again(mutation);
    expect(await keys.find(repeated)).toEqual({ kind: 'committed', value: id });
    expect(await run(repeated, 'once')).toBe(id);
    expect([repeated.isRepeat, await count('once')]).toEqual([true, 1]);
  });

  it('is a plain one without a key', async () => {
    const mutation = mutationOf();
    await transaction.run((tx) => make(tx, 'plain'));
    expect([await count('plain'), await rowsOf(mutation.holderId)]).toEqual([1, []]);
  });

  it('stores nothing that the key does not open', async () => {
    const mutation = mutationOf();
    await runKeyed(mutation, () => transaction.run(async () => ({ secret: 'whsec_1' })));
    const [row] = await rowsOf(mutation.holderId);
    for (const secret of ['whsec_1', mutation.key])
      for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(row!.row).not.toContain(form);
  });

  it('runs again after it failed', async () => {
    const mutation = mutationOf();
    const fail = () => transaction.run((tx) => make(tx, 'failed').then(() => Promise.reject(new Error('broken'))));
    await expect(runKeyed(mutation, fail)).rejects.toThrow('broken');
    expect([await count('failed'), await rowsOf(mutation.holderId)]).toEqual([0, []]);
    await run(again(mutation), 'failed');
    expect(await count('failed')).toBe(1);
  });

  it('is rejected while another process runs it, and when that has finished the whole mutation', async () => {
    const mutation = mutationOf();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const first = runKeyed(mutation, () =>
      transaction.run((tx) => make(tx, 'two').then((id) => (begin(), finished.then(() => id)))),
    );
    await begun;
    await expect(run(again(mutation), 'two')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_RUNNING', retryAfter: 1 });
    finish();
    await first;
    await keys.keep(mutation, { kind: 'returned', value: true });
    await expect(run(again(mutation), 'two')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_RUNNING' });
    expect(await count('two')).toBe(1);
  });

  it('is rejected with another input, and runs for another operation', async () => {
    const mutation = mutationOf();
    await run(mutation, 'first');
    const other = { ...again(mutation), inputHash: Buffer.from('other') };
    await expect(run(other, 'second')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    await expect(keys.find(other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    await run({ ...other, operation: 'makeAnother' }, 'third');
    expect([await count('second'), await count('third')]).toEqual([0, 1]);
  });

  it('is the only one of its mutation', async () => {
    const mutation = mutationOf();
    const twice = () => transaction.run((tx) => make(tx, 'one')).then(() => transaction.run((tx) => make(tx, 'more')));
    await expect(runKeyed(mutation, twice)).rejects.toThrow('two idempotent transactions');
    expect(await count('more')).toBe(0);
  });

  it('repeats a former release’s row, whose key is not hashed, whatever its input was', async () => {
    const mutation = mutationOf();
    await dataSource.query(
      `INSERT INTO idempotency_keys (holder_id, key, operation, input_hash, result)
        VALUES ($1, $2, 'make', '', 'the-id')`,
      [mutation.holderId, mutation.key],
    );
    expect(await run(mutation, 'former')).toBe('the-id');
    await keys.keep(mutation, { kind: 'returned', value: 1 });
    expect(await keys.find(again(mutation))).toEqual({ kind: 'returned', value: 1 });
    expect(await count('former')).toBe(0);
  });
});

describe('an outcome', () => {
  it('replaces what its own mutation has committed, and no other one that is valid', async () => {
    const mutation = mutationOf();
    await run(mutation, 'outcome');
    await keys.keep(again(mutation), { kind: 'returned', value: 'late' });
    expect(await keys.find(mutation)).toMatchObject({ kind: 'committed' });
    await keys.keep(mutation, { kind: 'returned', value: 'own' });
    expect(await keys.find(mutation)).toEqual({ kind: 'returned', value: 'own' });
  });

  it('is valid for 7 days, and then makes room', async () => {
    const mutation = mutationOf();
    await keys.keep(mutation, { kind: 'returned', value: 1 });
    const later = (interval: string) =>
      dataSource.query(
        `UPDATE idempotency_keys SET created_at = now() - interval '7 days' + $2::interval WHERE holder_id = $1`,
        [mutation.holderId, interval],
      );
    await later('1 minute');
    expect(await keys.find(mutation)).toEqual({ kind: 'returned', value: 1 });
    await later('-1 minute');
    expect(await keys.find(mutation)).toBeUndefined();
    const other = { ...mutation, inputHash: Buffer.from('other') };
    await run(other, 'after a week');
    expect(await keys.find(again(other))).toMatchObject({ kind: 'committed' });
  });
});

describe('keys of a subject', () => {
  const erased = new ErasedAccounts(new Outbox('media'));

  it('move to the account that it is merged into, late ones as well, and are found by either', async () => {
    const [subject, account] = [randomUUID(), randomUUID()];
    const kept = mutationOf({ holderId: subject });
    const both = mutationOf({ holderId: subject });
    const own = { ...both, holderId: account };
    for (const mutation of [kept, both]) await keys.keep(mutation, { kind: 'returned', value: 'subject' });
    await keys.keep(own, { kind: 'returned', value: 'account' });
    await dataSource.transaction(async (tx) => {
      await erased.rememberMerged(tx, [{ subjectId: subject, accountId: account }]);
      await moveIdempotencyKeys(tx, subject, account);
    });
    const late = mutationOf({ holderId: subject });
    await keys.keep(late, { kind: 'returned', value: 'late' });
    for (const holderId of [subject, account]) {
      expect(await keys.find({ ...kept, holderId })).toMatchObject({ value: 'subject' });
      expect(await keys.find({ ...both, holderId })).toMatchObject({ value: 'account' });
      expect(await keys.find({ ...late, holderId })).toMatchObject({ value: 'late' });
    }
    expect([await rowsOf(subject), (await rowsOf(account)).length]).toEqual([[], 3]);
  });

  it('are deleted with an erased account, which stores no more', async () => {
    const mutation = mutationOf();
    await keys.keep(mutation, { kind: 'returned', value: 1 });
    await dataSource.transaction(async (tx) => {
      await erased.remember(tx, [mutation.holderId]);
      await eraseIdempotencyKeys(tx, [mutation.holderId]);
    });
    await keys.keep(mutation, { kind: 'returned', value: 1 });
    expect(await rowsOf(mutation.holderId)).toEqual([]);
  });
});
