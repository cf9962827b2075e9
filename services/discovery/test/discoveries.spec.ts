import { discoveryCreated, discoveryLiked, mediaReady, membershipChanged } from '@sprayhunt/contracts';
import { type Identity, newPictureId, Outbox, uuidv7 } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { type GraphQLResult, eventOf, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

const ALL = `id title description artistName latitude longitude address imageUrl thumbhash pinType emojiPin emojiType userRole
  isFreshArt status year source sourceUrl licence likes liked tokensAwarded createdAt distance`;
const CREATE = `mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { ${ALL} } }`;
const ONE = `query ($id: ID!) { discovery(id: $id) { ${ALL} } }`;
const NEARBY = `query ($latitude: Float!, $longitude: Float!, $radius: Int, $first: Int!, $after: String) {
  discoveriesNearby(latitude: $latitude, longitude: $longitude, radius: $radius, first: $first, after: $after) {
    nodes { id title distance liked } edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }`;
const MINE = `query ($first: Int!, $after: String) { myDiscoveries(first: $first, after: $after) {
  nodes { id title } pageInfo { hasNextPage endCursor } } }`;
const LIKE = `mutation ($id: ID!) { likeDiscovery(id: $id) { id likes liked } }`;
const UNLIKE = `mutation ($id: ID!) { unlikeDiscovery(id: $id) { id likes liked } }`;

interface Discovery {
  id: string;
  title: string | null;
  likes: number;
  liked: boolean;
  tokensAwarded: number;
  imageUrl: string | null;
  [field: string]: unknown;
}
interface Connection {
  nodes: { id: string; title: string | null; distance: number; liked: boolean }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const verified = player();
const place = { latitude: -28.0167, longitude: 153.4 };

const create = async (input: object, as = verified, headers = {}) => {
  const result = await discovery.graphql<{ createDiscovery: Discovery }>(
    CREATE,
    { input: { ...place, ...input } },
    as,
    headers,
  );
  return { ...result, discovery: result.data?.createDiscovery as Discovery };
};
const one = async (id: string, as?: ReturnType<typeof player>) =>
  (await discovery.graphql<{ discovery: Discovery | null }>(ONE, { id }, as)).data!.discovery;
const nearby = async (variables: object, as?: ReturnType<typeof player>) =>
  (await discovery.graphql<{ discoveriesNearby: Connection }>(NEARBY, { ...place, first: 100, ...variables }, as)).data!
    .discoveriesNearby;
const codeOf = ({ errors }: GraphQLResult<unknown>) => errors?.[0]?.extensions.code;
const fieldsOf = ({ errors }: GraphQLResult<unknown>) => errors?.[0]?.extensions.fields?.map(({ field }) => field);
const createdOf = async (id: string) =>
  (await discovery.published(discoveryCreated)).filter(({ discoveryId }) => discoveryId === id);

describe('creating a discovery', () => {
  it('returns all of it and publishes it in the same transaction [MAPD-16 DOCM-43 ENT-14]', async () => {
    const { discovery: made } = await create({ title: ' Ibis ', description: 'A bird', artistName: 'Someone' });
    expect(made).toMatchObject({
      title: 'Ibis',
      description: 'A bird',
      artistName: 'Someone',
      ...place,
      address: '-28.016700, 153.400000',
      imageUrl: null,
      pinType: 'location',
      emojiType: 'Location',
      userRole: 'photographer',
      isFreshArt: false,
      status: 'standing',
      likes: 0,
      liked: false,
      tokensAwarded: 50,
      distance: null,
    });
    expect(await createdOf(made.id)).toEqual([
      {
        discoveryId: made.id,
        playerId: verified.subject,
        role: 'photographer',
        pinType: 'location',
        isFreshArt: false,
        tokens: 50,
        xp: 15,
        ...place,
        title: 'Ibis',
        pictureId: null,
        hasDescription: true,
        createdAt: made['createdAt'],
        atLegalWall: false,
      },
    ]);
  });

  it('an artist earns 150, fresh or not; a photographer is never fresh [DOCM-44 DOCM-09]', async () => {
    expect((await create({ userRole: 'artist', isFreshArt: true })).discovery).toMatchObject({
      tokensAwarded: 150,
      isFreshArt: true,
    });
    expect((await create({ userRole: 'artist' })).discovery).toMatchObject({ tokensAwarded: 150, isFreshArt: false });
    expect((await create({ userRole: 'photographer', isFreshArt: true })).discovery).toMatchObject({
      tokensAwarded: 50,
      isFreshArt: false,
    });
  });

  it('Pro follows the highest version, whatever the clocks of the publishers show', async () => {
    const member = player();
    const publish = (pro: boolean, version: number | undefined, time: number) =>
      discovery.publish(
        eventOf(membershipChanged, { accountId: member.subject, pro, until: null, version }, new Date(time)),
      );
    const isPro = async () =>
      (
        await discovery.database.query<{ pro: boolean }[]>('SELECT pro FROM pro_members WHERE account_id = $1', [
          member.subject,
        ])
      ).map(({ pro }) => pro);
    const now = Date.now();
    await publish(false, 7, now);
    await eventually(async () => expect(await isPro()).toEqual([false]));
    await publish(true, 8, now - 60_000);
    await eventually(async () => expect(await isPro()).toEqual([true]));
    await publish(false, 6, now);
    // A publisher of the former release has no version: its time counts, and the version stays known.
    await publish(false, undefined, now + 1);
    await eventually(async () => expect(await isPro()).toEqual([false]));
    await publish(true, 9, now - 60_000);
    await eventually(async () => expect(await isPro()).toEqual([true]));
  });

  it('Pro earns double, until it ends, and the newest fact counts [DOCM-45]', async () => {
    const member = player();
    const say = (pro: boolean, until: Date | null, time: Date) =>
      discovery.publish(
        eventOf(membershipChanged, { accountId: member.subject, pro, until: until?.toISOString() ?? null }, time),
      );
    const earns = async () => (await create({}, member)).discovery.tokensAwarded;
    const now = Date.now();
    await say(true, new Date(now + 60_000), new Date(now));
    await eventually(async () => expect(await earns()).toBe(100));
    expect((await create({ userRole: 'artist' }, member)).discovery.tokensAwarded).toBe(300);
    await say(false, null, new Date(now - 60_000));
    await say(true, new Date(now - 1), new Date(now + 1));
    await eventually(async () => expect(await earns()).toBe(50));
    await say(true, null, new Date(now + 2));
    await eventually(async () => expect(await earns()).toBe(100));
  });

  it('says whether it is within 150 m of a legal wall', async () => {
    await discovery.database.query(
      `INSERT INTO legal_walls (id, name, city, country, address, description, latitude, longitude, catalogue,
        catalogue_id) VALUES (gen_random_uuid(), 'A', 'B', 'C', 'D', 'E', 60, 10, 'test', 'north')`,
    );
    // A degree of latitude is 111.2 km, one of longitude half of it here.
    for (const [latitude, longitude, expected] of [
      [60, 10, true],
      [60.00134, 10, true],
      [60.00136, 10, false],
      [60, 10.00268, true],
      [60, 10.00272, false],
      [60.0011, 10.0022, false],
    ] as const) {
      const { discovery: made } = await create({ latitude, longitude }, player());
      expect([latitude, longitude, (await createdOf(made.id))[0]!.atLegalWall]).toEqual([
        latitude,
        longitude,
        expected,
      ]);
    }
  });

  it('stores nothing of a discovery that it cannot publish', async () => {
    const ann = player();
    const failing = jest.spyOn(discovery.app.get(Outbox), 'addMany').mockRejectedValueOnce(new Error('no outbox'));
    expect(codeOf(await discovery.graphql(CREATE, { input: place }, ann))).toBe('INTERNAL');
    failing.mockRestore();
    const stored = `SELECT FROM discoveries WHERE player_id = $1 UNION ALL SELECT FROM discovery_counts
      WHERE player_id = $1`;
    expect(await discovery.database.query(stored, [ann.subject])).toEqual([]);
  });

  it('needs a verified player [SIGN-19]', async () => {
    const before = (await discovery.published(discoveryCreated)).length;
    expect(codeOf(await create({}, player({ status: 'pending' })))).toBe('CONTACT_NOT_VERIFIED');
    expect(codeOf(await discovery.graphql(CREATE, { input: place }))).toBe('UNAUTHENTICATED');
    expect(codeOf(await discovery.graphql(CREATE, { input: place }, { kind: 'partner', subject: uuidv7() }))).toBe(
      'SCOPE_MISSING',
    );
    // A scope of players, by their consent: no client has it for itself.
    expect(
      codeOf(
        await discovery.graphql(
          CREATE,
          { input: place },
          { kind: 'partner', subject: uuidv7(), scopes: ['discoveries:write'] },
        ),
      ),
    ).toBe('FORBIDDEN');
    expect((await discovery.published(discoveryCreated)).length).toBe(before);
  });

  it('keeps by which program of a partner it came, which the player, moderators and operators are told, and the export has', async () => {
    const [ann, app] = [player(), uuidv7()];
    const through = (client: string): Identity => ({ ...ann, client, scopes: ['discoveries:write'] });
    const made = await discovery.graphql<{ createDiscovery: { id: string } }>(
      CREATE,
      { input: { ...place, title: uuidv7() } },
      through(app),
    );
    const { id } = made.data!.createDiscovery;
    const own = await discovery.graphql<{ createDiscovery: { id: string } }>(
      CREATE,
      { input: { ...place, title: uuidv7() } },
      ann,
    );
    const told = async (as?: Identity) => {
      const of = [id, own.data!.createDiscovery.id].map((one) => ({ __typename: 'Discovery', id: one }));
      const { data } = await discovery.graphql<{ _entities: { appId: string | null }[] }>(
        'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Discovery { appId } } }',
        { of },
        as,
      );
      return data!._entities.map(({ appId }) => appId);
    };
    const withRole = (role: string): Identity => ({ ...player(), roles: [role] });
    const strangers: (Identity | undefined)[] = [
      undefined,
      player(),
      withRole('organiser'),
      { kind: 'partner', subject: app, scopes: ['discoveries:read'] },
    ];
    for (const as of [ann, through(app), withRole('moderator'), withRole('operator')] as Identity[])
      expect(await told(as)).toEqual([as.client === undefined ? app : null, null]);
    for (const as of strangers) expect(await told(as)).toEqual([null, null]);
    const { discoveries } = (await (await discovery.personalData(ann)).json()) as {
      discoveries: { id: string; appId: string | null }[];
    };
    expect(discoveries.map((work) => [work.id, work.appId]).sort()).toEqual(
      [
        [id, app],
        [own.data!.createDiscovery.id, null],
      ].sort(),
    );
  });

  it('names each field that is wrong', async () => {
    const result = await create({
      latitude: 91,
      longitude: -200,
      title: 'x'.repeat(121),
      artistName: 'x'.repeat(121),
      description: 'x'.repeat(2_001),
    });
    expect(codeOf(result)).toBe('VALIDATION_FAILED');
    expect(fieldsOf(result)!.sort()).toEqual(['artistName', 'description', 'latitude', 'longitude', 'title']);
  });

  it.each([
    [{ latitude: 5e-324 }, ['latitude']],
    [{ longitude: -1e-308 }, ['longitude']],
  ])('names a coordinate that is next to nothing: %o', async (input, fields) => {
    const result = await create(input);
    expect([codeOf(result), fieldsOf(result)]).toEqual(['VALIDATION_FAILED', fields]);
  });

  it('takes an empty name and a description of any content [MAPD-10 DOCM-35]', async () => {
    const description = "<script>alert(1)</script> ' OR 1=1; -- 😀";
    expect((await create({ title: '   ', description })).discovery).toMatchObject({ title: null, description });
    expect((await create({ description: '😀'.repeat(1_000) })).discovery['description']).toHaveLength(2_000);
  });

  it('returns the first discovery when a request with the same key comes again, also at the same time', async () => {
    const headers = { 'idempotency-key': uuidv7() };
    const made = await Promise.all(Array.from({ length: 6 }, () => create({ title: 'Once' }, verified, headers)));
    const again = await create({ title: 'Once' }, verified, headers);
    const ids = new Set([...made, again].map((result) => result.discovery.id));
    expect(ids.size).toBe(1);
    expect(await createdOf([...ids][0]!)).toHaveLength(1);
    const other = await create({ title: 'Once' }, player(), headers);
    expect(ids.has(other.discovery.id)).toBe(false);
  });

  it('shows the player’s own picture, and refuses any other', async () => {
    const pictureId = newPictureId();
    await discovery.publish(
      eventOf(mediaReady, {
        pictureId,
        ownerId: verified.subject,
        purpose: 'discovery',
        width: 4,
        height: 3,
        thumbhash: 'aGk=',
        bytes: 9,
      }),
    );
    const made = await create({ imageUrl: `https://play.example/api/uploads/${pictureId}?token=abc` });
    expect(made.discovery).toMatchObject({ imageUrl: `/objects/${pictureId}`, thumbhash: 'aGk=' });
    expect((await createdOf(made.discovery.id))[0]).toMatchObject({ pictureId });
    expect((await create({ imageUrl: `/objects/${pictureId}` })).discovery.imageUrl).toBe(`/objects/${pictureId}`);
    for (const [imageUrl, as] of [
      [`/objects/${pictureId}`, player()],
      ['https://elsewhere.example/a.jpg', verified],
    ] as const) {
      const refused = await create({ imageUrl }, as);
      expect(refused.errors![0]!.extensions.fields).toMatchObject([{ field: 'imageUrl', code: 'PICTURE_NOT_YOURS' }]);
    }
  });
});

describe('lists', () => {
  it('nearest first, page by page, with metres [REST-09]', async () => {
    const ids: string[] = [];
    for (const east of [0.02, 0, 0.01, 0.03])
      ids.push((await create({ latitude: 12, longitude: 20 + east, title: `${east}` })).discovery.id);
    const near = { latitude: 12, longitude: 20, radius: 5_000 };
    const first = await nearby({ ...near, first: 2 });
    expect(first.nodes.map(({ title }) => title)).toEqual(['0', '0.01']);
    expect(first.nodes[0]!.distance).toBe(0);
    expect(first.nodes[1]!.distance).toBeCloseTo(1_087.6, 0);
    expect(first.pageInfo).toEqual({ hasNextPage: true, endCursor: first.edges[1]!.cursor });
    const second = await nearby({ ...near, first: 2, after: first.pageInfo.endCursor });
    expect(second.nodes.map(({ title }) => title)).toEqual(['0.02', '0.03']);
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect((await nearby({ ...near, first: 500, radius: 1_100 })).nodes).toHaveLength(2);
  });

  it('are empty where there is nothing', async () => {
    expect(await nearby({ latitude: 40, longitude: -140 })).toEqual({
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });

  it.each([
    [{ first: 0 }, 'first'],
    [{ first: 501 }, 'first'],
    [{ radius: 0 }, 'radius'],
    [{ radius: 50_001 }, 'radius'],
    [{ latitude: 90.5 }, 'latitude'],
    [{ longitude: 181 }, 'longitude'],
    [{ after: 'nonsense' }, 'after'],
  ])('refuse %o', async (variables, field) => {
    const result = await discovery.graphql(NEARBY, { ...place, first: 10, ...variables });
    expect(codeOf(result)).toBe('VALIDATION_FAILED');
    expect(fieldsOf(result)).toEqual([field]);
  });

  it.each([
    'latitude: 1e400, longitude: 2',
    'latitude: 1, longitude: -1e400',
    'latitude: 5e-324, longitude: 2',
    'latitude: 1, longitude: 5e-324',
  ])('refuse %s, as a program may write it', async (at) => {
    for (const list of ['discoveriesNearby', 'legalWallsNearby']) {
      const result = await discovery.graphql(`{ ${list}(${at}, first: 1) { nodes { id } } }`);
      expect([codeOf(result), fieldsOf(result)]).toEqual([
        'VALIDATION_FAILED',
        [/e-?\d+, /.test(at) ? 'latitude' : 'longitude'],
      ]);
    }
  });

  it('need an identity that the gateway signed', async () => {
    expect(await discovery.graphql(NEARBY, { ...place, first: 1 }, undefined, { authorization: '' })).toMatchObject({
      statusCode: 401,
      code: 'UNAUTHENTICATED',
    });
  });

  it('reach 5000 metres where no radius is given [CONST-07]', async () => {
    await create({ latitude: 50, longitude: 60, title: 'here' });
    await create({ latitude: 50.044, longitude: 60, title: 'inside' });
    await create({ latitude: 50.046, longitude: 60, title: 'outside' });
    expect((await nearby({ latitude: 50, longitude: 60 })).nodes.map(({ title }) => title)).toEqual(['here', 'inside']);
  });

  it('the caller’s own, newest first, and no one else’s [REST-26]', async () => {
    const me = player();
    for (const title of ['1', '2', '3']) await create({ title }, me);
    const mine = async (variables: object) =>
      (await discovery.graphql<{ myDiscoveries: Connection }>(MINE, variables, me)).data!.myDiscoveries;
    const first = await mine({ first: 2 });
    expect(first.nodes.map(({ title }) => title)).toEqual(['3', '2']);
    const second = await mine({ first: 2, after: first.pageInfo.endCursor });
    expect(second.nodes.map(({ title }) => title)).toEqual(['1']);
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect(codeOf(await discovery.graphql(MINE, { first: 2 }))).toBe('UNAUTHENTICATED');
  });

  it('one discovery is open to anyone; an unknown or odd id is null [MAPD-39]', async () => {
    const { discovery: made } = await create({ title: 'Open' });
    expect(await one(made.id)).toMatchObject({ title: 'Open' });
    expect(await one(uuidv7())).toBeNull();
    expect(await one('nonsense')).toBeNull();
  });

  it('have every field nearby, as the caller sees it', async () => {
    const at = { latitude: -41, longitude: 174.8 };
    const input = {
      ...at,
      title: 'Say "kia ora" 😀',
      description: 'x'.repeat(1_500),
      userRole: 'artist',
      isFreshArt: true,
      pinType: 'hot_spot',
    };
    const { discovery: liked } = await create(input);
    await create({ ...at, latitude: -41.001 });
    const fan = player();
    await discovery.graphql(LIKE, { id: liked.id }, fan);
    const imported = { year: 1999, status: 'gone', source: 'S', sourceUrl: 'https://s.example', licence: 'L' };
    await discovery.database.query(
      `UPDATE discoveries SET year = 1999, status = 'gone', source = 'S', source_url = 'https://s.example',
        licence = 'L' WHERE id = $1`,
      [liked.id],
    );
    const list = `query ($latitude: Float!, $longitude: Float!) {
      discoveriesNearby(latitude: $latitude, longitude: $longitude, first: 1) {
      nodes { ${ALL} } } }`;
    for (const as of [undefined, fan]) {
      type Nodes = { discoveriesNearby: { nodes: object[] } };
      const { data } = await discovery.graphql<Nodes>(list, at, as);
      expect(data!.discoveriesNearby.nodes).toEqual([
        { ...liked, ...input, ...imported, likes: 1, liked: as !== undefined, emojiType: 'Hot Spot', distance: 0 },
      ]);
    }
  });

  it('references from other services are read in one statement', async () => {
    const ids = [(await create({ title: 'A' })).discovery.id, (await create({ title: 'B' })).discovery.id];
    const before = await selects();
    const result = await discovery.graphql<{ _entities: ({ title: string } | null)[] }>(
      `query ($all: [_Any!]!) { _entities(representations: $all) { ... on Discovery { title } } }`,
      { all: [ids[1], uuidv7(), ids[0]].map((id) => ({ __typename: 'Discovery', id })) },
      verified,
    );
    expect(result.data!._entities.map((entity) => entity?.title ?? null)).toEqual(['B', null, 'A']);
    expect((await selects()) - before).toBe(1);
  });

  it('know the account of who documented each, in lists too', async () => {
    const spot = { latitude: 12.5, longitude: 13.5 };
    const bea = player();
    const works = [await create({ title: 'A', ...spot }), await create({ title: 'B', ...spot }, bea)];
    const list = `query ($latitude: Float!, $longitude: Float!) {
      discoveriesNearby(latitude: $latitude, longitude: $longitude, first: 10) { nodes { id finderId } } }`;
    const { data } = await discovery.graphql<{ discoveriesNearby: { nodes: { id: string; finderId: string }[] } }>(
      list,
      spot,
    );
    const finders = new Map(data!.discoveriesNearby.nodes.map(({ id, finderId }) => [id, finderId]));
    expect(works.map(({ discovery: { id } }) => finders.get(id))).toEqual([verified.subject, bea.subject]);
  });
});

/** How often the statement of discoveries by their ids has run; the service's own connections count it. */
let entityReads = 0;
async function selects(): Promise<number> {
  const pool = (discovery.database.driver as unknown as { master: { query: (...args: unknown[]) => unknown } }).master;
  if (!('counted' in pool)) {
    const query = pool.query.bind(pool);
    pool.query = (...args) => {
      if ((args[0] as { name?: string }).name === 'discoveries-by-ids') entityReads++;
      return query(...args);
    };
    Object.assign(pool, { counted: true });
  }
  return entityReads;
}

describe('likes', () => {
  const like = (id: string, as = verified) => discovery.graphql<{ likeDiscovery: Discovery }>(LIKE, { id }, as);
  const unlike = (id: string, as = verified) => discovery.graphql<{ unlikeDiscovery: Discovery }>(UNLIKE, { id }, as);

  it('are one per player and discovery, can be removed, and are published once [MAPD-35 MAPD-36]', async () => {
    const { discovery: made } = await create({});
    const fan = player();
    for (let i = 0; i < 2; i++)
      expect((await like(made.id, fan)).data!.likeDiscovery).toEqual({ id: made.id, likes: 1, liked: true });
    expect((await like(made.id)).data!.likeDiscovery.likes).toBe(2);
    for (let i = 0; i < 2; i++)
      expect((await unlike(made.id, fan)).data!.unlikeDiscovery).toEqual({ id: made.id, likes: 1, liked: false });
    expect((await like(made.id, fan)).data!.likeDiscovery.likes).toBe(2);
    const told = (await discovery.published(discoveryLiked)).filter(({ discoveryId }) => discoveryId === made.id);
    expect(told).toEqual([
      { discoveryId: made.id, playerId: fan.subject, ownerId: verified.subject, title: null },
      { discoveryId: made.id, playerId: verified.subject, ownerId: verified.subject, title: null },
    ]);
  });

  it('are counted correctly when many arrive at once', async () => {
    const { discovery: made } = await create({});
    const fans = Array.from({ length: 12 }, () => player());
    await Promise.all(fans.flatMap((fan) => [like(made.id, fan), like(made.id, fan)]));
    expect((await one(made.id))!.likes).toBe(12);
    await Promise.all(fans.slice(0, 5).flatMap((fan) => [unlike(made.id, fan), unlike(made.id, fan)]));
    expect((await one(made.id))!.likes).toBe(7);
  });

  it('show the caller their own in every list', async () => {
    const at = { latitude: 33, longitude: 44 };
    const { discovery: made } = await create(at);
    const fan = player();
    await like(made.id, fan);
    expect((await nearby(at, fan)).nodes).toMatchObject([{ liked: true }]);
    expect((await nearby(at)).nodes).toMatchObject([{ liked: false }]);
    expect((await nearby(at, verified)).nodes).toMatchObject([{ liked: false }]);
    expect(await one(made.id, fan)).toMatchObject({ liked: true, likes: 1 });
  });

  it('need a verified player and a discovery', async () => {
    expect(codeOf(await like(uuidv7()))).toBe('NOT_FOUND');
    expect(codeOf(await unlike(uuidv7()))).toBe('NOT_FOUND');
    expect(codeOf(await like('nonsense'))).toBe('NOT_FOUND');
    const { discovery: made } = await create({});
    expect(codeOf(await like(made.id, player({ status: 'pending' })))).toBe('CONTACT_NOT_VERIFIED');
    expect(codeOf(await discovery.graphql(LIKE, { id: made.id }))).toBe('UNAUTHENTICATED');
    expect((await one(made.id))!.likes).toBe(0);
  });
});

describe('legal walls', () => {
  const WALLS = `query ($latitude: Float!, $longitude: Float!, $first: Int!, $radius: Int) {
    legalWallsNearby(latitude: $latitude, longitude: $longitude, first: $first, radius: $radius) {
      nodes { id name city country address hours description latitude longitude source distance } pageInfo { hasNextPage
        } } }`;
  const walls = async (variables: object) =>
    (
      await discovery.graphql<{
        legalWallsNearby: {
          nodes: { name: string; hours: string | null; distance: number }[];
          pageInfo: { hasNextPage: boolean };
        };
      }>(WALLS, variables)
    ).data!.legalWallsNearby;

  beforeAll(async () => {
    await discovery.database.query(
      `INSERT INTO legal_walls (id, name, city, country, address, hours, description, latitude, longitude, catalogue,
        catalogue_id)
       SELECT gen_random_uuid(), 'Wall ' || n, 'Town', 'Land', 'Street ' || n, CASE
         WHEN n = 1 THEN 'Daylight' END, 'A wall', 10 + n * 0.2, 20, 'test', n
       FROM generate_series(1, 5) AS n`,
    );
  });

  it('are listed nearest first within 50000 metres [REST-12 ENT-16 CONST-08]', async () => {
    const near = await walls({ latitude: 10, longitude: 20, first: 10 });
    expect(near.nodes).toMatchObject([
      {
        name: 'Wall 1',
        city: 'Town',
        country: 'Land',
        address: 'Street 1',
        hours: 'Daylight',
        description: 'A wall',
        latitude: 10.2,
        longitude: 20,
      },
      { name: 'Wall 2', hours: null },
    ]);
    expect(near.nodes[0]!.distance).toBeCloseTo(22_239, 0);
  });

  it('reach as far as 500 km and no farther', async () => {
    expect(await walls({ latitude: 10, longitude: 20, first: 4, radius: 500_000 })).toMatchObject({
      nodes: { length: 4 },
      pageInfo: { hasNextPage: true },
    });
    expect(codeOf(await discovery.graphql(WALLS, { latitude: 10, longitude: 20, first: 4, radius: 500_001 }))).toBe(
      'VALIDATION_FAILED',
    );
  });
});

describe('the works of a player', () => {
  const OF = `query ($of: [_Any!]!, $first: Int!, $after: String) { _entities(representations: $of) { ... on Player {
    works(first: $first, after: $after) {
    nodes { title liked } pageInfo { hasNextPage endCursor } } } } }`;
  type Works = {
    nodes: { title: string; liked: boolean }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
  const ask = (
    id: string,
    {
      discoveries = 3,
      first = 10,
      after,
      as,
    }: { discoveries?: number | null; first?: number; after?: string; as?: ReturnType<typeof player> } = {},
  ) =>
    discovery.graphql<{ _entities: { works: Works }[] }>(
      OF,
      { of: [{ __typename: 'Player', id, discoveries }], first, after },
      as,
    );
  const titles = async (...given: Parameters<typeof ask>) =>
    (await ask(...given)).data!._entities[0]!.works.nodes.map(({ title }) => title);

  it('are a part of their page, newest first and page by page, with the likes of the viewer', async () => {
    const ann = player();
    for (const title of ['first', 'second', 'third']) await create({ title }, ann);
    const fan = player();
    const page = (await ask(ann.subject, { first: 2 })).data!._entities[0]!.works;
    expect(page.nodes.map(({ title }) => title)).toEqual(['third', 'second']);
    expect(page.pageInfo.hasNextPage).toBe(true);
    expect(await titles(ann.subject, { after: page.pageInfo.endCursor! })).toEqual(['first']);
    const mine = (await discovery.graphql<{ myDiscoveries: Connection }>(MINE, { first: 1 }, ann)).data!.myDiscoveries
      .nodes[0]!;
    await discovery.graphql(LIKE, { id: mine.id }, fan);
    expect((await ask(ann.subject, { as: fan })).data!._entities[0]!.works.nodes.map(({ liked }) => liked)).toEqual([
      true,
      false,
      false,
    ]);
    expect((await ask(ann.subject)).data!._entities[0]!.works.nodes.map(({ liked }) => liked)).toEqual([
      false,
      false,
      false,
    ]);
    expect(await titles(uuidv7())).toEqual([]);
  });

  it('are not shown where the player hides how many there are', async () => {
    const ann = player();
    await create({ title: 'first' }, ann);
    expect(await titles(ann.subject, { discoveries: null })).toEqual([]);
    expect(await titles(ann.subject)).toEqual(['first']);
  });

  it('of an older account are found by the id that others know, by no other, and by an index', async () => {
    const ann = { ...player(), subject: uuidv7() };
    await create({ title: 'first' }, ann);
    const known = `00000000-0000-8${ann.subject.slice(15)}`;
    expect(await titles(known)).toEqual(['first']);
    expect(await titles(ann.subject)).toEqual([]);
    const plan = await discovery.database.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<object[]>(
        `EXPLAIN SELECT id FROM discoveries WHERE public_id(player_id) = $1 AND public_id(player_id) <> player_id
          AND id < $2 ORDER BY id DESC LIMIT 5`,
        [known, uuidv7()],
      );
    });
    expect(JSON.stringify(plan)).toContain('discoveries_public_player');
  });

  it('have bounded arguments', async () => {
    for (const [id, options] of [
      [verified.subject, { first: 0 }],
      [verified.subject, { first: 501 }],
      [verified.subject, { after: 'x' }],
      ['zoe', {}],
    ] as const)
      expect(codeOf(await ask(id, options))).toBe('VALIDATION_FAILED');
  });
});
