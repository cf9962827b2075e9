import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { Browser } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

const POINTS = 1_000;
const WALLS = (first: number) =>
  `{ legalWallsNearby(latitude: 1, longitude: 2, first: ${first}) { nodes { id name } pageInfo { hasNextPage } } }`;

let gateway: RunningGateway;
let other: Awaited<ReturnType<RunningGateway['another']>>;
let database: pg.Client;

beforeAll(async () => {
  gateway = await runGateway({ RATE_POINTS: `${POINTS}/36000` });
  other = await gateway.another();
  database = new pg.Client({ connectionString: gateway.adminUrl });
  await database.connect();
  gateway.discovery.root['legalWallsNearby'] = ({ first }: { first: number }) => ({
    nodes: Array.from({ length: Math.min(first, 3) }, (_, at) => ({ ...wall, id: String(at) })),
    pageInfo: { hasNextPage: false, endCursor: null },
  });
});
afterAll(async () => {
  await database.end();
  await other.stop();
  await gateway.stop();
});

const wall = {
  name: 'Wall',
  city: 'Turin',
  country: 'IT',
  address: 'Via 1',
  hours: '',
  description: '',
  latitude: 1,
  longitude: 2,
  source: '',
  distance: 3,
};

/** A client with a token, which knows both gateways. */
async function client(clientId: string = randomUUID()) {
  const claims = { sub: clientId, client_id: clientId, scope: 'discoveries:read walls:read' };
  const headers = { authorization: `Bearer ${await gateway.issuer.token(claims)}` };
  const at = (url: string) => {
    const program = new Browser(url, null);
    return {
      graphql: (query: string) => program.graphql(query, {}, headers),
      get: (path: string, more: Record<string, string> = {}) => program.get(path, { headers: { ...headers, ...more } }),
    };
  };
  const spent = async () =>
    Number(
      (
        await database.query<{ spent: string }>('SELECT spent FROM gateway.partner_points WHERE client_id = $1', [
          clientId,
        ])
      ).rows[0]?.spent ?? 0,
    );
  return { clientId, at, one: at(gateway.url), two: at(other.url), spent };
}

describe('the cost of a document', () => {
  it('is what it could return, and what came back counts', async () => {
    const { one, spent } = await client();
    const { json, headers } = await one.graphql(WALLS(20));
    // The connection, and for each of 20 entries: the node and its two fields, the page information and its field.
    expect(json.extensions.cost).toEqual({
      asked: 1 + 20 * 5,
      actual: 1 + 3 * 3 + 2,
      left: POINTS - 12,
      reset: expect.any(Number),
    });
    expect(json.data.legalWallsNearby.nodes).toHaveLength(3);
    expect(headers.get('ratelimit-policy')).toBe(`"points";q=${POINTS};w=36000`);
    expect(headers.get('ratelimit')).toBe(
      `"points";r=${POINTS - 12};t=${json.extensions.cost.reset};sprayhunt-asked=101;sprayhunt-actual=12`,
    );
    await eventually(async () => expect(await spent()).toBe(12));
  });

  it('is shared by all gateways, and is each client’s own', async () => {
    const [first, second] = [await client(), await client()];
    await first.one.graphql(WALLS(20));
    await eventually(async () => expect(await first.spent()).toBe(12));
    expect((await first.two.graphql(WALLS(20))).json.extensions.cost.left).toBe(POINTS - 24);
    expect((await second.two.graphql(WALLS(20))).json.extensions.cost.left).toBe(POINTS - 12);
  });

  it('is refused above the points that are left, with the affordable length of list, and runs nothing', async () => {
    const { one } = await client();
    await one.graphql(WALLS(100));
    const calls = gateway.discovery.calls.length;
    const big = `{
      a: discoveriesNearby(latitude: 1, longitude: 2, first: 2) { nodes { id } }
      ${WALLS(100).slice(2, -2)}
      more: legalWallsNearby(latitude: 1, longitude: 2, first: 100) {
        nodes { id name city country } pageInfo { hasNextPage }
      }
    }`;
    const { status, json, headers } = await one.graphql(big);
    expect([status, json.errors[0].extensions.code, headers.get('retry-after')]).toEqual([
      429,
      'COST_EXCEEDED',
      String(json.extensions.cost.reset),
    ]);
    expect(json.extensions.cost).toEqual({
      asked: 5 + 501 + 701,
      actual: 0,
      left: POINTS - 12,
      reset: expect.any(Number),
    });
    expect(headers.get('ratelimit')).toContain(`r=${POINTS - 12};`);
    const fits = Number(
      /`legalWallsNearby` costs most: with a `first` of (\d+) there is enough/.exec(json.errors[0].message)?.[1],
    );
    expect(gateway.discovery.calls).toHaveLength(calls);
    const less = (first: number) => big.replace(/more: (.*)first: 100/, `more: $1first: ${first}`);
    expect((await one.graphql(less(fits + 1))).json.errors[0].extensions.code).toBe('COST_EXCEEDED');
    expect((await one.graphql(less(fits))).json.errors).toBeUndefined();
  });

  it('is refunded when the service fails, and is one point at least when it returns nothing', async () => {
    const { one, spent } = await client();
    const before = gateway.discovery.root['legalWallsNearby']!;
    gateway.discovery.root['legalWallsNearby'] = () => {
      throw new Error('broken');
    };
    const failed = await one.graphql(WALLS(20));
    gateway.discovery.root['legalWallsNearby'] = before;
    expect(failed.json.errors[0].extensions.code).toBe('INTERNAL');
    expect(failed.json.extensions.cost.actual).toBe(1);
    await eventually(async () => expect(await spent()).toBe(1));
  });

  it('is refunded by a gateway that stops', async () => {
    const third = await gateway.another();
    const { at, spent } = await client();
    await at(third.url).graphql(WALLS(20));
    await third.stop();
    expect(await spent()).toBe(12);
  });

  it('is counted of many calls at once, and no more run than there are points for', async () => {
    const { one, two, spent } = await client();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => (at % 2 ? one : two).graphql(WALLS(20))));
    const ran = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 429).length).toBe(60 - ran);
    expect(ran).toBeGreaterThanOrEqual(Math.floor(POINTS / 101));
    await eventually(async () => expect(await spent()).toBe(ran * 12));
  });

  it('is not shown to people, whose bytes are passed on', async () => {
    const { json, headers } = await new Browser(gateway.url).graphql(WALLS(20));
    expect(json).not.toHaveProperty('extensions');
    expect(headers.get('ratelimit')).toBeNull();
  });
});

