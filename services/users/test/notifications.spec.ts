import { randomBytes } from 'node:crypto';
import {
  discoveryLiked,
  liveEventCancelled,
  liveEventChanged,
  liveEventCompleted,
  membershipNews,
  missionCompleted,
  orderUpdated,
  sessionEnded,
  webhookPaused,
} from '@sprayhunt/contracts';
import { type Identity, uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, guest } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NotificationRetention } from '../src/notifications/notification-retention.js';
import { UnsubscribeLinks } from '../src/notifications/unsubscribe-links.js';
import { emailProven, signUp, verified } from './people.js';
import { pushBrowser } from './push-service.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers({ PUSH_PRIVATE_KEY: randomBytes(32).toString('base64url'), PUSH_HOSTS: 'push.example' });
});
afterAll(() => users.stop());

interface Shown {
  id: string;
  kind: string;
  count: number;
  actors: { username: string }[];
  subject: { type: string | null; id: string | null; title: string | null; tokens: number | null };
  happenedAt: string;
  isRead: boolean;
}
const LIST = `query ($first: Int = 50, $after: String) { notifications(first: $first, after: $after) {
  nodes { id kind count actors { username } subject { type id title tokens outcome } happenedAt isRead } pageInfo {
    hasNextPage endCursor } unread } }`;
const MARK = 'mutation ($ids: [ID!], $before: DateTime) { markNotificationsRead(ids: $ids, before: $before) }';
const SET = 'mutation ($off: [NotificationKind!]!) { setNotificationSettings(input: { off: $off }) { off } }';

async function list(as: Identity, variables: object = {}) {
  const { data, errors } = await users.graphql<{
    notifications: { nodes: Shown[]; unread: number; pageInfo: { hasNextPage: boolean; endCursor: string } };
  }>(LIST, variables, as);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.notifications;
}
const mark = async (as: Identity, variables: object) => {
  const { data, errors } = await users.graphql<{ markNotificationsRead: number }>(MARK, variables, as);
  return errors ? errors[0]!.extensions.code : data!.markNotificationsRead;
};
const work = uuidv7();
const likeOf = (playerId: string, ownerId: string, discoveryId = work) =>
  eventOf(discoveryLiked, { discoveryId, playerId, ownerId, title: 'Heron' });

it('who takes part in a live event is told once of each change, together until it is read, and that it is cancelled', async () => {
  const { id: playerId, as } = await verified(users);
  const of = { liveEventId: uuidv7(), playerId, title: 'Jam' };
  const change = (changedAt: string) => eventOf(liveEventChanged, { ...of, changedAt });
  const [first, second, cancelled] = [
    change('2026-11-20T12:00:00.000Z'),
    change('2026-11-20T13:00:00.000Z'),
    eventOf(liveEventCancelled, of),
  ];
  await users.publish(first, first, second, cancelled);
  await users.publish(change('2026-11-20T12:00:00.000Z'), cancelled);
  await eventually(async () => {
    const nodes = (await list(as)).nodes.map(({ kind, count, subject }) => ({ kind, count, subject }));
    const told = (count: number, outcome: string) => ({
      kind: 'event',
      count,
      subject: { type: 'event', id: of.liveEventId, title: 'Jam', tokens: null, outcome },
    });
    expect(nodes.toSorted((a, b) => a.count - b.count)).toEqual([told(1, 'cancelled'), told(2, 'changed')]);
  });
});

it('the owner of a paused webhook is notified once; webhooks of an operator notify no one', async () => {
  const { id: ownerId, as } = await verified(users);
  const pause = (owner: string | null) => ({
    endpointId: uuidv7(),
    clientId: uuidv7(),
    ownerId: owner,
    host: 'guide.example',
    failingSince: '2026-11-20T12:00:00.000Z',
    pausedAt: '2026-11-23T12:00:00.000Z',
  });
  const own = pause(ownerId);
  await users.publish(eventOf(webhookPaused, pause(null)), eventOf(webhookPaused, own));
  await users.publish(eventOf(webhookPaused, own));
  await eventually(async () =>
    expect((await list(as)).nodes.map(({ kind, subject }) => ({ kind, subject }))).toEqual([
      {
        kind: 'partner',
        subject: { type: 'partner', id: own.clientId, title: 'guide.example', tokens: null, outcome: 'webhook_paused' },
      },
    ]),
  );
});

