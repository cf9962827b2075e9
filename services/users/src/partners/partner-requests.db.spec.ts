import { randomUUID } from 'node:crypto';
import { IdempotentTransaction, Jobs, Outbox } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tables } from '../tables.js';
import { OAuthClients } from './oauth-clients.js';
import { PartnerRequests } from './partner-requests.js';

let database: OpenDatabase;
let clients: OAuthClients;
let requests: PartnerRequests;

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
  clients = new OAuthClients(database.dataSource, new IdempotentTransaction(database.dataSource), new Outbox('users'));
  requests = new PartnerRequests(
    database.dataSource,
    new IdempotentTransaction(database.dataSource),
    clients,
    new Jobs('users'),
  );
});
afterAll(() => database.close());

async function newAccount(): Promise<string> {
  const id = randomUUID();
  await database.dataSource.query(
    `INSERT INTO accounts (id, status, username, username_small, username_capital, pin_preferences, created_at)
      VALUES ($1::uuid, 'verified', $1::text, $1::text, $1::text, '{}', now())`,
    [id],
  );
  return id;
}
const asked = (more: object = {}) => ({
  name: `Guide ${randomUUID()}`,
  purpose: 'A map of murals.',
  website: 'https://guide.example',
  scopes: ['walls:read'],
  ...more,
});
const waitingOf = async (accountId: string) =>
  (
    await database.dataSource.query<unknown[]>(
      `SELECT FROM partner_requests WHERE account_id = $1 AND decided_at IS NULL`,
      [accountId],
    )
  ).length;

describe('requests for clients', () => {
  it('open a client of their own when they are approved, without a secret until its owner collects one', async () => {
    const ann = await newAccount();
    const id = await requests.create(ann, asked({ scopes: ['walls:read', 'art:read', 'walls:read'] }));
    expect(await clients.find(id)).toBeUndefined();
    await requests.decide({ id, isApproved: true });
    expect(await clients.find(id)).toMatchObject({ scope: 'walls:read art:read' });
    expect(await clients.isSecret(id, '')).toBe(false);
    const { secret: first } = await clients.rotate(id, 24, ann);
    expect(await clients.isSecret(id, first)).toBe(true);
    const { secret: second } = await clients.rotate(id, 1, ann);
    expect([await clients.isSecret(id, first), await clients.isSecret(id, second)]).toEqual([true, true]);
  });

  it('create a client that no other player can rotate or revoke', async () => {
    const [ann, bob] = [await newAccount(), await newAccount()];
    const id = await requests.create(ann, asked());
    await requests.decide({ id, isApproved: true });
    await expect(clients.rotate(id, 0, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(clients.revoke(id, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await clients.revoke(id, ann);
    expect(await clients.find(id)).toBeUndefined();
    await expect(clients.rotate(id, 0, ann)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('are declined with a reason, once, and create no client', async () => {
    const id = await requests.create(await newAccount(), asked());
    await expect(requests.decide({ id, isApproved: false, reason: ' ' })).rejects.toMatchObject({
      fields: [{ field: 'reason', code: 'REQUIRED' }],
    });
    expect(await requests.decide({ id, isApproved: false, reason: 'Too little is said.' })).toMatchObject({
      isApproved: false,
      reason: 'Too little is said.',
    });
    await expect(requests.decide({ id, isApproved: true })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await clients.find(id)).toBeUndefined();
    await expect(requests.decide({ id: randomUUID(), isApproved: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are three at most with the clients, also of several at once, and a revoked client makes room', async () => {
    const ann = await newAccount();
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => requests.create(ann, asked())));
    const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect([done.length, await waitingOf(ann)]).toEqual([3, 3]);
    await requests.decide({ id: done[0]!, isApproved: true });
    await expect(requests.create(ann, asked())).rejects.toMatchObject({ code: 'LIST_FULL' });
    await clients.revoke(done[0]!, ann);
    await expect(requests.create(ann, asked())).resolves.toBeDefined();
  });

  it('are ten at most in thirty days', async () => {
    const ann = await newAccount();
    await database.dataSource.query(
      `INSERT INTO partner_requests (id, account_id, name, purpose, scopes, decided_at, is_approved)
        SELECT gen_random_uuid(), $1, 'Old', 'Old', '{}', now(), false FROM generate_series(1, 10)`,
      [ann],
    );
    await expect(requests.create(ann, asked())).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 86_400 });
  });

  it('are decided by another operator than the player who sent them', async () => {
    const [ann, carl] = [await newAccount(), await newAccount()];
    const id = await requests.create(ann, asked());
    for (const isApproved of [true, false]) {
      const decision = requests.decide({ id, isApproved, reason: 'Mine.' }, ann);
      await expect(decision).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await waitingOf(ann)).toBe(1);
    expect(await requests.decide({ id, isApproved: true }, carl)).toMatchObject({ isApproved: true });
  });

  it('cannot take the name of a client, not even of one approved meanwhile', async () => {
    const name = `Guide ${randomUUID()}`;
    const [ann, bob] = [await newAccount(), await newAccount()];
    const [first, second] = [await requests.create(ann, asked({ name })), await requests.create(bob, asked({ name }))];
    await requests.decide({ id: first, isApproved: true });
    await expect(requests.decide({ id: second, isApproved: true })).rejects.toMatchObject({
      fields: [{ field: 'name', code: 'TAKEN' }],
    });
    expect(await waitingOf(bob)).toBe(1);
    await expect(requests.create(bob, asked({ name }))).rejects.toMatchObject({
      fields: [{ field: 'name', code: 'TAKEN' }],
    });
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: '5pray Hunt maps' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ purpose: '' }, 'purpose'],
    [{ purpose: 'x'.repeat(1_001) }, 'purpose'],
    [{ purpose: 'nul\u0000' }, 'purpose'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ website: 'https://me:secret@x.example' }, 'website'],
    [{ website: `https://x.example/${'x'.repeat(490)}` }, 'website'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['art:write'] }, 'scopes'],
  ])('are refused with %j', async (fault, field) => {
    await expect(requests.create(await newAccount(), asked(fault))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field }],
    });
  });

  it('of an unknown account are refused', async () => {
    await expect(requests.create(randomUUID(), asked())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