describe('a call by REST', () => {
  it('has the same numbers in its headers', async () => {
    const { one } = await client();
    const { headers, json } = await one.get('/api/legal-walls/nearby?latitude=1&longitude=2&limit=10');
    // The list, and for each of 10 entries: the node and its 11 fields, the page information and its two fields.
    const asked = 1 + 10 * 15;
    const actual = 1 + 3 * 12 + 3;
    expect(json).toHaveLength(3);
    expect(headers.get('ratelimit')).toMatch(
      new RegExp(`^"points";r=${POINTS - actual};t=\\d+;sprayhunt-asked=${asked};sprayhunt-actual=${actual}$`),
    );
  });

  it('is refused as problem JSON that names the parameter', async () => {
    const { one } = await client();
    const { status, json, headers } = await one.get('/api/legal-walls/nearby?latitude=1&longitude=2&limit=500');
    expect([status, json.code, headers.get('ratelimit')]).toEqual([
      429,
      'COST_EXCEEDED',
      expect.stringContaining(`r=${POINTS};`),
    ]);
    expect(json.detail).toContain('with a `limit` of 66 there is enough');
  });

  it('costs ten points for a tile of the map, and one for a tile that the client has', async () => {
    const { one } = await client();
    const tile = '/api/map/works/3/2/1.mvt';
    expect((await one.get(tile)).headers.get('ratelimit')).toContain(`r=${POINTS - 10};`);
    const known = await one.get(tile, { 'if-none-match': 'W/"1-7"' });
    expect([known.status, known.headers.get('ratelimit')]).toEqual([304, expect.stringContaining(`r=${POINTS - 11};`)]);
  });
});

describe('points', () => {
  it('are all available again in the next window, and refunds of the last one are not added to it', async () => {
    const { clientId, one, spent } = await client();
    await one.graphql(WALLS(20));
    await eventually(async () => expect(await spent()).toBe(12));
    await database.query(
      'UPDATE gateway.partner_points SET window_start = window_start - 36000, spent = 900 WHERE client_id = $1',
      [clientId],
    );
    expect((await one.graphql(WALLS(20))).json.extensions.cost.left).toBe(POINTS - 12);
  });

  it('that cannot be counted are refused as unavailable, so that no response is uncounted', async () => {
    const { one } = await client();
    await database.query('ALTER TABLE gateway.partner_points RENAME TO elsewhere');
    try {
      const { status, json } = await one.graphql(WALLS(20));
      expect([status, json.errors[0].extensions.code]).toEqual([503, 'UNAVAILABLE']);
    } finally {
      await database.query('ALTER TABLE gateway.elsewhere RENAME TO partner_points');
    }
    expect((await one.graphql(WALLS(20))).status).toBe(200);
  });
});