it('news of an order go to the e-mail address that it was made with, once [MERCH-19]', async () => {
  const email = `${uuidv7()}@example.org`;
  const shipped = eventOf(orderUpdated, {
    ...{
      orderId: uuidv7(),
      accountId: null,
      news: 'shipped',
      email,
      language: 'en',
      number: 'SH-7K3Q9D',
      path: '/merch/orders/1',
      currency: 'USD',
    },
    ...{
      lines: [{ name: 'Tee', size: 'M', quantity: 1, totalMinor: 2499 }],
      subtotalMinor: 2499,
      discountMinor: 0,
      shippingMinor: 790,
      totalMinor: 3289,
      refundedMinor: 0,
      address: ['Ann'],
      tracking: null,
    },
  });
  await users.publish(shipped, shipped);
  await users.publish(shipped);
  await eventually(async () =>
    expect((await users.inbox(email)).map(({ subject }) => subject)).toEqual(['Your order SH-7K3Q9D is on its way']),
  );
});

it('news of a membership go to the confirmed contact, in the language of the account, once', async () => {
  const [byMail, bySms, unconfirmed] = [await emailProven(users, guest()), await verified(users), await signUp(users)];
  await users.graphql('mutation { setLanguage(language: de) }', {}, byMail.as);
  await users.graphql('mutation { setLanguage(language: fr) }', {}, bySms.as);
  const at = '2026-12-01T10:30:00.000Z';
  const newsOf = (accountId: string) => [
    eventOf(membershipNews, { accountId, kind: 'trial_ends_soon', at, renews: true }),
    eventOf(membershipNews, { accountId, kind: 'trial_ends_soon', at, renews: false }),
    eventOf(membershipNews, { accountId, kind: 'payment_failed', at, renews: true }),
    eventOf(membershipNews, { accountId, kind: 'ended', at: null, renews: false }),
  ];
  const news = [byMail, bySms, unconfirmed].flatMap(({ id }) => newsOf(id));
  await users.publish(...news, ...news);
  await users.publish(...news);
  const toldOf = async (contact: string) => (await users.inbox(contact)).filter(({ text }) => / Pro\b/.test(text));
  await eventually(async () => {
    const mails = await toldOf(byMail.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Deine Mitgliedschaft in Sprayhunt Pro ist beendet',
      'Deine Testphase von Sprayhunt Pro endet bald',
      'Deine Testphase von Sprayhunt Pro endet bald',
      'Deine Zahlung für Sprayhunt Pro ist fehlgeschlagen',
    ]);
    const texts = mails.map(({ text }) => text).join('\n');
    for (const said of [
      /Danach kostet Pro 9,99\s\$ im Monat/,
      /Es wird nichts abgebucht/,
      /endet am 01\.12\.2026, 10:30 UTC/,
      /Du bleibst Pro bis 01\.12\.2026/,
    ])
      expect(texts).toMatch(said);
    expect((await toldOf(bySms.phone)).map(({ text }) => text.split(' ').slice(0, 3).join(' ')).toSorted()).toEqual([
      'Le paiement pour',
      'Ton abonnement Sprayhunt',
      'Ton essai de',
      'Ton essai de',
    ]);
  });
  expect([...(await toldOf(unconfirmed.email)), ...(await toldOf(unconfirmed.phone))]).toEqual([]);
});

it('likes of a work are one with the names of who likes it, missions and live events one each, and events that come again change nothing', async () => {
  const [ann, bea, cleo] = [await verified(users), await verified(users), await verified(users)];
  const events = [
    likeOf(bea.id, ann.id),
    likeOf(cleo.id, ann.id),
    likeOf(ann.id, ann.id),
    eventOf(missionCompleted, {
      missionId: uuidv7(),
      playerId: ann.id,
      title: 'Laneway',
      tokens: 100,
      discoveryId: uuidv7(),
    }),
    eventOf(liveEventCompleted, {
      liveEventId: uuidv7(),
      playerId: ann.id,
      title: 'Jam',
      tokens: 200,
      rewardName: null,
    }),
  ];
  await users.publish(...events);
  // The first mission is an achievement, too.
  await eventually(async () => expect((await list(ann.as)).unread).toBe(4));
  await users.publish(...events, likeOf(bea.id, cleo.id));
  await eventually(async () => expect((await list(cleo.as)).unread).toBe(1));
  const { nodes } = await list(ann.as);
  const byKind = Object.fromEntries(nodes.map((each) => [each.kind, each]));
  expect(byKind).toMatchObject({
    like: { count: 2, subject: { type: 'discovery', id: work, title: 'Heron' }, isRead: false },
    mission: { count: 1, actors: [], subject: { type: 'mission', title: 'Laneway', tokens: 100 } },
    event: { count: 1, subject: { type: 'event', title: 'Jam', tokens: 200 } },
  });
  expect(byKind['like']!.actors.map(({ username }) => username).sort()).toEqual([bea.username, cleo.username].sort());
});

