import { randomUUID } from 'node:crypto';
import { contactConfirmed } from '@sprayhunt/contracts';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Account } from '../accounts/account.entity.js';
import { DEFAULT_PINS } from '../accounts/pin-preferences.js';
import { Contact } from '../identity/contact.entity.js';
import { tables } from '../tables.js';
import { PublishConfirmedContacts1765000130100 } from './1765000130100-publish-confirmed-contacts.js';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
});
afterAll(() => database.close());

it('contacts that were confirmed before the event existed are published, as the outbox does it; claims are not', async () => {
  const { manager } = database.dataSource;
  const id = randomUUID();
  const verifiedAt = new Date('2026-03-01T12:30:00.250Z');
  await manager.insert(Account, { id, status: 'verified', pinPreferences: DEFAULT_PINS, createdAt: new Date() });
  await manager.insert(Contact, [
    { accountId: id, kind: 'phone', value: '+61400000001', verifiedAt },
    { accountId: id, kind: 'email', value: 'zoe@example.org' },
  ]);
  const before = Date.now();
  const runner = database.dataSource.createQueryRunner();
  await new PublishConfirmedContacts1765000130100().up(runner);
  await runner.release();
  const rows = await database.dataSource.query<{ id: string; event: { id: string; data: unknown } }[]>(
    `SELECT id, event FROM outbox WHERE subject = $1`,
    [contactConfirmed.subject],
  );
  expect(rows.map(({ event }) => event)).toEqual([
    {
      specversion: '1.0',
      id: rows[0]!.id,
      source: '/services/users',
      type: contactConfirmed.type,
      time: verifiedAt.toISOString(),
      subject: id,
      datacontenttype: 'application/json',
      data: contactConfirmed.data.parse({ accountId: id, kind: 'phone', value: '+61400000001' }),
    },
  ]);
  expect(rows[0]!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Math.abs(parseInt(rows[0]!.id.replace('-', '').slice(0, 12), 16) - before)).toBeLessThan(60_000);
});
