import { uuidv7, type Identity } from '@sprayhunt/service-kit';
import { player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
let id: string;

beforeAll(async () => {
  discovery = await runDiscovery();
  const made = await discovery.graphql<{ createDiscovery: { id: string } }>(
    'mutation { createDiscovery(input: { title: "Crocodile", latitude: 45.5, longitude: -73.6 }) { id } }',
    {},
    player(),
  );
  id = made.data!.createDiscovery.id;
});
afterAll(() => discovery.stop());

const partner = (...scopes: string[]): Identity => ({ kind: 'partner', subject: uuidv7(), scopes });
const reads = partner('discoveries:read');
const ENTITIES = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Discovery { title } } }';

describe('partners', () => {
  it('read what their scopes open, page by page', async () => {
    const near = `{ discoveriesNearby(latitude: 45.5, longitude: -73.6, first: 5) { nodes { id title liked } pageInfo { hasNextPage
        } edges { cursor } } }`;
    expect(await discovery.graphql(near, {}, reads)).toMatchObject({
      data: {
        discoveriesNearby: { nodes: [{ id, title: 'Crocodile', liked: false }], pageInfo: { hasNextPage: false } },
      },
    });
  });

  it.each([
    [
      '{ legalWallsNearby(latitude: 45.5, longitude: -73.6, first: 5) { nodes { name } } }',
      'Query.legalWallsNearby needs the scope walls:read, which this token does not have.',
    ],
    [
      '{ walls: legalWallsNearby(latitude: 45.5, longitude: -73.6, first: 5) { __typename } }',
      'Query.legalWallsNearby needs the scope walls:read, which this token does not have.',
    ],
  ])('are told which scope %s needs', async (query, message) => {
    for (let time = 0; time < 3; time += 1)
      expect(await discovery.graphql(query, {}, reads)).toEqual({
        data: null,
        errors: [expect.objectContaining({ message, extensions: { code: 'SCOPE_MISSING' } })],
      });
  });

  it('are refused a nearby list also in the form that the page requests', async () => {
    const ofPage = `query ($latitude: Float!, $longitude: Float!, $first: Int!) {
        list: discoveriesNearby(latitude: $latitude, longitude: $longitude, first: $first) { nodes { id title
          } pageInfo { hasNextPage endCursor } } }`;
    const around = { latitude: 45.5, longitude: -73.6, first: 5 };
    expect(await discovery.graphql(ofPage, around, player())).toMatchObject({ data: { list: { nodes: [{ id }] } } });
    expect(await discovery.graphql(ofPage, around, reads)).toMatchObject({ data: { list: { nodes: [{ id }] } } });
    expect(await discovery.graphql(ofPage, around, partner('walls:read'))).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'SCOPE_MISSING' } }],
    });
  });

  it('get no field of an entity without its scope', async () => {
    const of = [{ __typename: 'Discovery', id }];
    expect(await discovery.graphql(ENTITIES, { of }, reads)).toEqual({ data: { _entities: [{ title: 'Crocodile' }] } });
    expect(await discovery.graphql(ENTITIES, { of }, partner('walls:read'))).toMatchObject({
      errors: [{ extensions: { code: 'SCOPE_MISSING' } }],
    });
  });

  it.each([
    '{ myDiscoveries(first: 5) { nodes { id } } }',
    'mutation ($id: ID!) { likeDiscovery(id: $id) { likes } }',
    '{ _service { sdl } }',
  ])('cannot ask for %s, whatever scopes they have', async (query) => {
    const result = await discovery.graphql(
      query,
      query.includes('$id') ? { id } : {},
      partner('discoveries:read', 'walls:read', 'players:read', 'art:read'),
    );
    expect(result).toMatchObject({ data: null, errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });

  it('take nothing away from guests and players, whose document has been refused to a partner', async () => {
    const one = 'query ($id: ID!) { discovery(id: $id) { title } }';
    expect(await discovery.graphql(one, { id }, partner())).toMatchObject({
      errors: [{ extensions: { code: 'SCOPE_MISSING' } }],
    });
    for (const caller of [undefined, player({ status: 'pending' })])
      expect(await discovery.graphql(one, { id }, caller)).toEqual({ data: { discovery: { title: 'Crocodile' } } });
  });
});
