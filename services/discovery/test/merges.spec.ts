import {
  accountDataErased,
  accountErased,
  mediaReady,
  membershipChanged,
  signUpExpired,
  subjectMerged,
} from '@sprayhunt/contracts';
import { newPictureId } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { eventOf, guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

type Person = ReturnType<typeof player>;
const CREATE = `mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }`;
const create = async (as: Person, input: object = {}) =>
  (
    await discovery.graphql<{ createDiscovery: { id: string } }>(
      CREATE,
      { input: { latitude: 1, longitude: 2, ...input } },
      as,
    )
  ).data?.createDiscovery.id;
const likesOf = async (id: string) =>
  (await discovery.database.query<[{ likes: number }]>(`SELECT likes FROM discoveries WHERE id = $1`, [id]))[0].likes;
const photoOf = ({ subject }: Person, pictureId = newPictureId()) =>
  ({ pictureId, ownerId: subject, purpose: 'discovery', width: 4, height: 3, thumbhash: 'aGk=', bytes: 9 }) as const;
const rowsOf = async (table: string, { subject }: Person, column = 'player_id') =>
  (
    await discovery.database.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${table} WHERE ${column} = $1`, [
      subject,
    ])
  )[0].n;
const confirmed = async ({ subject }: Person) =>
  (await discovery.published(accountDataErased)).filter(({ accountId }) => accountId === subject).length;

async function merge(from: Person, into: Person): Promise<void> {
  await discovery.publish(eventOf(subjectMerged, { subjectId: from.subject, accountId: into.subject }));
  await eventually(async () =>
    expect(
      await discovery.database.query(`SELECT FROM erased_accounts WHERE account_id = $1`, [from.subject]),
    ).toHaveLength(1),
  );
}

describe('a guest or pending player who turns out to have an account', () => {
  it('uses an uploaded photo as that player, whether its event comes before the merge or after it', async () => {
    const [one, account] = [guest(), player()];
    const [before, after] = [photoOf(one), photoOf(one)];
    await discovery.publish(eventOf(mediaReady, before));
    await eventually(async () => expect(await rowsOf('pictures', one, 'owner_id')).toBe(1));
    await merge(one, account);
    await discovery.publish(eventOf(mediaReady, after));
    for (const { pictureId } of [before, after])
      expect(await create(account, { imageUrl: `/objects/${pictureId}` })).toBeDefined();
  });

  it('keeps saved walls and palettes, of which the account may have the same', async () => {
    const [one, account] = [player({ status: 'pending' }), player()];
    const walls = (
      await discovery.database.query<{ id: string }[]>(
        `INSERT INTO legal_walls (id, name, city, country, address, description, latitude, longitude, catalogue,
          catalogue_id)
       SELECT gen_random_uuid(), 'W', 'C', 'D', 'A', 'Long', 1, 1, 'test', n FROM generate_series(1, 2) AS n
         RETURNING id`,
      )
    ).map(({ id }) => id);
    const save = (who: Person, ids: string[]) =>
      discovery.database.query(`INSERT INTO saved_walls (player_id, wall_id) SELECT $1, unnest($2::uuid[])`, [
        who.subject,
        ids,
      ]);
    await save(one, walls);
    await save(account, walls.slice(1));
    await discovery.publish(eventOf(membershipChanged, { accountId: one.subject, pro: true, until: null }));
    await eventually(async () => expect(await rowsOf('pro_members', one, 'account_id')).toBe(1));
    await discovery.database.query(
      `INSERT INTO palettes (id, player_id, name, colors) VALUES (gen_random_uuid(), $1, 'Sea', '{B1}')`,
      [one.subject],
    );
    for (let times = 0; times < 2; times += 1) await merge(one, account);
    const held = async (who: Person) => [
      await rowsOf('saved_walls', who),
      await rowsOf('palettes', who),
      await rowsOf('pro_members', who, 'account_id'),
    ];
    expect([await held(one), await held(account)]).toEqual([
      [0, 0, 0],
      [2, 1, 0],
    ]);
    // What a request under way still writes is the account's, too.
    await discovery.database.query(
      `INSERT INTO palettes (id, player_id, name, colors) VALUES (gen_random_uuid(), $1, 'Land', '{B1}')`,
      [one.subject],
    );
    await discovery.publish(
      eventOf(membershipChanged, { accountId: one.subject, pro: true, until: null }),
      eventOf(membershipChanged, { accountId: account.subject, pro: true, until: null }),
    );
    await eventually(async () =>
      expect([await held(one), await held(account)]).toEqual([
        [0, 0, 0],
        [2, 2, 1],
      ]),
    );
  });

  it('keeps likes, of which one of each work is counted', async () => {
    const [one, account] = [player(), player()];
    const works = [
      (await create(account))!,
      (await create(account))!,
      (await create(account))!,
      (await create(account))!,
    ];
    const like = (who: Person, id: string | undefined, name = 'likeDiscovery') =>
      discovery.graphql(`mutation ($id: ID!) { ${name}(id: $id) { likes } }`, { id }, who);
    const [both, mine, unliked, theirs] = works;
    for (const id of [both, mine, unliked]) await like(one, id);
    for (const id of [both, unliked, theirs]) await like(account, id);
    await like(account, unliked, 'unlikeDiscovery');
    for (let times = 0; times < 2; times += 1) await merge(one, account);
    await eventually(async () => expect(await Promise.all(works.map(likesOf))).toEqual([1, 1, 1, 1]));
    expect([await rowsOf('likes', one), await rowsOf('likes', account)]).toEqual([0, 4]);
  });

  it('keeps the keys of requests, except for those that the account has used itself', async () => {
    const [one, account] = [player({ status: 'pending' }), player()];
    for (const { subject } of [one, account])
      await discovery.database.query(`INSERT INTO pro_members (account_id, pro, as_of) VALUES ($1, true, now())`, [
        subject,
      ]);
    const add = async (as: Person, key: string, name: string) => {
      const document = 'mutation ($input: PaletteInput!) { it: addPalette(input: $input) { id } }';
      const headers = { 'idempotency-key': key };
      const variables = { input: { name, colors: ['SH-101'] } };
      return (await discovery.graphql<{ it: { id: string } }>(document, variables, as, headers)).data?.it.id;
    };
    const own = await add(account, 'both', 'Sea');
    await add(one, 'both', 'Sea');
    const former = await add(one, 'only', 'Land');
    for (let times = 0; times < 2; times += 1) await merge(one, account);
    const palettes = async () => [await rowsOf('palettes', one), await rowsOf('palettes', account)];
    await eventually(async () => expect(await palettes()).toEqual([0, 3]));
    expect([await add(account, 'both', 'Sea'), await add(account, 'only', 'Land')]).toEqual([own, former]);
    const keys = (who: Person) => rowsOf('idempotency_keys', who, 'holder_id');
    expect([await keys(one), await keys(account)]).toEqual([0, 2]);
  });

  it('leaves nothing where the account is erased already', async () => {
    const [one, account] = [guest(), player()];
    await discovery.publish(eventOf(mediaReady, photoOf(one)), eventOf(accountErased, { accountId: account.subject }));
    await eventually(async () =>
      expect([await rowsOf('pictures', one, 'owner_id'), await confirmed(account)]).toEqual([1, 1]),
    );
    await merge(one, account);
    await discovery.publish(eventOf(mediaReady, photoOf(one)));
    await eventually(async () =>
      expect([await rowsOf('pictures', one, 'owner_id'), await rowsOf('pictures', account, 'owner_id')]).toEqual([
        0, 0,
      ]),
    );
  });
});

it('a sign-up that expired leaves nothing, and that is confirmed', async () => {
  const one = player({ status: 'pending' });
  await discovery.publish(eventOf(mediaReady, photoOf(one)));
  await eventually(async () => expect(await rowsOf('pictures', one, 'owner_id')).toBe(1));
  await discovery.publish(eventOf(signUpExpired, { accountId: one.subject }));
  await eventually(async () =>
    expect([await confirmed(one), await rowsOf('pictures', one, 'owner_id')]).toEqual([1, 0]),
  );
});
