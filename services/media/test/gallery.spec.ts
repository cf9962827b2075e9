import { accountErased } from '@sprayhunt/contracts';
import { uuidv7, type Identity } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { eventOf, guest } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cameraJpeg } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

const ADD = `mutation ($input: AddArtInput!) { addArt(input: $input) {
  id imageUrl width height thumbhash title description artType views createdAt } }`;
const MINE = `query ($first: Int!, $after: String) { myArt(first: $first, after: $after) { nodes { id title views } pageInfo {
    hasNextPage endCursor } } }`;
const THEIRS =
  'query ($playerId: ID!, $first: Int!) { playerArt(playerId: $playerId, first: $first) { nodes { id title } } }';
const REMOVE = 'mutation ($id: ID!) { removeArt(id: $id) }';
const ORDER = 'mutation ($ids: [ID!]!) { orderArt(ids: $ids) }';
const VIEW = 'mutation ($id: ID!) { viewArt(id: $id) { views } }';

let media: RunningMedia;
let photo: Buffer;
beforeAll(async () => {
  media = await runMedia();
  photo = await cameraJpeg({ width: 300, height: 200 });
});
afterAll(() => media.stop());

type Player = Identity & { subject: string };
const player = (status: 'pending' | 'verified' = 'verified'): Player => ({ ...guest(), kind: 'player', status });

interface Art {
  id: string;
  title: string;
  views: number;
}

const add = (input: object, as?: Identity, headers?: Record<string, string>) =>
  media.graphql<{ addArt: Art }>(ADD, { input }, as, headers);
