import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { accountErased } from '@sprayhunt/contracts';
import { uuidv7, type Identity } from '@sprayhunt/service-kit';
import { eventOf, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

const CREATE = `mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }`;
const create = async (as: Identity, input: object) =>
  (await discovery.graphql<{ createDiscovery: { id: string } }>(CREATE, { input }, as)).data!.createDiscovery.id;

/** Many works, near each other or at one place. */
const addWorks = (works: number, latitude: number, longitude: number, apart: number) =>
  discovery.database.query(
    `INSERT INTO discoveries (id, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded)
     SELECT gen_random_uuid(), $2::float8 + $4::float8 * (n % 40), $3::float8 + $4::float8 * (n / 40), 'tag', 'artist',
       false, 150 FROM generate_series(0, $1::int - 1) AS n`,
    [works, latitude, longitude, apart],
  );

interface Marker {
  longitude: number;
  latitude: number;
  standing: number;
  gone: number;
  id?: string;
  title?: string;
}

async function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; markers: Marker[]; layers: string[] }> {
  const response = await fetch(`${discovery.url}/api/map/works/${path}`, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { layers } = new VectorTile(new PbfReader(response.status === 200 ? bytes : new Uint8Array()));
  const [z, x, y] = path.replace('.mvt', '').split('/').map(Number) as [number, number, number];
  const works = layers['works'];
  const markers = Array.from({ length: works?.length ?? 0 }, (_, index) => {
    const { geometry, properties } = works!.feature(index).toGeoJSON(x, y, z);
    const [longitude, latitude] = (geometry as unknown as { coordinates: [number, number] }).coordinates;
    return { longitude, latitude, ...properties } as Marker;
  });
  return { status: response.status, headers: response.headers, markers, layers: Object.keys(layers) };
}

const tileAt = (latitude: number, longitude: number, z: number): string => {
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
  return `${z}/${Math.floor(((longitude + 180) / 360) * 2 ** z)}/${Math.floor(y * 2 ** z)}`;
};

const total = (markers: Marker[]) => markers.reduce((sum, { standing, gone }) => sum + standing + gone, 0);
const TILE = `query ($z: Int!, $x: Int!, $y: Int!) { mapTile(z: $z, x: $x, y: $y) { version isFull marks {
  latitude longitude standing gone work { id title } } } }`;
type MapTile = {
  mapTile: {
    version: string;
    isFull: boolean;
    marks: (Marker & { work: { id: string; title: string | null } | null })[];
  };
};
const byGraphql = async (tile: string) => {
  const [z, x, y] = tile.split('/').map(Number);
  return (await discovery.graphql<MapTile>(TILE, { z, x, y })).data!.mapTile;
};

describe('the tiles of the map', () => {
  it('show a new work at its place within a second, alone as itself, at every zoom', async () => {
    const [latitude, longitude] = [-28.0167, 153.4];
    const id = await create(player(), { latitude, longitude, title: 'Ibis' });
    await eventually(async () => expect((await get(`${tileAt(latitude, longitude, 0)}.mvt`)).markers).toHaveLength(1), {
      timeout: 1_000,
    });
    for (let z = 0; z <= 22; z++) {
      const { markers, layers } = await get(`${tileAt(latitude, longitude, z)}.mvt`);
      expect(layers).toEqual(['works']);
      expect(markers).toEqual([
        { id, title: 'Ibis', standing: 1, gone: 0, latitude: expect.any(Number), longitude: expect.any(Number) },
      ]);
      // A unit of the tile.
      expect(Math.abs(markers[0]!.longitude - longitude)).toBeLessThan(360 / 4096 / 2 ** z + 1e-6);
      expect(Math.abs(markers[0]!.latitude - latitude)).toBeLessThan(360 / 4096 / 2 ** z + 1e-6);
    }
    expect(await get(`${tileAt(40, 20, 9)}.mvt`)).toMatchObject({ status: 200, markers: [] });
  });

  it('are revalidated by their version, which changes with what they show and with nothing else', async () => {
    const author = player();
    await create(author, { latitude: 10, longitude: 10 });
    const tile = `${tileAt(10, 10, 6)}.mvt`;
    await eventually(async () => expect((await get(tile)).markers).toHaveLength(1));
    const { headers } = await get(tile);
    expect(['content-type', 'cache-control', 'vary'].map((name) => headers.get(name))).toEqual([
      'application/vnd.mapbox-vector-tile',
      'public, no-cache',
      'accept-encoding',
    ]);
    const etag = headers.get('etag')!;
    const again = await get(tile, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    await create(author, { latitude: -50, longitude: -60 });
    await eventually(async () => expect((await get(`${tileAt(-50, -60, 6)}.mvt`)).markers).toHaveLength(1));
    expect((await get(tile, { 'if-none-match': `"other", ${etag}` })).status).toBe(304);
    await create(author, { latitude: 10.5, longitude: 10.5 });
    await eventually(async () => expect((await get(tile, { 'if-none-match': etag })).status).toBe(200));
    expect(total((await get(tile)).markers)).toBe(2);
  });

  it('are sent again as they were read until they change, compressed only to who takes that', async () => {
    await addWorks(400, 20, -100, 0.0002);
    const tile = tileAt(20.001, -99.999, 13);
    await eventually(async () => expect(total((await get(`${tile}.mvt`)).markers)).toBe(400));
    const versions = [
      await get(`${tile}.mvt`),
      await get(`${tile}.mvt`),
      await get(`${tile}.mvt`, { 'accept-encoding': 'identity' }),
    ];
    expect(versions.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'gzip', null]);
    expect(versions.map(({ markers }) => markers)).toEqual([
      versions[0]!.markers,
      versions[0]!.markers,
      versions[0]!.markers,
    ]);
    await discovery.database.query(`DELETE FROM discoveries WHERE latitude BETWEEN 20 AND 20.0039 AND longitude < -99`);
    await eventually(async () => expect(total((await get(`${tile}.mvt`)).markers)).toBe(200));
    expect((await get(`${tile}.mvt`, { 'if-none-match': versions[0]!.headers.get('etag')! })).status).toBe(200);
    expect((await get(`${tile}.mvt`, { 'if-none-match': 'no tag "1-0"' })).status).toBe(200);
  });

  it('lose the works of an erased player', async () => {
    const gone = player();
    await create(gone, { latitude: 60, longitude: 60 });
    await eventually(async () => expect((await get(`${tileAt(60, 60, 8)}.mvt`)).markers).toHaveLength(1));
    await discovery.publish(eventOf(accountErased, { accountId: gone.subject }));
    await eventually(async () => expect((await get(`${tileAt(60, 60, 8)}.mvt`)).markers).toHaveLength(0));
  });

  it('count works that are no longer there by themselves', async () => {
    const author = player();
    for (const title of ['One', 'Two', 'Three']) await create(author, { latitude: 30, longitude: 30, title });
    await discovery.database.query(`UPDATE discoveries SET status = 'gone' WHERE title = 'Two'`);
    await eventually(async () =>
      expect((await get(`${tileAt(30, 30, 4)}.mvt`)).markers).toEqual([
        expect.objectContaining({ standing: 2, gone: 1 }),
      ]),
    );
    const { marks } = await byGraphql(tileAt(30, 30, 4));
    expect(marks).toEqual([
      {
        latitude: expect.closeTo(30, 5),
        longitude: expect.closeTo(30, 5),
        standing: 2,
        gone: 1,
        work: { id: expect.any(String), title: 'One' },
      },
    ]);
  });

  it('stay bounded where there are very many works: cells down to zoom 16, a part of them below', async () => {
    await addWorks(1_200, 45, 45, 0.00002);
    const counted = async (z: number) => get(`${tileAt(45.0001, 45.0001, z)}.mvt`);
    await eventually(async () => expect(total((await counted(5)).markers)).toBe(1_200));
    for (const z of [12, 13, 16]) {
      const { markers, layers } = await counted(z);
      expect(layers).toEqual(['works']);
      expect(total(markers)).toBe(1_200);
      expect(markers.length).toBeLessThan(10);
    }
    const deep = await counted(17);
    expect(deep.layers.sort()).toEqual(['full', 'works']);
    expect(deep.markers).toHaveLength(512);
    expect(deep.headers.get('content-encoding')).toBe('gzip');
    expect(await byGraphql(tileAt(45.0001, 45.0001, 17))).toMatchObject({ isFull: true });
  });

  it('have the same numbers in GraphQL', async () => {
    await addWorks(300, -10, -70, 0.01);
    const tile = tileAt(-10, -70, 7);
    await eventually(async () => expect(total((await get(`${tile}.mvt`)).markers)).toBeGreaterThanOrEqual(300));
    for (const one of [tile, tileAt(-10, -70, 0), tileAt(-9.9, -69.9, 13)]) {
      const [mvt, graphql] = [await get(`${one}.mvt`), await byGraphql(one)];
      const numbers = (markers: Marker[]) => markers.map(({ standing, gone }) => `${standing} ${gone}`).sort();
      expect(numbers(graphql.marks)).toEqual(numbers(mvt.markers));
      expect(mvt.headers.get('etag')).toBe(`W/"1-${graphql.version}"`);
    }
  });

  it.each([
    '23/0/0.mvt',
    '3/8/0.mvt',
    '3/0/8.mvt',
    '-1/0/0.mvt',
    '1/0/0',
    '1/0/0.mvt.mvt',
    '1/0/0.png',
    '1/0/x.mvt',
    '1/1e0/0.mvt',
    '1/0/0.mvt0',
  ])('do not exist at %s', async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  it.each([
    [{ z: 23, x: 0, y: 0 }, 'z'],
    [{ z: 3, x: 8, y: 0 }, 'x'],
    [{ z: 3, x: 0, y: -1 }, 'y'],
  ])('are refused in GraphQL as %j, naming the field', async (tile, field) => {
    const { errors } = await discovery.graphql(TILE, tile);
    expect(errors![0]!.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [expect.objectContaining({ field })],
    });
  });

  it('need the scope of works from partners', async () => {
    const partner = (...scopes: string[]): Identity => ({ kind: 'partner', subject: uuidv7(), scopes });
    const ask = (as: Identity) => discovery.graphql(TILE, { z: 0, x: 0, y: 0 }, as);
    expect((await ask(partner('walls:read'))).errors![0]!.extensions.code).toBe('SCOPE_MISSING');
    expect((await ask(partner('discoveries:read'))).data).toBeTruthy();
  });
});
