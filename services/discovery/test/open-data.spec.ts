import { gunzipSync } from 'node:zlib';
import { accountErased } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { OpenDataMaker, PART_BYTES } from '../src/open-data/make-open-data.js';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

const sql = <T = unknown>(text: string, values: unknown[] = []) => discovery.database.query<T[]>(text, values);
const NAMES = ['walls.csv.gz', 'walls.geojson.gz', 'works.csv.gz', 'works.geojson.gz'];

/** A night passes. */
async function remake(running = discovery): Promise<void> {
  await sql(`UPDATE open_data_files SET made_at = made_at - interval '1 day'`);
  await running.app.get(OpenDataMaker).generateDue(new AbortController().signal);
}

const get = (name = '', headers: Record<string, string> = {}) =>
  fetch(`${discovery.url}/api/open-data${name && `/${name}`}`, { headers });
const content = async (name: string) => gunzipSync(Buffer.from(await (await get(name)).arrayBuffer())).toString();
interface Feature {
  id: string;
  geometry: { coordinates: number[] };
  properties: Record<string, unknown>;
}
const features = async (kind: string) =>
  (JSON.parse(await content(`${kind}.geojson.gz`)) as { features: Feature[] }).features;
const records = async (kind: string) =>
  parse<Record<string, string>>(await content(`${kind}.csv.gz`), { columns: true });

const CREATE = `mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }`;
async function create(as: ReturnType<typeof player>, input: object): Promise<string> {
  return (await discovery.graphql<{ createDiscovery: { id: string } }>(CREATE, { input }, as)).data!.createDiscovery.id;
}
async function addSet(kind: string, name: string, licence: string | null): Promise<void> {
  await sql(
    `INSERT INTO data_sets (kind, name, licence, attribution, url)
      VALUES ($1, $2, $3, 'City of ' || $2, 'https://data.example')`,
    [kind, name, licence],
  );
}
async function importWork(source: string, licence: string | null): Promise<string> {
  const id = uuidv7();
  await sql(
    `INSERT INTO discoveries (id, title, description, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded,
      source, source_id, licence) VALUES ($1::uuid, '=1+1', 'Of 1998', 51, 3, 'tag', 'artist', false, 0, $2, $1::text,
        $3)`,
    [id, source, licence],
  );
  return id;
}

