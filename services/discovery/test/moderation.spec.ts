import {
  accountErased,
  contentModerated,
  discoveryHidden,
  discoveryRemoved,
  discoveryShown,
  OPEN_DATA_ACCOUNT,
} from '@sprayhunt/contracts';
import { type Identity, uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, guest, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

type Work = { latitude: number; longitude: number; title: string; createdAt: string };
const ALL =
  'id title description latitude longitude address pinType userRole isFreshArt status likes tokensAwarded createdAt';
const one = async (id: string) =>
  (await discovery.graphql<{ discovery: Work | null }>(`query ($id: ID!) { discovery(id: $id) { ${ALL} } }`, { id }))
    .data!.discovery;
const nearby = async (id: string) => {
  const { data } = await discovery.graphql<{ discoveriesNearby: { nodes: { id: string }[] } }>(
    '{ discoveriesNearby(latitude: 11, longitude: 12, first: 50) { nodes { id } } }',
  );
  return data!.discoveriesNearby.nodes.some((node) => node.id === id);
};
const counted = async () =>
  Number(
    (
      await discovery.database.query<{ works: string }[]>(
        `SELECT coalesce(sum(standing), 0) AS works FROM map_cells WHERE level = 0`,
      )
    )[0]!.works,
  );
const moderate = (contentId: string, state: 'shown' | 'hidden' | 'removed', version: number) =>
  discovery.publish(eventOf(contentModerated, { kind: 'work', contentId, state, version }));

async function newWork(as = player()): Promise<string> {
  const { data } = await discovery.graphql<{ createDiscovery: { id: string } }>(
    'mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }',
    {
      input: { latitude: 11 + Math.random() / 1e4, longitude: 12, title: `Cat ${uuidv7()}`, description: 'Two eyes' },
    },
    as,
  );
  return data!.createDiscovery.id;
}

describe('a work that moderators remove', () => {
  it('is on no list and not on the map, and is restored unchanged, with its likes', async () => {
    const fan = player();
    const id = await newWork();
    await discovery.graphql('mutation ($id: ID!) { likeDiscovery(id: $id) { likes } }', { id }, fan);
    const before = await one(id);
    await eventually(async () => expect(await counted()).toBe(1));
    await moderate(id, 'hidden', 2);
    await eventually(async () => expect([await one(id), await nearby(id), await counted()]).toEqual([null, false, 0]));
    await moderate(id, 'shown', 1);
    await moderate(id, 'removed', 3);
    await moderate(id, 'shown', 4);
    await eventually(async () => expect([await one(id), await nearby(id), await counted()]).toEqual([before, true, 1]));
    expect(before).toMatchObject({ likes: 1 });
    const { latitude, longitude, title, createdAt } = before!;
    expect((await discovery.published(discoveryHidden)).filter(({ discoveryId }) => discoveryId === id)).toEqual([
      { discoveryId: id, latitude, longitude },
    ]);
    const shown = {
      discoveryId: id,
      role: 'photographer',
      pinType: 'location',
      isFreshArt: false,
      latitude,
      longitude,
      title,
      pictureId: null,
      createdAt,
    };
    expect((await discovery.published(discoveryShown)).filter(({ discoveryId }) => discoveryId === id)).toEqual([
      shown,
    ]);
  });

  it('is deleted with its player, and the like of an erased player is not restored', async () => {
    const [ann, fan] = [player(), player()];
    const [own, other] = [await newWork(ann), await newWork()];
    await discovery.graphql('mutation ($id: ID!) { likeDiscovery(id: $id) { likes } }', { id: other }, fan);
    for (const id of [own, other]) await moderate(id, 'hidden', 5);
    await eventually(async () => expect([await one(own), await one(other)]).toEqual([null, null]));
    for (const { subject } of [ann, fan]) await discovery.publish(eventOf(accountErased, { accountId: subject }));
    await eventually(async () =>
      expect((await discovery.published(discoveryRemoved)).map(({ discoveryId }) => discoveryId)).toContain(own),
    );
    await eventually(async () =>
      expect(
        await discovery.database.query(`SELECT FROM moderated_works WHERE likes::text LIKE '%' || $1 || '%'`, [
          fan.subject,
        ]),
      ).toEqual([]),
    );
    for (const id of [own, other]) await moderate(id, 'shown', 6);
    await eventually(async () => expect(await one(other)).toMatchObject({ likes: 0 }));
    expect(await one(own)).toBeNull();
    expect((await discovery.published(discoveryShown)).map(({ discoveryId }) => discoveryId)).not.toContain(own);
  });

  it('is not brought back by the next import of its data set', async () => {
    const add = (id: string) =>
      discovery.database.query(
        `INSERT INTO discoveries (id, player_id, source, source_id, title, latitude, longitude, pin_type, role,
          is_fresh_art, tokens_awarded)
         VALUES ($1, $2, 'City', 'a1', 'Mural', 11, 12, 'location', 'photographer', false, 0)`,
        [id, OPEN_DATA_ACCOUNT],
      );
    const [first, second] = [uuidv7(), uuidv7()];
    await add(first);
    await moderate(first, 'removed', 9);
    await eventually(async () => expect(await one(first)).toBeNull());
    await add(second);
    expect(await one(second)).toBeNull();
    await moderate(first, 'shown', 10);
    await eventually(async () => expect(await one(first)).toMatchObject({ title: 'Mural' }));
  });

  it('is still visible to moderators and to its player, and to no one else', async () => {
    const ann = player();
    const [takenAway, kept] = [await newWork(ann), await newWork()];
    await moderate(takenAway, 'hidden', 1);
    await eventually(async () => expect(await one(takenAway)).toBeNull());
    const seenBy = async (as: Identity) => {
      const { data } = await discovery.graphql<{ _entities: ({ id: string; isTakenAway: boolean } | null)[] }>(
        'query ($of: [_Any!]!) { _entities(representations: $of) { ... on ReportedWork { id isTakenAway } } }',
        { of: [takenAway, uuidv7(), kept].map((id) => ({ __typename: 'ReportedWork', id })) },
        as,
      );
      return data!._entities;
    };
    const [first, second] = [
      { id: takenAway, isTakenAway: true },
      { id: kept, isTakenAway: false },
    ];
    expect(await seenBy({ ...player(), roles: ['moderator'] })).toEqual([first, null, second]);
    expect(await seenBy(ann)).toEqual([first, null, null]);
    for (const other of [player(), guest()]) expect(await seenBy(other)).toEqual([null, null, null]);
  });
});
