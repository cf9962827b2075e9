import { randomUUID } from 'node:crypto';
import { Jobs, Outbox } from '@sprayhunt/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { PushMessages } from '../push/push-messages.js';
import type { PushSender } from '../push/push-sender.js';
import { tables } from '../tables.js';
import { Notification } from './notification.entity.js';
import { type NotificationEntry, Notifications } from './notifications.js';

let database: OpenDatabase;
const notifications = new Notifications(
  new Outbox('users'),
  new PushMessages(undefined as never, { publicKey: null } as PushSender, new Jobs('users')),
);

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
});
afterAll(() => database.close());

const add = (...entries: NotificationEntry[]) =>
  database.dataSource.transaction((tx) => notifications.add(tx, entries));
const shown = (accountId: string) =>
  database.dataSource.manager.find(Notification, { where: { accountId }, order: { happenedAt: 'DESC', id: 'DESC' } });
const announced = (accountId: string) =>
  database.dataSource.query<{ unread: number; kind: string | null }[]>(
    `SELECT (event -> 'data' ->> 'unread')::int AS unread, event -> 'data' ->> 'kind' AS kind FROM outbox
      WHERE event ->> 'subject' = $1 ORDER BY id`,
    [accountId],
  );

async function player(status = 'verified'): Promise<string> {
  const id = randomUUID();
  await database.dataSource.query(
    `INSERT INTO accounts (id, status, pin_preferences, created_at) VALUES ($1, $2, '{}', now())`,
    [id, status],
  );
  return id;
}

const like = (accountId: string, actorId: string, work = 'work'): NotificationEntry => ({
  accountId,
  kind: 'like',
  sourceId: `${work}:${actorId}`,
  groupKey: work,
  actorId,
  subject: { type: 'discovery', id: work, title: 'Heron' },
});

describe('notifications', () => {
  it('of one group are one with a count and the last ones who did it, until it is read; each source counts once', async () => {
    const [ann, bea, cleo, dora, eve] = await Promise.all(Array.from({ length: 5 }, () => player()));
    await add(like(ann!, bea!), like(ann!, bea!), like(ann!, ann!), like(ann!, cleo!), like(ann!, bea!, 'other'));
    await add(like(ann!, cleo!), like(ann!, dora!));
    await add(like(ann!, eve!));
    expect(await shown(ann!)).toMatchObject([
      { groupKey: 'work', count: 4, actorIds: [eve, dora, expect.any(String)], subject: { title: 'Heron' } },
      { groupKey: 'other', count: 1, actorIds: [bea] },
    ]);
    expect(await announced(ann!)).toEqual([2, 2, 2].map((unread) => ({ unread, kind: 'like' })));
    await database.dataSource.query('UPDATE notifications SET read_at = now() WHERE account_id = $1', [ann]);
    await add(like(ann!, await player()), like(ann!, bea!));
    expect(await shown(ann!)).toMatchObject([{ groupKey: 'work', count: 1, readAt: null }, { count: 4 }, { count: 1 }]);
  });

  it('are not kept for accounts that are unknown or not verified, of kinds turned off, and of players blocked or muted', async () => {
    const [ann, bea, off] = await Promise.all([player(), player(), player()]);
    const pending = await player('pending');
    await database.dataSource.query(`INSERT INTO notification_settings (account_id, off) VALUES ($1, '{like}')`, [off]);
    await database.dataSource.query(
      `INSERT INTO player_filters (account_id, other_account_id, kind) VALUES ($1, $2, 'mute')`,
      [ann, bea],
    );
    await add(like(randomUUID(), bea), like(pending, bea), like(off, bea), like(ann, bea), {
      ...like(off, bea),
      kind: 'mention',
      groupKey: undefined,
    });
    expect(
      await database.dataSource.query('SELECT account_id AS id, kind FROM notifications WHERE account_id = ANY ($1)', [
        [ann, off, pending],
      ]),
    ).toEqual([{ id: off, kind: 'mention' }]);
    expect(await announced(ann)).toEqual([]);
  });

  it('are the newest 500', async () => {
    const ann = await player();
    const many = Array.from({ length: 499 }, (_, index): NotificationEntry => ({
      accountId: ann,
      kind: 'award',
      sourceId: `old ${index}`,
    }));
    await add(...many);
    await add(...['a', 'b', 'c'].map((sourceId): NotificationEntry => ({ accountId: ann, kind: 'award', sourceId })));
    const kept = await shown(ann);
    expect(kept).toHaveLength(500);
    expect(
      kept
        .slice(0, 3)
        .map(({ groupKey }) => groupKey)
        .toSorted(),
    ).toEqual(['a', 'b', 'c']);
  });

  it('are one by two transactions at once', async () => {
    const [ann, bea, cleo] = await Promise.all([player(), player(), player()]);
    await Promise.all([
      add(like(ann, cleo), like(bea, cleo)),
      add(like(bea, cleo), like(ann, cleo)),
      add(like(bea, ann), like(ann, bea)),
    ]);
    expect([await shown(ann), await shown(bea)]).toMatchObject([[{ count: 2 }], [{ count: 2 }]]);
  });
});