describe('the files of open data', () => {
  it('are listed with their size, and contain each work once, with its licence and attribution', async () => {
    const by = player();
    const own = await create(by, {
      title: 'Heron',
      description: 'I live next door',
      artistName: 'Kobra',
      latitude: 52.5,
      longitude: 13.4,
    });
    await addSet('works', 'Ghent', 'CC BY 4.0');
    const [imported, without] = [
      await importWork('Ghent', 'CC BY 4.0, City of Ghent'),
      await importWork('Unknown', null),
    ];
    await remake();
    const { files } = (await (await get()).json()) as {
      files: { name: string; url: string; rows: number; bytes: number; madeAt: string }[];
    };
    expect(files.map(({ name }) => name)).toEqual(NAMES);
    expect(files.at(-1)).toMatchObject({
      url: 'https://play.example/api/open-data/works.geojson.gz',
      rows: 2,
      bytes: (await (await get('works.geojson.gz')).arrayBuffer()).byteLength,
    });
    const works = await features('works');
    expect(works.map(({ id }) => id).sort()).toEqual([own, imported].sort());
    expect(works.find(({ id }) => id === own)).toEqual({
      ...{ type: 'Feature', id: own, geometry: { type: 'Point', coordinates: [13.4, 52.5] } },
      properties: {
        title: 'Heron',
        artist: 'Kobra',
        description: null,
        year: null,
        status: 'standing',
        documented: new Date().toISOString().slice(0, 10),
        source: 'players',
        sourceUrl: null,
        licence: 'ODbL-1.0',
        attribution: 'The players of play.example',
      },
    });
    expect(works.find(({ id }) => id === imported)!.properties).toMatchObject({
      description: 'Of 1998',
      source: 'Ghent',
      licence: 'CC BY 4.0',
      attribution: 'City of Ghent',
    });
    expect((await content('works.geojson.gz')) + (await content('works.csv.gz'))).not.toMatch(
      new RegExp(`${by.subject}|next door|${without}`),
    );
  });

  it('have the same data in CSV, where no text is a formula', async () => {
    const [rows, works] = [await records('works'), await features('works')];
    expect(rows.map(({ id }) => id)).toEqual(works.map(({ id }) => id));
    expect(rows.find(({ source }) => source === 'Ghent')).toMatchObject({
      title: "'=1+1",
      latitude: '51',
      longitude: '3',
      year: '',
      licence: 'CC BY 4.0',
      attribution: 'City of Ghent',
    });
  });

  it('hold the walls of sets with a licence', async () => {
    await addSet('walls', 'Free walls', 'CC0 1.0');
    await addSet('walls', 'Private list', null);
    const WALL = `INSERT INTO legal_walls (id, name, city, country, address, description, latitude, longitude,
      catalogue, catalogue_id) VALUES (gen_random_uuid(), $1, 'Ghent', 'Belgium', 'A lane', 'Long', 51, 3, $1, 1)`;
    for (const name of ['Free walls', 'Private list']) await sql(WALL, [name]);
    await remake();
    expect((await records('walls')).map(({ name, licence, attribution }) => ({ name, licence, attribution }))).toEqual([
      { name: 'Free walls', licence: 'CC0 1.0', attribution: 'City of Free walls' },
    ]);
  });

  it('lose the works of an erased player the next night, and nothing of the former file is kept', async () => {
    const gone = player();
    const id = await create(gone, { title: 'Pier', latitude: 1, longitude: 2 });
    await remake();
    expect((await features('works')).map((work) => work.id)).toContain(id);
    await discovery.publish(eventOf(accountErased, { accountId: gone.subject }));
    await eventually(async () => expect(await sql(`SELECT FROM discoveries WHERE id = $1`, [id])).toEqual([]));
    await remake();
    expect((await features('works')).map((work) => work.id)).not.toContain(id);
    const replaced = () => sql(`SELECT FROM open_data_parts WHERE run NOT IN (SELECT run FROM open_data_files)`);
    await discovery.app.get(OpenDataMaker).generateDue(new AbortController().signal);
    expect(await replaced()).not.toEqual([]);
    await sql(`UPDATE open_data_files SET made_at = made_at - interval '2 hours'`);
    await discovery.app.get(OpenDataMaker).generateDue(new AbortController().signal);
    expect(await replaced()).toEqual([]);
  });

  it('stay as they are for a day, and for a reader who has them', async () => {
    const etag = (await get('works.csv.gz')).headers.get('etag')!;
    await discovery.app.get(OpenDataMaker).generateDue(new AbortController().signal);
    expect((await get('works.csv.gz', { 'if-none-match': etag })).status).toBe(304);
    await remake();
    expect((await get('works.csv.gz', { 'if-none-match': etag })).status).toBe(200);
  });

  describe('of many works', () => {
    beforeAll(async () => {
      await sql(
        `INSERT INTO discoveries (id, title, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded)
          SELECT gen_random_uuid(), left(encode(sha512(n::text::bytea), 'hex'), 120), 60, n * 0.001, 'tag', 'artist',
            false, 0 FROM generate_series(1, 16000) n`,
      );
      await remake();
    });

    it('are of parts that fit together, however many', async () => {
      const [file] = await sql<{ bytes: number; parts: number }>(
        `SELECT max(f.bytes)::int AS bytes, count(*)::int AS parts FROM open_data_files f JOIN open_data_parts
          USING (run) WHERE name = 'works.csv.gz'`,
      );
      expect(file!.bytes).toBeGreaterThan(PART_BYTES);
      expect(file!.parts).toBe(Math.ceil(file!.bytes / PART_BYTES));
      const ids = (await records('works')).map(({ id }) => id);
      expect([ids.length > 16_000, new Set(ids).size]).toEqual([true, ids.length]);
    });

    const NAME = 'works.csv.gz';
    const whole = async () => {
      const response = await get(NAME);
      return { bytes: Buffer.from(await response.arrayBuffer()), etag: response.headers.get('etag')! };
    };
    const ofRange = async (range: string, headers: Record<string, string> = {}) => {
      const response = await get(NAME, { range, ...headers });
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    };

    it('go on where a download broke off, over the ends of parts', async () => {
      const { bytes, etag } = await whole();
      expect(bytes.length).toBeGreaterThan(PART_BYTES + 10);
      const [first, second] = [
        await ofRange(`bytes=0-${PART_BYTES + 9}`),
        await ofRange(`bytes=${PART_BYTES + 10}-`, { 'if-range': etag }),
      ];
      expect([first.status, second.status]).toEqual([206, 206]);
      expect(Buffer.concat([first.bytes, second.bytes]).equals(bytes)).toBe(true);
      expect(Object.fromEntries(second.headers)).toMatchObject({
        etag,
        'accept-ranges': 'bytes',
        'content-type': 'application/gzip',
        'content-range': `bytes ${PART_BYTES + 10}-${bytes.length - 1}/${bytes.length}`,
        'content-length': `${bytes.length - PART_BYTES - 10}`,
      });
    });

    it.each([
      [`bytes=${PART_BYTES - 1}-${PART_BYTES}`, PART_BYTES - 1, PART_BYTES + 1],
      [`bytes=${PART_BYTES}-${PART_BYTES}`, PART_BYTES, PART_BYTES + 1],
      ['bytes=-5', -5, undefined],
    ])('%s are those bytes', async (range, from, to) => {
      const [{ bytes }, part] = [await whole(), await ofRange(range)];
      expect([part.status, part.bytes.equals(bytes.subarray(from, to))]).toEqual([206, true]);
    });

    it('are sent whole where a range was meant for the former file, and where it is not one', async () => {
      const { bytes, etag } = await whole();
      await remake();
      for (const [range, headers] of [
        ['bytes=5-', { 'if-range': etag }],
        ['bytes=0-1,4-5', {}],
        ['lines=1-2', {}],
      ] as const) {
        const { status, headers: given, bytes: sent } = await ofRange(range, headers);
        expect([status, given.get('content-range'), sent.length]).toEqual([200, null, (await whole()).bytes.length]);
      }
      expect((await ofRange(`bytes=${bytes.length - 1}-`, { 'if-none-match': (await whole()).etag })).status).toBe(304);
    });

    it('are refused beyond their end, with their size', async () => {
      const { bytes } = await whole();
      const { status, headers, bytes: body } = await ofRange(`bytes=${bytes.length}-`);
      expect([
        status,
        headers.get('content-range'),
        headers.get('etag'),
        (JSON.parse(body.toString()) as { code: string }).code,
      ]).toEqual([416, `bytes */${bytes.length}`, null, 'RANGE_NOT_SATISFIABLE']);
    });

    it('have their whole length for HEAD, and no body', async () => {
      const response = await fetch(`${discovery.url}/api/open-data/${NAME}`, {
        method: 'HEAD',
        headers: { range: 'bytes=0-0' },
      });
      expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
        200,
        `${(await whole()).bytes.length}`,
        '',
      ]);
    });
  });

  it('with unknown names are not found', async () => {
    const response = await get('works.xml.gz');
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
  });
});

it('works of players are left out if the operator configures that', async () => {
  const closed = await runDiscovery({ OPEN_DATA_LICENCE: 'none' });
  await closed.database.query(
    `INSERT INTO discoveries (id, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded)
      VALUES (gen_random_uuid(), 1, 2, 'tag', 'artist', false, 0)`,
  );
  await closed.app.get(OpenDataMaker).generateDue(new AbortController().signal);
  expect(await closed.database.query(`SELECT rows FROM open_data_files WHERE name = 'works.csv.gz'`)).toEqual([
    { rows: 0 },
  ]);
  await closed.stop();
});
