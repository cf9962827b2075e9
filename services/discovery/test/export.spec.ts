import { membershipChanged } from '@sprayhunt/contracts';
import { eventually } from '@sprayhunt/service-kit/testing';
import type { Identity } from '@sprayhunt/service-kit';
import { eventOf, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

const personalData = async (as: Identity) =>
  (await (await discovery.personalData(as)).json()) as Record<string, unknown>;

const CREATE = `mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }`;

it('a player gets the discoveries, the likes and the membership that are held about them, and nothing of others', async () => {
  const [ann, bob] = [player(), player()];
  const create = async (as: typeof ann, title: string) =>
    (
      await discovery.graphql<{ createDiscovery: { id: string } }>(
        CREATE,
        { input: { latitude: 1, longitude: 2, title, description: 'By the river' } },
        as,
      )
    ).data!.createDiscovery.id;
  const [mine, theirs] = [await create(ann, 'Heron'), await create(bob, 'Fox')];
  await discovery.graphql(`mutation ($id: ID!) { likeDiscovery(id: $id) { id } }`, { id: theirs }, ann);
  await discovery.publish(eventOf(membershipChanged, { accountId: ann.subject, pro: true, until: null }));
  await eventually(async () =>
    expect((await personalData(ann))['membership']).toEqual({ pro: true, until: null, asOf: expect.any(String) }),
  );
  const { discoveries, discoveryCounts, likes } = await personalData(ann);
  expect(discoveries).toEqual([
    expect.objectContaining({
      id: mine,
      title: 'Heron',
      description: 'By the river',
      latitude: 1,
      longitude: 2,
      userRole: 'photographer',
      tokensAwarded: 50,
    }),
  ]);
  expect(discoveryCounts).toEqual({
    inMinute: 1,
    minuteEnds: expect.any(String),
    inDay: 1,
    dayEnds: expect.any(String),
  });
  expect(likes).toEqual([{ discoveryId: theirs, title: 'Fox', takenBack: false, createdAt: expect.any(String) }]);
  expect(await personalData(player())).toEqual({
    discoveries: [],
    discoveriesTakenAway: [],
    discoveryCounts: null,
    idempotencyKeys: [],
    likes: [],
    membership: null,
    savedWalls: [],
    palettes: [],
    webhookEndpoints: [],
  });
});

it('every table of discovery that has an account column is exported', async () => {
  const tables = await discovery.database.query<{ name: string }[]>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = current_schema()
      AND column_name ~ '(account|owner|player|user)_id' ORDER BY 1`,
  );
  // Pictures are exported by media; erased accounts cannot export.
  expect(tables.map(({ name }) => name)).toEqual([
    'discoveries',
    'discovery_counts',
    'erased_accounts',
    'likes',
    'moderated_works',
    'palettes',
    'partner_clients',
    'pictures',
    'pro_members',
    'saved_walls',
  ]);
});
