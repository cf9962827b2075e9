import { randomUUID } from 'node:crypto';
import { Jobs } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { UsersConfig } from '../config.js';
import { Messages } from '../messages/messages.js';
import { tables } from '../tables.js';
import { nextDigest } from './notification-choices.js';
import { Digests } from './digests.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

const config = { PUBLIC_URL: 'https://sprayhunt.example', EMAIL_DRIVER: 'inbox' } as UsersConfig;
const links = new UnsubscribeLinks(config);
let database: OpenDatabase;
beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
});
beforeEach(() => database.dataSource.query('DELETE FROM accounts; DELETE FROM messages'));
afterAll(() => database.close());

const query = <T extends object>(text: string, values: unknown[] = []) => database.dataSource.query<T[]>(text, values);
/** The digests of another process: only the database is shared. */
const digests = () =>
  new Digests(database.dataSource, new Messages(config, new Jobs('users')), links, config, new Jobs('users'));
const NOON = '2026-03-10T12:00:00Z';

interface PlayerFacts {
  digest?: string;
  zone?: string;
  due?: string;
  last?: string | null;
  confirmed?: boolean;
  language?: string;
  emailOff?: string[];
}

async function player({
  digest = 'daily',
  zone = 'UTC',
  due = '2026-03-10T08:00:00Z',
  last = null,
  confirmed = true,
  language = 'en',
  emailOff = [],
}: PlayerFacts = {}) {
  const id = randomUUID();
  await query(
    `INSERT INTO accounts (id, status, pin_preferences, created_at, language) VALUES ($1, 'verified', '{}', now(), $2)`,
    [id, language],
  );
  await query(`INSERT INTO contacts (account_id, kind, value, verified_at) VALUES ($1, 'email', $2, $3)`, [
    id,
    `${id}@example.com`,
    confirmed ? NOON : null,
  ]);
  await query(
    `INSERT INTO notification_settings (account_id, email_off, digest, time_zone, digest_at, digested_at)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, emailOff, digest, zone, due, last],
  );
  return id;
}
const happened = (account: string, kind: string, at: string, count = 1, read = false) =>
  query(
    `INSERT INTO notifications (id, account_id, kind, group_key, count, happened_at, read_at)
      VALUES ($1::uuid, $2, $3, $1::text, $4, $5, $6)`,
    [randomUUID(), account, kind, count, at, read ? at : null],
  );
const mails = (account: string) =>
  query<{ subject: string; text: string; unsubscribe_url: string }>(
    `SELECT subject, text, unsubscribe_url FROM messages WHERE recipient = $1 ORDER BY id`,
    [`${account}@example.com`],
  );
const turn = async (account: string) =>
  (
    await query<{ at: Date }>(`SELECT digest_at AS at FROM notification_settings WHERE account_id = $1`, [account])
  )[0]!.at.toISOString();
const next = async (now: string, digest: string, zone: string, last: string | null = null) =>
  (
    await query<{ at: Date | null }>(
      `SELECT ${nextDigest('$1')} AS at
        FROM (SELECT $2::text AS digest, $3::text AS time_zone, $4::timestamptz AS digested_at) AS s`,
      [now, digest, zone, last],
    )
  )[0]!.at?.toISOString() ?? null;

describe('a digest is due', () => {
  it.each([
    ['at 8 of the day', '2026-03-10T07:59:00Z', 'daily', 'UTC', '2026-03-10T08:00:00.000Z'],
    ['of the next one after that', '2026-03-10T08:00:00Z', 'daily', 'UTC', '2026-03-11T08:00:00.000Z'],
    [
      'by the zone, east of which it is another day',
      '2026-03-09T23:30:00Z',
      'daily',
      'Pacific/Auckland',
      '2026-03-10T19:00:00.000Z',
    ],
    [
      'by the zone of a quarter of an hour',
      '2026-03-10T00:00:00Z',
      'daily',
      'Asia/Kathmandu',
      '2026-03-10T02:15:00.000Z',
    ],
    ['on Monday', '2026-03-10T12:00:00Z', 'weekly', 'UTC', '2026-03-16T08:00:00.000Z'],
    ['on the same Monday before 8', '2026-03-09T10:00:00Z', 'weekly', 'America/New_York', '2026-03-09T12:00:00.000Z'],
    [
      'an hour earlier by UTC once summer time has begun',
      '2026-03-28T08:00:00Z',
      'daily',
      'Europe/Paris',
      '2026-03-29T06:00:00.000Z',
    ],
    [
      'an hour later by UTC once it has ended',
      '2026-10-24T07:00:00Z',
      'daily',
      'Europe/Paris',
      '2026-10-25T07:00:00.000Z',
    ],
    ['across the change, by the week', '2026-03-24T12:00:00Z', 'weekly', 'Europe/Paris', '2026-03-30T06:00:00.000Z'],
  ])('%s', async (_, now, digest, zone, expected) => {
    expect(await next(now, digest, zone)).toBe(expected);
  });

  it('not twice within half a period, for a player who travels west; never where it is off', async () => {
    expect(await next('2026-03-10T08:30:00Z', 'daily', 'America/New_York', '2026-03-10T08:00:00Z')).toBe(
      '2026-03-11T12:00:00.000Z',
    );
    expect(await next('2026-03-10T08:30:00Z', 'off', 'UTC')).toBeNull();
  });
});

describe('digests', () => {
  it('list new and unread notifications of chosen kinds, in the language of the player, with an unsubscribe link', async () => {
    const [ann, bea] = [
      await player({ last: '2026-03-09T08:00:00Z', emailOff: ['award'] }),
      await player({ language: 'de' }),
    ];
    await happened(ann, 'like', '2026-03-09T20:00:00Z', 3);
    await happened(ann, 'reply', '2026-03-10T07:00:00Z');
    await happened(ann, 'award', '2026-03-10T07:00:00Z');
    await happened(ann, 'mention', '2026-03-10T07:00:00Z', 1, true);
    await happened(ann, 'mission', '2026-03-08T07:00:00Z');
    await happened(bea, 'like', '2026-03-10T07:00:00Z', 1);
    await digests().sendDue(new Date('2026-03-10T08:02:00Z'));
    const [mail, ...more] = await mails(ann);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'New for you on Sprayhunt',
      unsubscribe_url: expect.stringContaining('https://sprayhunt.example/api/unsubscribe/'),
    });
    expect(mail!.text).toMatch(
      /:\n\n- 3 new likes\n- 1 new reply\n\nTake a look: https:\/\/sprayhunt\.example\/notifications\n/,
    );
    expect(mail!.text).toContain('https://sprayhunt.example/notifications#settings');
    const token = /\/unsubscribe\/(\S+)$/.exec(mail!.text)![1]!;
    expect([
      mail!.unsubscribe_url.endsWith(token),
      links.verify(token),
      links.verify(`${ann}.x`),
      links.verify(token.replace(ann, bea)),
    ]).toEqual([true, ann, undefined, undefined]);
    expect((await mails(bea))[0]!.text).toContain('- 1 neues Like\n');
    expect(await turn(ann)).toBe('2026-03-11T08:00:00.000Z');
  });

  it('are not sent without news, a confirmed address or a due time, and once for missed times', async () => {
    const [quiet, unproven, later, missed] = [
      await player(),
      await player({ confirmed: false }),
      await player({ due: '2026-03-10T09:00:00Z' }),
      await player({ due: '2026-03-01T08:00:00Z' }),
    ];
    for (const account of [unproven, later, missed]) await happened(account, 'like', '2026-03-10T07:00:00Z');
    const now = new Date('2026-03-10T08:02:00Z');
    await digests().sendDue(now);
    expect(
      await Promise.all([quiet, unproven, later, missed].map(async (account) => (await mails(account)).length)),
    ).toEqual([0, 0, 0, 1]);
    expect(await Promise.all([quiet, unproven, later, missed].map(turn))).toEqual(
      ['11', '11', '10', '11'].map((day, index) => `2026-03-${day}T0${index === 2 ? 9 : 8}:00:00.000Z`),
    );
  });

  it('list notifications of the last minute the next time, and none twice', async () => {
    const ann = await player();
    await happened(ann, 'like', '2026-03-10T08:01:30Z');
    await digests().sendDue(new Date('2026-03-10T08:02:00Z'));
    expect(await mails(ann)).toEqual([]);
    await digests().sendDue(new Date('2026-03-11T08:02:00Z'));
    await digests().sendDue(new Date('2026-03-12T08:02:00Z'));
    expect(await mails(ann)).toHaveLength(1);
  });

  it('are sent once by processes at the same time, beyond a batch, and again after one that failed', async () => {
    const players = await Promise.all(Array.from({ length: 130 }, () => player()));
    for (const account of players) await happened(account, 'like', '2026-03-10T07:00:00Z');
    const now = new Date('2026-03-10T08:02:00Z');
    const failing = new Digests(
      database.dataSource,
      { write: () => Promise.reject(new Error('Away')) } as unknown as Messages,
      links,
      config,
      new Jobs('users'),
    );
    await expect(failing.sendDue(now)).rejects.toThrow('Away');
    await Promise.all([digests().sendDue(now), digests().sendDue(now), digests().sendDue(now)]);
    const [sent] = await query<{ mails: number; players: number }>(
      `SELECT count(*)::int AS mails, count(DISTINCT recipient)::int AS players FROM messages`,
    );
    expect(sent).toEqual({ mails: 130, players: 130 });
  });

  it('that are due are found by their index', async () => {
    const [{ plan }] = (await database.dataSource
      .transaction(async (tx) => {
        await tx.query('SET LOCAL enable_seqscan = off');
        return tx.query(
          `EXPLAIN (FORMAT json) SELECT * FROM notification_settings WHERE digest_at <= now() ORDER BY digest_at
            LIMIT 100`,
        );
      })
      .then((rows: { 'QUERY PLAN': unknown }[]) =>
        rows.map((row) => ({ plan: JSON.stringify(row['QUERY PLAN']) })),
      )) as [{ plan: string }];
    expect(plan).toContain('notification_settings_digest_at');
  });
});
