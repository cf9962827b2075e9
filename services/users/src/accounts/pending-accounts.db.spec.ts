import { randomUUID } from 'node:crypto';
import { ErasedAccounts, IdempotentTransaction, Jobs, Outbox, type SqlPool } from '@sprayhunt/service-kit';
import { publishedEvents } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import type { UsersConfig } from '../config.js';
import { Consents } from '../consents/consents.js';
import { Erasures } from '../erasure/erasures.js';
import { Contact } from '../identity/contact.entity.js';
import { Ledger } from '../ledger/ledger.js';
import { OAuthClients } from '../partners/oauth-clients.js';
import { SuspendedContacts } from '../standings/suspended-contacts.js';
import { tables } from '../tables.js';
import { Account, type AccountStatus } from './account.entity.js';
import { PendingAccounts } from './pending-accounts.js';
import { DEFAULT_PINS } from './pin-preferences.js';

let database: OpenDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
});
afterAll(() => database.close());

const DAY_MS = 24 * 60 * 60 * 1_000;

async function account(status: AccountStatus, ageInDays: number): Promise<string> {
  const { manager } = database.dataSource;
  const id = randomUUID();
  await manager.insert(Account, {
    id,
    status,
    pinPreferences: DEFAULT_PINS,
    usernameSmall: id,
    createdAt: new Date(Date.now() - ageInDays * DAY_MS),
  });
  await manager.insert(Contact, { accountId: id, kind: 'email', value: `${id}@example.com` });
  return id;
}

it('a pending account expires after the configured days, with its claims, and this is published; others stay', async () => {
  const { dataSource } = database;
  const before = (await dataSource.manager.find(Account)).map(({ id }) => id);
  const old = await account('pending', 7.1);
  const kept = [await account('pending', 6.9), await account('verified', 400)];
  const outbox = new Outbox('users');
  const suspended = new SuspendedContacts({} as SqlPool, { SUSPENSION_SECRET: ['s'.repeat(32)] }, new Jobs('users'));
  const erasures = new Erasures(
    new ErasedAccounts(outbox),
    new Ledger(outbox),
    outbox,
    new OAuthClients(database.dataSource, new IdempotentTransaction(database.dataSource), outbox),
    new Consents(database.dataSource, outbox),
    suspended,
  );
  const sweeper = new PendingAccounts(
    dataSource,
    erasures,
    { PENDING_ACCOUNT_DAYS: 7 } as UsersConfig,
    new Jobs('users'),
  );
  expect(await sweeper.sweep()).toBe(1);
  expect(await sweeper.sweep()).toBe(0);
  const left = (await dataSource.manager.find(Account)).map(({ id }) => id);
  expect(left.sort()).toEqual([...before, ...kept].sort());
  expect(await dataSource.manager.countBy(Contact, { accountId: old })).toBe(0);
  const events = await dataSource.query<unknown[]>(
    `SELECT subject, event -> 'data' AS data FROM ${publishedEvents()}
      WHERE subject IN ('users.account-erased.v1', 'users.sign-up-expired.v1')`,
  );
  expect(events).toEqual([{ subject: 'users.sign-up-expired.v1', data: { accountId: old } }]);
});