async function added(as: Player, title = 'A wall'): Promise<Art & { pictureId: string }> {
  const pictureId = await media.picture(as, photo, 'artwork');
  const { data, errors } = await add({ imageUrl: `/objects/${pictureId}`, title }, as);
  if (!data) throw new Error(JSON.stringify(errors));
  return { ...data.addArt, pictureId };
}
async function mine(as: Player, first = 100, after?: string) {
  return (
    await media.graphql<{ myArt: { nodes: Art[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }>(
      MINE,
      { first, after },
      as,
    )
  ).data!.myArt;
}
const titles = async (as: Player) => (await mine(as)).nodes.map(({ title }) => title);
const refusal = ({ errors }: { errors?: { extensions: object }[] }) => {
  const { code, fields } = errors![0]!.extensions as { code: string; fields?: { field: string; code: string }[] };
  return [code, ...(fields ?? []).map((fault) => `${fault.field} ${fault.code}`)];
};
const isUnused = async (id: string) =>
  (
    await media.database.query<{ unused: boolean }[]>(
      'SELECT unused_since IS NOT NULL AS unused FROM pictures WHERE id = $1',
      [id],
    )
  )[0]!.unused;

describe('adding art', () => {
  it("takes an upload of the player's own, and trims the texts [REST-34 ENT-18]", async () => {
    const ann = player();
    const { id, uploadURL, path } = await media.ticket(ann, 'artwork');
    expect(refusal(await add({ imageUrl: uploadURL, title: 'Too early' }, ann))).toEqual(['MEDIA_NOT_READY']);
    await media.put(path, photo);
    const { data } = await add(
      { imageUrl: uploadURL, title: '  Heron ', description: ' Blue.\n', artType: 'sketch' },
      ann,
    );
    expect(data!.addArt).toEqual({
      id: expect.any(String),
      imageUrl: `/objects/${id}`,
      width: 300,
      height: 200,
      thumbhash: expect.any(String),
      title: 'Heron',
      description: 'Blue.',
      artType: 'sketch',
      views: 0,
      createdAt: expect.any(String),
    });
  });

  it('is graffiti by default', async () => {
    const ann = player();
    const imageUrl = `/objects/${await media.picture(ann, photo)}`;
    for (const artType of [undefined, null])
      expect((await add({ imageUrl, title: 'A', description: ' ', artType }, ann)).data!.addArt).toMatchObject({
        artType: 'graffiti',
        description: null,
      });
  });

  it('names everything that is missing or wrong [GALL-06]', async () => {
    const ann = player();
    expect(refusal(await add({ title: ' \n ' }, ann))).toEqual([
      'VALIDATION_FAILED',
      'imageUrl REQUIRED',
      'title REQUIRED',
    ]);
    const imageUrl = `/objects/${await media.picture(ann, photo)}`;
    expect(refusal(await add({ imageUrl, title: 'x'.repeat(121), description: 'x'.repeat(2_001) }, ann))).toEqual([
      'VALIDATION_FAILED',
      'title TOO_LONG',
      'description TOO_LONG',
    ]);
    expect(refusal(await add({ imageUrl, title: 'nul \0' }, ann))[0]).toBe('VALIDATION_FAILED');
    expect(
      (await add({ imageUrl, title: 'x'.repeat(120), description: 'x'.repeat(2_000) }, ann)).errors,
    ).toBeUndefined();
    expect(await mine(ann)).toMatchObject({ nodes: [{ title: 'x'.repeat(120) }] });
  });

  it('refuses pictures of other players and foreign addresses', async () => {
    const [ann, bob] = [player(), player()];
    const foreign = await media.picture(bob, photo);
    for (const imageUrl of [
      `/objects/${foreign}`,
      `https://elsewhere.example/objects/${foreign}`,
      `/objects/${uuidv7()}`,
      'x',
    ])
      expect(refusal(await add({ imageUrl, title: 'Mine' }, ann))).toEqual([
        'VALIDATION_FAILED',
        'imageUrl PICTURE_NOT_YOURS',
      ]);
  });

  it('adds one work for one key, also after that was removed, and refuses another one under the key', async () => {
    const ann = player();
    const input = { imageUrl: `/objects/${await media.picture(ann, photo)}`, title: 'Once' };
    const keyed = (given: object) => add(given, ann, { 'idempotency-key': 'key' });
    const first = await keyed(input);
    expect(first.data!.addArt.id).toEqual(expect.any(String));
    await media.graphql(REMOVE, { id: first.data!.addArt.id }, ann);
    expect(await keyed(input)).toEqual(first);
    expect(refusal(await keyed({ ...input, title: 'New' }))).toEqual(['IDEMPOTENCY_KEY_REUSED']);
    expect(await titles(ann)).toEqual([]);
  });

  it('repeats a work that the former release added while this one was rolled out', async () => {
    const ann = player();
    const { id, pictureId } = await added(ann);
    const former = uuidv7();
    await media.database.query(
      `INSERT INTO art_items (id, owner_id, picture_id, title, art_type, position, idempotency_key)
       SELECT $2, owner_id, picture_id, 'Former', art_type, 0, 'key' FROM art_items WHERE id = $1`,
      [id, former],
    );
    const repeated = await add({ imageUrl: `/objects/${pictureId}`, title: 'Former' }, ann, {
      'idempotency-key': 'key',
    });
    expect(repeated.data!.addArt.id).toBe(former);
  });

  it('is for verified players', async () => {
    const pending = player('pending');
    const imageUrl = `/objects/${await media.picture(pending, photo)}`;
    expect(refusal(await add({ imageUrl, title: 'A' }, pending))).toEqual(['CONTACT_NOT_VERIFIED']);
    expect(refusal(await add({ imageUrl, title: 'A' }, guest()))).toEqual(['UNAUTHENTICATED']);
    expect((await mine(pending)).nodes).toEqual([]);
  });

  it('ends where the gallery is full', async () => {
    const ann = player();
    const { pictureId } = await added(ann);
    await media.database.query(
      `INSERT INTO art_items (id, owner_id, picture_id, title, art_type, position)
        SELECT gen_random_uuid(), $1, $2, 'One of many', 'photo', i FROM generate_series(1, 499) AS i`,
      [ann.subject, pictureId],
    );
    expect(refusal(await add({ imageUrl: `/objects/${pictureId}`, title: 'One too many' }, ann))).toEqual([
      'GALLERY_FULL',
    ]);
  });
});

describe('a gallery', () => {
  it('shows the newest first, a page at a time, to its owner and to all [REST-30]', async () => {
    const [ann, bob] = [player(), player()];
    for (const title of ['first', 'second', 'third']) await added(ann, title);
    await added(bob, 'another');
    expect(await titles(ann)).toEqual(['third', 'second', 'first']);
    const page = await mine(ann, 2);
    expect(page).toMatchObject({ nodes: [{ title: 'third' }, { title: 'second' }], pageInfo: { hasNextPage: true } });
    expect(await mine(ann, 2, page.pageInfo.endCursor)).toMatchObject({
      nodes: [{ title: 'first' }],
      pageInfo: { hasNextPage: false },
    });
    const seen = await media.graphql<{ playerArt: { nodes: Art[] } }>(THEIRS, { playerId: ann.subject, first: 10 });
    expect(seen.data!.playerArt.nodes.map(({ title }) => title)).toEqual(['third', 'second', 'first']);
    expect((await media.graphql(THEIRS, { playerId: uuidv7(), first: 10 })).data).toEqual({ playerArt: { nodes: [] } });
  });

  it('is a part of its player, by the id that others know', async () => {
    const ann = player();
    await added(ann, 'first');
    const query = `query ($of: [_Any!]!, $first: Int!) { _entities(representations: $of) { ... on Player { art(first: $first) {
        nodes { title } } } } }`;
    const of = [ann.subject, uuidv7()].map((id) => ({ __typename: 'Player', id }));
    expect(await media.graphql(query, { of, first: 5 })).toEqual({
      data: { _entities: [{ art: { nodes: [{ title: 'first' }] } }, { art: { nodes: [] } }] },
    });
    expect(refusal(await media.graphql(query, { of, first: 501 }))[0]).toBe('VALIDATION_FAILED');
  });

  it('of an owner whose account id tells a time is found by the id that others know, and by no other', async () => {
    const ann = { ...player(), subject: uuidv7() };
    await added(ann, 'first');
    const seen = async (playerId: string) =>
      (await media.graphql<{ playerArt: { nodes: Art[] } }>(THEIRS, { playerId, first: 10 })).data!.playerArt.nodes
        .length;
    expect(await seen(`00000000-0000-8${ann.subject.slice(15)}`)).toBe(1);
    expect(await seen(ann.subject)).toBe(0);
  });

  it('has bounded arguments', async () => {
    const ann = player();
    for (const variables of [{ first: 0 }, { first: 501 }, { first: 5, after: 'x' }])
      expect(refusal(await media.graphql(MINE, variables, ann))[0]).toBe('VALIDATION_FAILED');
    expect(refusal(await media.graphql(THEIRS, { playerId: 'zoe', first: 5 }))[0]).toBe('VALIDATION_FAILED');
    expect(refusal(await media.graphql(MINE, { first: 5 }, guest()))).toEqual(['UNAUTHENTICATED']);
  });

  it('is put in order; works that are not named follow', async () => {
    const ann = player();
    const [a, b, c] = [await added(ann, 'a'), await added(ann, 'b'), await added(ann, 'c')];
    expect((await media.graphql(ORDER, { ids: [a.id, c.id, b.id] }, ann)).data).toEqual({ orderArt: true });
    expect(await titles(ann)).toEqual(['a', 'c', 'b']);
    await media.graphql(ORDER, { ids: [b.id.toUpperCase()] }, ann);
    expect(await titles(ann)).toEqual(['b', 'a', 'c']);
    await added(ann, 'd');
    expect(await titles(ann)).toEqual(['d', 'b', 'a', 'c']);
    const foreign = await added(player());
    expect(refusal(await media.graphql(ORDER, { ids: [a.id, foreign.id] }, ann))).toEqual([
      'VALIDATION_FAILED',
      'ids UNKNOWN_ART',
    ]);
    expect(refusal(await media.graphql(ORDER, { ids: [a.id, a.id] }, ann))).toEqual([
      'VALIDATION_FAILED',
      'ids NAMED_TWICE',
    ]);
    expect(refusal(await media.graphql(ORDER, { ids: ['a'] }, ann))[0]).toBe('VALIDATION_FAILED');
    expect(await titles(ann)).toEqual(['d', 'b', 'a', 'c']);
  });

  it('keeps its order when works are added at once', async () => {
    const ann = player();
    await Promise.all(['a', 'b', 'c', 'd'].map((title) => added(ann, title)));
    const rows = await media.database.query<{ position: number }[]>(
      'SELECT position FROM art_items WHERE owner_id = $1 ORDER BY 1',
      [ann.subject],
    );
    expect(rows.map(({ position }) => position)).toEqual([-4, -3, -2, -1]);
  });

  it('loses a work that its owner, and no one else, removes', async () => {
    const [ann, bob] = [player(), player()];
    const art = await added(ann);
    expect(refusal(await media.graphql(REMOVE, { id: art.id }, bob))).toEqual(['NOT_FOUND']);
    expect((await media.graphql(REMOVE, { id: art.id }, ann)).data).toEqual({ removeArt: true });
    expect(await titles(ann)).toEqual([]);
    for (const id of [art.id, 'x']) expect(refusal(await media.graphql(REMOVE, { id }, ann))).toEqual(['NOT_FOUND']);
  });

  it('keeps its pictures from the sweeper, until the last work with a picture is removed', async () => {
    const ann = player();
    const { id, pictureId } = await added(ann);
    const again = (await add({ imageUrl: `/objects/${pictureId}`, title: 'The same again' }, ann)).data!.addArt;
    const uses = [await isUnused(pictureId)];
    for (const art of [id, again.id]) {
      await media.graphql(REMOVE, { id: art }, ann);
      uses.push(await isUnused(pictureId));
    }
    expect(uses).toEqual([false, false, true]);
  });

  it('goes with its account', async () => {
    const [ann, bob] = [player(), player()];
    const art = await added(ann);
    await added(bob);
    await media.graphql(VIEW, { id: art.id }, bob);
    await media.publish(eventOf(accountErased, { accountId: ann.subject }));
    await eventually(async () => expect(await titles(ann)).toEqual([]));
    expect(await media.database.query('SELECT FROM art_items WHERE owner_id = $1', [ann.subject])).toEqual([]);
    expect(await media.database.query('SELECT FROM art_views WHERE art_id = $1', [art.id])).toEqual([]);
    expect(refusal(await media.graphql(VIEW, { id: art.id }, bob))).toEqual(['NOT_FOUND']);
    expect(refusal(await add({ imageUrl: `/objects/${art.pictureId}`, title: 'Back again' }, ann))).toEqual([
      'UNAUTHENTICATED',
    ]);
    await media.sweep();
    expect((await media.get(`/objects/${art.pictureId}`)).status).toBe(404);
    expect(await titles(bob)).toEqual(['A wall']);
  });
});

describe('views', () => {
  const view = async (id: string, as?: Identity) =>
    (await media.graphql<{ viewArt: { views: number } }>(VIEW, { id }, as)).data!.viewArt.views;

  it('count each viewer once, and not the owner [ENT-18]', async () => {
    const [ann, bob, someone] = [player(), player(), guest()];
    const { id } = await added(ann);
    expect([
      await view(id, ann),
      await view(id, bob),
      await view(id, bob),
      await view(id, ann),
      await view(id, someone),
      await view(id, someone),
    ]).toEqual([0, 1, 1, 1, 2, 2]);
    const { subject: _, ...atHome } = { ...guest(), address: '198.51.100.7' };
    expect([
      await view(id, atHome),
      await view(id, { ...atHome }),
      await view(id, { ...atHome, address: '198.51.100.1' }),
    ]).toEqual([3, 3, 4]);
    expect((await mine(ann)).nodes).toMatchObject([{ views: 4 }]);
  });

  it('of guests and of accounts that no one has proven count by network address and day, whatever session they open', async () => {
    const { id } = await added(player());
    const from = (address: string): Identity => ({ ...guest(), address });
    expect([
      await view(id, from('198.51.100.1')),
      await view(id, from('198.51.100.1')),
      await view(id, from('2001:db8:1:2::/64')),
      await view(id, from('2001:db8:1:2::/64')),
    ]).toEqual([1, 1, 2, 2]);
    expect(await view(id, { ...player(), status: 'pending', address: '198.51.100.1' })).toBe(2);
    expect(await view(id, { ...player(), address: '198.51.100.1' })).toBe(3);
    const kept = JSON.stringify(await media.database.query('SELECT * FROM art_views'));
    expect(kept).not.toContain('198.51.100.1');
  });

  it('count once when one viewer looks many times at once, and all when many do', async () => {
    const { id } = await added(player());
    const bob = player();
    await Promise.all(Array.from({ length: 8 }, () => view(id, bob)));
    await Promise.all(Array.from({ length: 8 }, () => view(id, player())));
    expect(await view(id, bob)).toBe(9);
  });

  it('count again on another day, and nothing of a day that is over is kept', async () => {
    const { id } = await added(player());
    const bob = player();
    await view(id, bob);
    const [seen] = await media.database.query<{ viewer: string }[]>('SELECT viewer FROM art_views WHERE art_id = $1', [
      id,
    ]);
    expect(seen!.viewer).not.toContain(bob.subject);
    // What was noted today is made the day before yesterday's: under its hash of that day.
    await media.database.query(`UPDATE art_views SET viewer = 'that day''s hash', day = day - 2 WHERE art_id = $1`, [
      id,
    ]);
    // More than one statement deletes.
    await media.database.query(
      `INSERT INTO art_views SELECT $1, n, current_date - 3 FROM generate_series(1, 10010) AS n`,
      [id],
    );
    expect(await view(id, bob)).toBe(2);
    await media.sweep();
    expect(
      await media.database.query(
        'SELECT day = (now() AT TIME ZONE $2)::date AS today FROM art_views WHERE art_id = $1',
        [id, 'UTC'],
      ),
    ).toEqual([{ today: true }]);
  });

  it('are of works that are there', async () => {
    for (const id of [uuidv7(), 'x'])
      expect(refusal(await media.graphql(VIEW, { id }, guest()))).toEqual(['NOT_FOUND']);
  });
});
