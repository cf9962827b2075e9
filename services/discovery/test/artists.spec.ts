import { uuidv7 } from '@sprayhunt/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { featuredArtists, nameKey } from '../src/artists/featured-artists.js';
import { colorChart } from '../src/colors/color-chart.js';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

interface List<T> {
  nodes: T[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
interface Artist {
  id: string;
  name: string;
  isFeatured: boolean;
  city: string | null;
  works: List<{ artistName: string; id: string }>;
}
const PAGE = 'pageInfo { hasNextPage endCursor }';
const search = async (text?: string, first = 100, after?: string | null) =>
  (
    await discovery.graphql<{ artists: List<Artist> }>(
      `query ($search: String, $first: Int!, $after: String) { artists(search: $search, first: $first, after: $after) {
        nodes { id name city } ${PAGE} } }`,
      { search: text, first, after },
    )
  ).data!.artists;
const artist = async (slug: string, first = 10, after?: string | null) =>
  (
    await discovery.graphql<{ artist: Artist | null }>(
      `query ($slug: String!, $first: Int!, $after: String) { artist(slug: $slug) {
        id name isFeatured city works(first: $first, after: $after) { nodes { id artistName } ${PAGE} } } }`,
      { slug, first, after },
    )
  ).data!.artist;
async function credit(...names: string[]): Promise<string[]> {
  const ids = names.map(() => uuidv7());
  await discovery.database.query(
    `INSERT INTO discoveries (id, title, artist_name, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded)
     SELECT id, 'Wall', name, 1, 2, 'location', 'photographer', false, 0
       FROM unnest($1::uuid[], $2::text[]) AS w (id, name)`,
    [ids, names],
  );
  return ids;
}

describe('featured artists', () => {
  it('are at least 24, each with facts and a source, at addresses of their own [ARTI-16]', () => {
    expect(featuredArtists.length).toBeGreaterThanOrEqual(24);
    expect(new Set(featuredArtists.map(({ slug }) => slug)).size).toBe(featuredArtists.length);
    for (const { country, achievements, source, sourceUrl } of featuredArtists)
      expect([country, achievements.length >= 3, source !== '', sourceUrl.startsWith('https://')]).toEqual([
        'Australia',
        true,
        true,
        true,
      ]);
  });

  it('are found by name, other names and city, whatever the case, accents and punctuation; page by page', async () => {
    const names = async (text: string) => (await search(text)).nodes.map(({ name }) => name);
    expect(await names('HA HA')).toEqual(['HA-HA']);
    expect(await names('tamanúi')).toEqual(['HA-HA']);
    expect(await names('wollongong')).toEqual(['Claire Foxton']);
    expect(await names('ｗøllongong')).toEqual(['Claire Foxton']);
    expect(await names('no one')).toEqual([]);
    const first = await search(undefined, 20);
    const second = await search(undefined, 20, first.pageInfo.endCursor);
    expect([...first.nodes, ...second.nodes].map(({ name }) => name)).toEqual(featuredArtists.map(({ name }) => name));
    expect(second.pageInfo.hasNextPage).toBe(false);
  });
});

describe('an artist', () => {
  it('has the works that credit any of the names, the newest first, by cursor', async () => {
    const ids = await credit('Ha Ha', 'REGAN TAMANUI', 'ha-ha', 'Someone Else');
    const first = (await artist('ha-ha', 2))!;
    expect(first).toMatchObject({ name: 'HA-HA', isFeatured: true, city: 'Melbourne' });
    const second = (await artist('ha-ha', 2, first.works.pageInfo.endCursor))!;
    expect([...first.works.nodes, ...second.works.nodes].map(({ id }) => id)).toEqual(ids.slice(0, 3).toReversed());
    expect(second.works.pageInfo.hasNextPage).toBe(false);
  });

  it('an artist who is not featured exists if works are credited to the name', async () => {
    const [id] = await credit('Éva d’Ôr');
    const found = {
      id: 'evador',
      name: 'Éva d’Ôr',
      isFeatured: false,
      city: null,
      works: { nodes: [{ id, artistName: 'Éva d’Ôr' }] },
    };
    for (const slug of ['evador', 'eva-dor', 'éva-d-ôr', "Eva D'or"]) expect(await artist(slug)).toMatchObject(found);
    expect(await Promise.all([artist('no one at all'), artist('-'), artist('')])).toEqual([null, null, null]);
    await credit('...');
    expect(await artist('...')).toBeNull();
  });

  it('names are compared alike in the service and in the database, and found by the index', async () => {
    const names = [
      'HA-HA',
      'Éva d’Ôr',
      'E.L.K.',
      'The Yok & Sheryo',
      'Kaff-eine',
      'Łukasz',
      'STRASSE 9',
      '愛',
      "Jimmy D'vate",
      '«Zoë»',
      'O\tK\n',
    ];
    const [{ keys }] = await discovery.database.query<[{ keys: string[] }]>(
      `SELECT array_agg(artist_key(name) ORDER BY ordinal) AS keys
        FROM unnest($1::text[]) WITH ORDINALITY AS n (name, ordinal)`,
      [names],
    );
    expect(keys).toEqual(names.map(nameKey));
    const runner = discovery.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SET LOCAL enable_seqscan = off`);
    const plan = (await runner.query(
      `EXPLAIN SELECT id FROM discoveries WHERE artist_key(artist_name) = artist_key('Ha Ha') AND id < gen_random_uuid()
        ORDER BY id DESC LIMIT 3`,
    )) as { 'QUERY PLAN': string }[];
    await runner.rollbackTransaction();
    await runner.release();
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index .*using discoveries_artist/);
  });
});

describe('the colour chart', () => {
  interface Color {
    code: string;
    name: string;
    hex: string;
    lightness: number;
    hue: number | null;
  }
  const colors = async (variables: object) =>
    (
      await discovery.graphql<{ colors: List<Color> }>(
        `query ($search: String, $sort: ColorSort, $first: Int!) { colors(search: $search, sort: $sort, first: $first) {
          nodes { code name hex lightness hue } } }`,
        { first: 200, ...variables },
      )
    ).data!.colors.nodes;

  it('has 100 colours or more, each with a name, a code and a value of its own [COLR-02]', async () => {
    const all = await colors({});
    expect(all.length).toBeGreaterThanOrEqual(100);
    for (const field of ['code', 'name', 'hex'] as const)
      expect(new Set(all.map((each) => each[field])).size).toBe(colorChart.length);
    expect(all.map(({ code }) => code)).toEqual(all.map(({ code }) => code).toSorted());
  });

  it('is searched by name, code, family and value, and sorted by hue, lightness or name', async () => {
    expect((await colors({ search: 'sh-101' })).map(({ name }) => name)).toEqual(['Blank Wall']);
    for (const search of ['rooftop rosé'.normalize('NFD'), 'Rooftop ROSE', 'ｒｏｏｆｔｏｐ rose'])
      expect((await colors({ search })).map(({ name }) => name)).toEqual(['Rooftop Rosé']);
    expect((await colors({ search: '#FFFFFF' })).map(({ code }) => code)).toEqual(['SH-101']);
    expect((await colors({ search: 'neutral' })).length).toBeGreaterThan(5);
    const hues = (await colors({ sort: 'hue' })).map(({ hue }) => hue ?? 400);
    expect(hues).toEqual(hues.toSorted((a, b) => a - b));
    const light = (await colors({ sort: 'lightness' })).map(({ lightness }) => lightness);
    expect(light).toEqual(light.toSorted((a, b) => b - a));
    const names = (await colors({ sort: 'name' })).map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });
});
