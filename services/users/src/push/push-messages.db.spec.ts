import { randomUUID } from 'node:crypto';
import { Jobs, JobsWorker, Outbox, poolOf } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pushBrowser, type PushService, startPushService } from '../../test/push-service.js';
import { type NotificationEntry, Notifications } from '../notifications/notifications.js';
import { tables } from '../tables.js';
import { PushMessages } from './push-messages.js';
import { PushSubscriptions } from './push-subscriptions.js';

let database: OpenDatabase;
let service: PushService;
let subscriptions: PushSubscriptions;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  [database, service] = await Promise.all([openMigratedDatabase('users', tables), startPushService()]);
  subscriptions = new PushSubscriptions(
    database.dataSource,
    poolOf(database.dataSource),
    service.sender(),
    new Jobs('users'),
  );
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.dataSource.query('DELETE FROM accounts; DELETE FROM users_jobs._private_jobs');
  Object.assign(service, { status: 201, received: [] });
});
afterAll(() => Promise.all([database.close(), service.stop()]));

const query = <T extends object>(text: string, values: unknown[] = []) => database.dataSource.query<T[]>(text, values);

async function player(language = 'en'): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO accounts (id, status, pin_preferences, created_at, language) VALUES ($1, 'verified', '{}', now(), $2)`,
    [id, language],
  );
  return id;
}

const at = (name: string) => `https://${service.host}/send/${name}`;

/** A browser of the player, which gets push messages at `/send/<name>`. */
async function browserOf(accountId: string, name: string, session = name) {
  const { read, ...keys } = pushBrowser();
  await subscriptions.add(accountId, session, { endpoint: at(name), ...keys });
  return { read };
}

const endpoints = async (accountId: string) =>
  (
    await query<{ endpoint: string }>(
      'SELECT endpoint FROM push_subscriptions WHERE account_id = $1 ORDER BY renewed_at, id',
      [accountId],
    )
  ).map(({ endpoint }) => endpoint.split('/').at(-1));

/** A process of the service, as far as push messages go. */
function startProcess() {
  const jobs = new Jobs('users');
  const sender = service.sender();
  const notifications = new Notifications(new Outbox('users'), new PushMessages(database.dataSource, sender, jobs));
  const worker = new JobsWorker(jobs, database.dataSource, 5, { poll: 50, recover: 1_000, restart: 100 });
  return {
    add: (...entries: NotificationEntry[]) => database.dataSource.transaction((tx) => notifications.add(tx, entries)),
    work: () => {
      worker.onApplicationBootstrap();
      closing.push(() => worker.beforeApplicationShutdown());
    },
  };
}

const waiting = async () =>
  (await query<{ payload: Record<string, string> }>(`SELECT payload FROM users_jobs._private_jobs`)).map(
    ({ payload }) => payload,
  );
const done = () => eventually(async () => expect(await waiting()).toEqual([]));
/** Makes all waiting jobs due. */
const later = () =>
  query(
    `SELECT FROM users_jobs.reschedule_jobs((SELECT array_agg(id) FROM users_jobs.jobs WHERE locked_at IS NULL),
      run_at => now())`,
  );

const like = (accountId: string, actorId: string, work = 'work'): NotificationEntry => ({
  accountId,
  kind: 'like',
  sourceId: `${work}:${actorId}`,
  groupKey: work,
  actorId,
  subject: { type: 'discovery', id: work, title: 'Secret Heron' },
});