it('are read page by page, and marked one by one, or all up to a moment; only by their player', async () => {
  const [ann, bea] = [await verified(users), await verified(users)];
  await users.publish(...[uuidv7(), uuidv7(), uuidv7()].map((discoveryId) => likeOf(bea.id, ann.id, discoveryId)));
  await eventually(async () => expect((await list(ann.as)).unread).toBe(3));
  const first = await list(ann.as, { first: 2 });
  const rest = await list(ann.as, { first: 2, after: first.pageInfo.endCursor });
  const all = [...first.nodes, ...rest.nodes];
  expect([first.pageInfo.hasNextPage, rest.pageInfo.hasNextPage, new Set(all.map(({ id }) => id)).size]).toEqual([
    true,
    false,
    3,
  ]);
  expect(await mark(bea.as, { ids: [all[0]!.id] })).toBe(0);
  expect((await list(ann.as)).unread).toBe(3);
  expect(await mark(ann.as, { ids: [all[0]!.id] })).toBe(2);
  expect(await mark(ann.as, { before: all[0]!.happenedAt })).toBe(0);
  expect((await list(ann.as)).nodes.every(({ isRead }) => isRead)).toBe(true);
  for (const refused of [{}, { ids: [], before: all[0]!.happenedAt }, { ids: ['x'] }])
    expect(await mark(ann.as, refused)).toBe('VALIDATION_FAILED');
  expect((await users.graphql(LIST, {}, guest())).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
});

it('a kind that is turned off is not told of until it is turned on again', async () => {
  const [ann, bea] = [await verified(users), await verified(users)];
  const off = async (kinds: string[]) =>
    (await users.graphql<{ setNotificationSettings: { off: string[] } }>(SET, { off: kinds }, ann.as)).data!
      .setNotificationSettings.off;
  expect(await off(['like', 'award', 'achievement'])).toEqual(['like', 'award', 'achievement']);
  await users.publish(
    likeOf(bea.id, ann.id),
    eventOf(missionCompleted, { missionId: uuidv7(), playerId: ann.id, tokens: 100, discoveryId: uuidv7() }),
  );
  await eventually(async () => expect((await list(ann.as)).nodes).toMatchObject([{ kind: 'mission' }]));
  expect(await off([])).toEqual([]);
  await users.publish(likeOf(bea.id, ann.id, uuidv7()));
  await eventually(async () => expect((await list(ann.as)).unread).toBe(2));
});

const SETTINGS = 'off emailOff pushOff digest timeZone emailHint';
const choose = async (as: Identity, input: object) => {
  const { data, errors } = await users.graphql<{ setNotificationSettings: object }>(
    `mutation ($input: NotificationSettingsInput!) { setNotificationSettings(input: $input) { ${SETTINGS} } }`,
    { input },
    as,
  );
  return errors ? errors[0]!.extensions : data!.setNotificationSettings;
};
const stop = async (token: string) =>
  (
    await users.graphql<{ stopDigest: boolean }>(
      'mutation ($token: String!) { stopDigest(token: $token) }',
      { token },
      guest(),
    )
  ).errors?.[0]!.extensions.code ?? 'ok';

it('digests need a confirmed e-mail address and a time zone that is known; each choice leaves the others; a link ends them', async () => {
  const ann = await verified(users);
  await users.database.query(`UPDATE contacts SET verified_at = NULL WHERE account_id = $1 AND kind = 'email'`, [
    ann.id,
  ]);
  expect(
    (await users.graphql<{ notificationSettings: object }>(`{ notificationSettings { ${SETTINGS} } }`, {}, ann.as))
      .data!.notificationSettings,
  ).toEqual({ off: [], emailOff: [], pushOff: [], digest: 'off', timeZone: 'UTC', emailHint: null });
  expect(await choose(ann.as, { digest: 'daily' })).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: [{ field: 'digest' }],
  });
  await users.database.query(`UPDATE contacts SET verified_at = now() WHERE account_id = $1 AND kind = 'email'`, [
    ann.id,
  ]);
  for (const timeZone of ['Europe/Atlantis', '+05:30', 'EST5EDT4,M3', ''])
    expect(await choose(ann.as, { digest: 'daily', timeZone })).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'timeZone' }],
    });
  const due = async () =>
    (
      await users.database.query<{ at: Date | null }[]>(
        `SELECT digest_at AS at FROM notification_settings WHERE account_id = $1`,
        [ann.id],
      )
    )[0]!.at;
  expect(await choose(ann.as, { digest: 'daily', timeZone: 'Asia/Kathmandu' })).toMatchObject({
    digest: 'daily',
    timeZone: 'Asia/Kathmandu',
    emailHint: '••••••@example.com',
  });
  expect((await due())!.toISOString()).toMatch(/T02:15:00.000Z$/);
  expect(await choose(ann.as, { emailOff: ['like', 'like'] })).toMatchObject({ digest: 'daily', emailOff: ['like'] });
  expect(await choose(ann.as, { pushOff: ['reply'] })).toMatchObject({ emailOff: ['like'], pushOff: ['reply'] });
  expect(await choose(ann.as, { timeZone: 'UTC' })).toMatchObject({ digest: 'daily', timeZone: 'UTC' });
  expect((await due())!.toISOString()).toMatch(/T08:00:00.000Z$/);

  const [{ id }] = await users.database.query<[{ id: string }]>('SELECT public_id($1) AS id', [ann.id]);
  const token = users.app.get(UnsubscribeLinks).of(id).oneClick.split('/').at(-1)!;
  expect([await stop('x'), await stop(`${id}.x`), await stop(token), await stop(token)]).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
    'ok',
    'ok',
  ]);
  expect([await choose(ann.as, {}), await due()]).toMatchObject([{ digest: 'off', emailOff: ['like'] }, null]);
});

