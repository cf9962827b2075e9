import { accountErased, contentModerated } from '@sprayhunt/contracts';
import { type Identity, uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

interface Page {
  changes: {
    nodes: {
      cursor: string;
      kind: string;
      id: string;
      at: string;
      work: { title: string | null } | null;
      wall: { name: string } | null;
    }[];
    pageInfo: { hasNextPage: boolean; endCursor: string };
  } | null;
}
const CHANGES = `query ($since: String, $first: Int!, $kinds: [String!], $bbox: [Float!]) {
  changes(since: $since, first: $first, kinds: $kinds, bbox: $bbox) { nodes { cursor kind id at work { title } wall {
    name } } pageInfo { hasNextPage endCursor } } }`;
const asked = (variables: object, caller?: Identity) =>
  discovery.graphql<Page>(CHANGES, { first: 50, ...variables }, caller);
const read = async (variables: object = {}, caller?: Identity) => (await asked(variables, caller)).data!.changes!;
const codeOf = async (variables: object, caller?: Identity) =>
  (await asked(variables, caller)).errors?.[0]?.extensions?.['code'];

const partner = (...scopes: string[]): Identity => ({ kind: 'partner', subject: uuidv7(), scopes });

async function newWork(as: Identity, title: string): Promise<string> {
  const { data } = await discovery.graphql<{ createDiscovery: { id: string } }>(
    'mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }',
    { input: { latitude: 11 + Math.random(), longitude: 12, title } },
    as,
  );
  return data!.createDiscovery.id;
}

const newWall = async () => {
  const id = uuidv7();
  await discovery.database.query(
    `INSERT INTO legal_walls (id, name, city, country, address, description, latitude, longitude, catalogue,
      catalogue_id) VALUES ($1::uuid, 'Tunnel', 'Ghent', 'Belgium', 'A lane', 'Long', 51, 3, 'c', $1::text)`,
    [id],
  );
  return id;
};

describe('changes', () => {
  it('bring works and walls as they are now, read on from the last cursor', async () => {
    const author = player();
    const { pageInfo: before } = await read();
    expect(before.endCursor).toEqual(expect.any(String));
    const [work, wall] = [await newWork(author, 'Ibis'), await newWall()];
    const seen = await eventually(async () => {
      const page = await read({ since: before.endCursor });
      expect(page.nodes).toHaveLength(2);
      return page;
    });
    expect(seen.nodes).toEqual(
      expect.arrayContaining([
        {
          cursor: expect.any(String),
          kind: 'work.created',
          id: work,
          at: expect.stringMatching(/Z$/),
          work: { title: 'Ibis' },
          wall: null,
        },
        {
          cursor: expect.any(String),
          kind: 'wall.created',
          id: wall,
          at: expect.stringMatching(/Z$/),
          work: null,
          wall: { name: 'Tunnel' },
        },
      ]),
    );
    expect(await read({ since: seen.nodes[0]!.cursor })).toMatchObject({
      nodes: [{ id: seen.nodes[1]!.id }],
      pageInfo: { hasNextPage: false, endCursor: seen.pageInfo.endCursor },
    });
    expect(await read({ since: before.endCursor, first: 1 })).toMatchObject({
      nodes: [{}],
      pageInfo: { hasNextPage: true, endCursor: seen.nodes[0]!.cursor },
    });
    expect((await read({ since: seen.pageInfo.endCursor })).nodes).toEqual([]);
    expect((await read({ since: new Date(Date.now() - 3_600_000).toISOString() })).nodes.map(({ id }) => id)).toEqual(
      expect.arrayContaining([work, wall]),
    );
  });

  it('of an erased player, and of works that moderators removed, are only ids', async () => {
    const author = player();
    const { pageInfo } = await read();
    const [taken, erased] = [await newWork(author, 'Taken'), await newWork(author, 'Erased')];
    await discovery.publish(eventOf(contentModerated, { kind: 'work', contentId: taken, state: 'hidden', version: 1 }));
    await eventually(async () => expect((await read({ since: pageInfo.endCursor })).nodes).toHaveLength(3));
    await discovery.publish(eventOf(accountErased, { accountId: author.subject }));
    const { nodes } = await eventually(async () => {
      const page = await read({ since: pageInfo.endCursor });
      expect(page.nodes).toHaveLength(4);
      return page;
    });
    expect(nodes.map(({ kind, id, work }) => ({ kind, id, work }))).toEqual([
      { kind: 'work.created', id: taken, work: null },
      { kind: 'work.created', id: erased, work: null },
      { kind: 'work.removed', id: taken, work: null },
      { kind: 'work.removed', id: erased, work: null },
    ]);
    expect(JSON.stringify(nodes)).not.toContain(author.subject);
  });

  it('are given to partners by the scopes of their tokens', async () => {
    await newWall();
    const kindsOf = async (caller?: Identity) =>
      new Set((await read({}, caller)).nodes.map(({ kind }) => kind.split('.')[0]));
    await eventually(async () =>
      expect(await kindsOf(partner('discoveries:read', 'walls:read'))).toEqual(new Set(['work', 'wall'])),
    );
    const ids = (caller: Identity, kinds?: string[]) =>
      discovery.graphql<Page>(
        'query ($kinds: [String!]) { changes(first: 50, kinds: $kinds) { nodes { kind id } pageInfo { endCursor } } }',
        { kinds },
        caller,
      );
    const walls = (await ids(partner('walls:read'))).data!.changes!.nodes;
    expect(new Set(walls.map(({ kind }) => kind))).toEqual(new Set(['wall.created']));
    expect((await ids(partner('walls:read'), ['work.removed'])).errors![0]).toMatchObject({
      message: 'work.removed needs the scope discoveries:read, which this token does not have.',
      extensions: { code: 'SCOPE_MISSING' },
    });
    const parts = [
      ['walls:read', 'wall', 'work'],
      ['discoveries:read', 'work', 'wall'],
    ] as const;
    for (const [scope, shown, withheld] of parts) {
      const { nodes } = await read({}, partner(scope));
      expect(nodes.filter((node) => node[shown] !== null).length).toBeGreaterThan(0);
      expect(nodes.filter((node) => node[withheld] !== null)).toEqual([]);
    }
    expect(await codeOf({}, partner('art:read'))).toBe('SCOPE_MISSING');
    expect(await kindsOf(partner('discoveries:read', 'walls:read'))).toEqual(await kindsOf());
  });

  it.each([
    ['since', { since: 'nowhere' }],
    ['since', { since: 'x'.repeat(101) }],
    ['since', { since: Buffer.from('[-1]').toString('base64url') }],
    ['first', { first: 0 }],
    ['first', { first: 501 }],
    ['kinds', { kinds: [] }],
    ['kinds.0', { kinds: ['work.painted'] }],
    ['bbox', { bbox: [1, 2, 3] }],
    ['bbox', { bbox: [0, 10, 1, 5] }],
    ['bbox.1', { bbox: [0, 91, 1, 92] }],
  ])('are refused with the name of %s: %j', async (field, variables) => {
    const { errors } = await asked(variables);
    expect(errors![0]!.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });

  it('of more than thirty days ago are refused, with the way to start again', async () => {
    expect(await codeOf({ since: new Date(Date.now() - 31 * 86_400_000).toISOString() })).toBe('CHANGES_EXPIRED');
    expect(await codeOf({ since: new Date(Date.now() - 29 * 86_400_000).toISOString() })).toBeUndefined();
  });
});