describe('a new notification', () => {
  it('is pushed once for a group, to each browser, in the language of the player and without names; the queue holds ids alone', async () => {
    const [ann, bea, cleo] = [await player('de'), await player(), await player()];
    const [phone, desk] = [await browserOf(ann, 'phone'), await browserOf(ann, 'desk')];
    const { add, work } = startProcess();
    await add(like(ann, bea));
    await add(like(ann, cleo));
    const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(await waiting()).toEqual(Array(2).fill({ notificationId: uuid, subscriptionId: uuid }));
    work();
    await done();
    const [{ id }] = (await query<{ id: string }>('SELECT id FROM notifications WHERE account_id = $1', [ann])) as [
      { id: string },
    ];
    const payload = { title: 'Sprayhunt', body: '2 neue Likes', tag: id, path: '/notifications' };
    const byPath = Object.fromEntries(service.received.map((each) => [each.path, each.body]));
    expect(Object.keys(byPath).sort()).toEqual(['/send/desk', '/send/phone']);
    expect([JSON.parse(phone.read(byPath['/send/phone']!)), JSON.parse(desk.read(byPath['/send/desk']!))]).toEqual([
      payload,
      payload,
    ]);
  });

  it('is not pushed where it was read meanwhile, of kinds not wanted that way, without a browser, nor by a deployment without a key', async () => {
    const [ann, bea] = [await player(), await player()];
    const { add, work } = startProcess();
    await add(like(ann, bea));
    await browserOf(ann, 'phone');
    await query(`INSERT INTO notification_settings (account_id, push_off) VALUES ($1, '{reply}')`, [ann]);
    await add({ accountId: ann, kind: 'reply', sourceId: 'r' });
    expect(await waiting()).toEqual([]);
    const keyless = Object.assign(service.sender(), { publicKey: null });
    const without = new Notifications(
      new Outbox('users'),
      new PushMessages(database.dataSource, keyless, new Jobs('users')),
    );
    await database.dataSource.transaction((tx) =>
      without.add(tx, [{ accountId: ann, kind: 'mention', sourceId: 'm' }]),
    );
    expect(await waiting()).toEqual([]);
    await add({ accountId: ann, kind: 'award', sourceId: 'a' });
    expect(await waiting()).toHaveLength(1);
    await query('UPDATE notifications SET read_at = now()');
    work();
    await done();
    expect(service.received).toEqual([]);
  });

  it.each([404, 410])('ends a subscription that no longer exists (%i)', async (status) => {
    const [ann, bea] = [await player(), await player()];
    await browserOf(ann, 'phone');
    const { add, work } = startProcess();
    service.status = status;
    await add(like(ann, bea));
    work();
    await done();
    expect([service.received.length, await endpoints(ann)]).toEqual([1, []]);
  });

  it('is tried again where the push service has a fault, at most five times, and leaves no dead job', async () => {
    const [ann, bea] = [await player(), await player()];
    await browserOf(ann, 'phone');
    const { add, work } = startProcess();
    service.status = 503;
    await add(like(ann, bea));
    work();
    for (let attempt = 1; attempt <= 5; attempt++) {
      await eventually(() => expect(service.received).toHaveLength(attempt));
      await eventually(async () =>
        expect(await query('SELECT FROM users_jobs._private_jobs WHERE locked_at IS NOT NULL')).toEqual([]),
      );
      await later();
    }
    await done();
    expect([service.received.length, await endpoints(ann)]).toEqual([5, ['phone']]);
  });
});

describe('the browsers of a player', () => {
  it('are ten: the one opened longest ago is removed; adding one again renews it', async () => {
    const ann = await player();
    const names = Array.from({ length: 10 }, (_, index) => `b${index}`);
    for (const name of names) await browserOf(ann, name);
    await query(
      `UPDATE push_subscriptions SET renewed_at = now() - interval '1 hour' + interval '1 minute' * substring(endpoint
        FROM '\\d$')::int`,
    );
    await browserOf(ann, 'b0', 'next session');
    await browserOf(ann, 'b10');
    expect(await endpoints(ann)).toEqual([...names.slice(2), 'b0', 'b10']);
    expect(await query(`SELECT FROM push_subscriptions WHERE session_id = 'next session'`)).toHaveLength(1);
  });

  it('have one player each, who alone can remove them', async () => {
    const [ann, bea] = [await player(), await player()];
    await browserOf(ann, 'shared');
    await browserOf(bea, 'shared');
    expect([await endpoints(ann), await endpoints(bea)]).toEqual([[], ['shared']]);
    await subscriptions.remove(ann, at('shared'));
    expect(await endpoints(bea)).toEqual(['shared']);
    await subscriptions.remove(bea, at('shared'));
    await subscriptions.remove(bea, at('shared'));
    expect(await endpoints(bea)).toEqual([]);
  });

  it('are at known push services, of an account that exists', async () => {
    const { p256dh, auth } = pushBrowser();
    await expect(
      subscriptions.add(await player(), 's', { endpoint: 'https://push.example/a', p256dh, auth }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'endpoint' }] });
    await expect(subscriptions.add(randomUUID(), 's', { endpoint: at('x'), p256dh, auth })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    const keyless = new PushSubscriptions(
      database.dataSource,
      poolOf(database.dataSource),
      Object.assign(service.sender(), { publicKey: null }),
      new Jobs('users'),
    );
    await expect(keyless.add(await player(), 's', { endpoint: at('x'), p256dh, auth })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('are deleted when their page was not opened for 30 days', async () => {
    const ann = await player();
    for (const name of ['29', '31']) await browserOf(ann, name);
    await query(
      `UPDATE push_subscriptions SET renewed_at = now() - interval '1 day' * substring(endpoint FROM '\\d+$')::int`,
    );
    await subscriptions.sweep();
    expect(await endpoints(ann)).toEqual(['29']);
  });
});