it('go to browsers, where the player turned that on, until the session ends there', async () => {
  const ann = await verified(users);
  const { p256dh, auth } = pushBrowser();
  const add = async (input: object) => {
    const { data, errors } = await users.graphql<object>(
      'mutation ($input: PushSubscriptionInput!) { addPushSubscription(input: $input) }',
      { input: { p256dh, auth, ...input } },
      ann.as,
    );
    return errors ? errors[0]!.extensions : data;
  };
  const kept = () =>
    users.database.query<{ session: string }[]>(
      'SELECT session_id AS session FROM push_subscriptions WHERE account_id = $1',
      [ann.id],
    );
  const [one, other] = ['one', 'other'].map((name) => ({ endpoint: `https://push.example/${name}` }));
  expect(
    (await users.graphql<{ notificationSettings: object }>('{ notificationSettings { pushKey } }', {}, ann.as)).data!
      .notificationSettings,
  ).toEqual({ pushKey: expect.stringMatching(/^[\w-]{87}$/) });
  for (const [field, wrong] of [
    ['endpoint', 'https://127.0.0.1/one'],
    ['p256dh', auth],
    ['auth', p256dh],
  ] as const)
    expect(await add({ ...one, [field]: wrong })).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
  for (const each of [one!, other!, one!]) expect(await add(each)).toEqual({ addPushSubscription: true });
  expect(await kept()).toHaveLength(2);
  for (const _ of [1, 2])
    expect(
      (
        await users.graphql<object>(
          'mutation ($endpoint: String!) { removePushSubscription(endpoint: $endpoint) }',
          other,
          ann.as,
        )
      ).data,
    ).toEqual({ removePushSubscription: true });
  expect(await kept()).toEqual([{ session: ann.as.session }]);
  await users.publish(
    eventOf(sessionEnded, { accountId: ann.id, sessionId: 'another' }),
    eventOf(sessionEnded, { accountId: uuidv7(), sessionId: ann.as.session! }),
  );
  await users.publish(eventOf(sessionEnded, { accountId: ann.id, sessionId: ann.as.session! }));
  await eventually(async () => expect(await kept()).toEqual([]));
});

it('are kept for 90 days', async () => {
  const [ann, bea] = [await verified(users), await verified(users)];
  await users.publish(likeOf(bea.id, ann.id), likeOf(bea.id, ann.id, uuidv7()));
  await eventually(async () => expect((await list(ann.as)).unread).toBe(2));
  const old = (await list(ann.as)).nodes[0]!.id;
  await users.database.query(`UPDATE notifications SET happened_at = now() - interval '91 days' WHERE id = $1`, [old]);
  await users.app.get(NotificationRetention).sweep();
  expect((await list(ann.as)).nodes.map(({ id }) => id)).not.toContain(old);
  expect((await list(ann.as)).unread).toBe(1);
});
