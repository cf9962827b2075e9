import { fillSearchWords, uuidv7 } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SEARCHED_WALLS } from '../src/walls/wall-search.js';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
  await discovery.database.query(
    `INSERT INTO legal_walls (id, name, city, country, address, description, latitude, longitude, catalogue,
      catalogue_id)
     SELECT id, name, city, country, address, '', 1, 2, 'test', name
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) AS w (id, name, city, country, address)`,
    [WALLS.map(() => uuidv7()), ...[0, 1, 2, 3].map((at) => WALLS.map((wall) => wall[at]))],
  );
  await fillSearchWords(discovery.database.manager, SEARCHED_WALLS);
});
afterAll(() => discovery.stop());

const WALLS = [
  ['Werregarenstraat', 'Ghent', 'Belgium', 'Werregarenstraat 1'],
  ['Mur d’Oberkampf', 'Paris', 'France', '107 rue Oberkampf'],
  ['Hosier Lane', 'Melbourne', 'Australia', 'Hosier Lane'],
  ['Île de Nantes', 'Nantes', 'France', 'Quai François-Mitterrand'],
] as const;

/** A player, with Pro unless it has ended. */
async function player({ pro = true, until = null as string | null } = {}) {
  const subject = uuidv7();
  await discovery.database.query(`INSERT INTO pro_members (account_id, pro, until, as_of) VALUES ($1, $2, $3, now())`, [
    subject,
    pro,
    until,
  ]);
  return { kind: 'player' as const, subject, status: 'verified' as const };
}
type As = Parameters<RunningDiscovery['graphql']>[2];
interface Wall {
  id: string;
  name: string;
  isSaved: boolean;
}
interface Listed {
  nodes: Wall[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const DIRECTORY = `query ($search: String, $country: String, $saved: Boolean, $first: Int!, $after: String) {
  it: wallDirectory(search: $search, country: $country, saved: $saved, first: $first, after: $after) { nodes {
    id name isSaved } pageInfo { hasNextPage endCursor } } }`;
const read = async (as: As, narrowed: object = {}) =>
  (await discovery.graphql<{ it: Listed }>(DIRECTORY, { first: 10, ...narrowed }, as)).data!.it;
const names = async (as: As, narrowed?: object) => (await read(as, narrowed)).nodes.map(({ name }) => name);
const codeOf = async (as: As, document: string, variables: object = {}) => {
  const { errors } = await discovery.graphql(document, variables, as);
  return (errors as { extensions: { code: string } }[] | undefined)?.[0]?.extensions.code ?? 'ok';
};
const ADD = 'mutation ($input: PaletteInput!) { it: addPalette(input: $input) { id name colors { code } } }';
const CHANGE =
  'mutation ($id: ID!, $input: PaletteInput!) { it: changePalette(id: $id, input: $input) { name colors { code } } }';
interface Palette {
  id: string;
  name: string;
  colors: { code: string }[];
}
const palettes = async (as: As) =>
  (
    await discovery.graphql<{ it: { nodes: Palette[] } }>(
      '{ it: palettes(first: 10) { nodes { id name colors { code } } } }',
      {},
      as,
    )
  ).data!.it.nodes;

describe('the directory of walls', () => {
  it('lists all walls by country, city and name, page by page', async () => {
    const as = await player();
    const first = await read(as, { first: 3 });
    expect(first.nodes.map(({ name }) => name)).toEqual(['Hosier Lane', 'Werregarenstraat', 'Île de Nantes']);
    expect(await names(as, { first: 3, after: first.pageInfo.endCursor })).toEqual(['Mur d’Oberkampf']);
    expect(first.pageInfo.hasNextPage).toBe(true);
  });

  it.each([
    ['Tường Nguyễn', 'Huế', 'Việt Nam', 'Đường Lê Lợi', ['duong', 'NGUYEN hue', 'Nguyễn'.normalize('NFD'), 'viet']],
    ['Isparta Duvarı', 'Isparta', 'Türkiye', 'İstiklal Caddesi', ['ısparta', 'ISPARTA', 'istiklal', 'turkiye']],
    ['Mauer der Künste', 'Köln', 'Deutschland', 'Große Straße 5', ['strasse', 'GROSSE', 'koln', 'stras']],
    ['Mur du Café', 'Orléans', 'France', 'Quai de l’Œuvre', ['cafe', 'orleans', 'oeuvre']],
    ['渋谷の壁', '東京', '日本', 'ガード下', ['渋谷', '壁', 'ｶﾞｰﾄﾞ', 'がーど']],
    ['جدار أحمد', 'القاهرة', 'مصر', 'شارع ١٢', ['احمد', 'القاهره', 'شارع 12']],
  ])('finds %s in %s, however it is typed', async (name, city, country, address, searches) => {
    const as = await player();
    const id = uuidv7();
    await discovery.database.query(
      `INSERT INTO legal_walls (id, name, city, country, address, description, latitude, longitude, catalogue,
        catalogue_id) VALUES ($1, $2, $3, $4, $5, '', 1, 2, 'typed', $2)`,
      [id, name, city, country, address],
    );
    await discovery.database.query(
      `SELECT FROM discovery_jobs.add_job('fill-search-words-of-walls', queue_name => 'fill-search-words-of-walls',
        job_key => 'fill-search-words-of-walls')`,
    );
    await eventually(async () => expect(await names(as, { search: name })).toEqual([name]));
    for (const search of searches) expect([search, await names(as, { search })]).toEqual([search, [name]]);
    expect(await names(as, { search: 'カート' })).toEqual([]);
    await discovery.database.query(`DELETE FROM legal_walls WHERE id = $1`, [id]);
  });

  it('is searched by the beginnings of words, whatever the case and accents, and narrowed to a country', async () => {
    const as = await player();
    expect(await names(as, { search: 'ILE nan' })).toEqual(['Île de Nantes']);
    expect(await names(as, { search: 'francois' })).toEqual(['Île de Nantes']);
    expect(await names(as, { search: "d'oberkampf" })).toEqual(['Mur d’Oberkampf']);
    expect(await names(as, { search: 'rue', country: 'Belgium' })).toEqual([]);
    expect(await names(as, { country: 'Belgium' })).toEqual(['Werregarenstraat']);
    expect(await names(as, { search: '!' })).toHaveLength(4);
    expect(await names(as, { search: '0' })).toEqual([]);
    const { data } = await discovery.graphql('{ it: wallCountries { country walls } }', {}, as);
    expect(data).toEqual({
      it: [
        { country: 'Australia', walls: 1 },
        { country: 'Belgium', walls: 1 },
        { country: 'France', walls: 2 },
      ],
    });
  });

  it('stores saved walls of a player, until they are removed; a second time changes nothing', async () => {
    const [as, other] = [await player(), await player()];
    const { id } = (await read(as, { search: 'hosier' })).nodes[0]!;
    const SAVE = 'mutation ($id: ID!) { it: saveWall(id: $id) { isSaved } }';
    for (let time = 0; time < 2; time++)
      expect((await discovery.graphql(SAVE, { id }, as)).data).toEqual({ it: { isSaved: true } });
    expect(await read(as, { saved: true })).toMatchObject({ nodes: [{ name: 'Hosier Lane', isSaved: true }] });
    expect(await names(other, { saved: true })).toEqual([]);
    expect(
      (await discovery.graphql('mutation ($id: ID!) { it: unsaveWall(id: $id) { isSaved } }', { id }, as)).data,
    ).toEqual({ it: { isSaved: false } });
    expect(await names(as, { saved: true })).toEqual([]);
    expect(await codeOf(as, SAVE, { id: uuidv7() })).toBe('NOT_FOUND');
  });
});

describe('palettes', () => {
  const input = { name: 'Dusk', colors: ['SH-102', 'SH-101'] };

  it('keep colours in their order, and are changed and deleted by their owner only', async () => {
    const [as, other] = [await player(), await player()];
    const { data } = await discovery.graphql<{ it: Palette }>(ADD, { input }, as);
    expect(data!.it).toMatchObject({ name: 'Dusk', colors: [{ code: 'SH-102' }, { code: 'SH-101' }] });
    const { id } = data!.it;
    expect(await codeOf(other, CHANGE, { id, input })).toBe('NOT_FOUND');
    expect((await discovery.graphql(CHANGE, { id, input: { name: 'Dawn', colors: ['SH-103'] } }, as)).data).toEqual({
      it: { name: 'Dawn', colors: [{ code: 'SH-103' }] },
    });
    const DELETE = 'mutation ($id: ID!) { it: deletePalette(id: $id) }';
    await discovery.graphql(DELETE, { id }, other);
    expect(await palettes(as)).toHaveLength(1);
    await discovery.graphql(DELETE, { id }, as);
    expect(await palettes(as)).toEqual([]);
  });

  it.each([
    ['a code that is not on the chart', { name: 'Dusk', colors: ['SH-999'] }],
    ['a colour twice', { name: 'Dusk', colors: ['SH-101', 'SH-101'] }],
    ['no colour', { name: 'Dusk', colors: [] }],
    ['no name', { name: ' ', colors: ['SH-101'] }],
  ])('are refused with %s', async (_what, refused) => {
    expect(await codeOf(await player(), ADD, { input: refused })).toBe('VALIDATION_FAILED');
  });

  it('are at most a hundred a player, also when two are added at once', async () => {
    const as = await player();
    await discovery.database.query(
      `INSERT INTO palettes (id, player_id, name, colors) SELECT gen_random_uuid(), $1, 'P', '{SH-101}'
        FROM generate_series(1, 99)`,
      [as.subject],
    );
    expect((await Promise.all([codeOf(as, ADD, { input }), codeOf(as, ADD, { input })])).sort()).toEqual([
      'LIST_FULL',
      'ok',
    ]);
  });
});

it('the tools need Pro; saved walls and palettes stay readable without it [MEMB-03 MEMB-04]', async () => {
  const now = new Date().toISOString();
  for (const as of [
    await player({ pro: false }),
    await player({ until: now }),
    { kind: 'player' as const, subject: uuidv7(), status: 'verified' as const },
  ]) {
    expect(await codeOf(as, DIRECTORY, { first: 1 })).toBe('PRO_REQUIRED');
    expect(await codeOf(as, '{ it: wallCountries { country } }')).toBe('PRO_REQUIRED');
    expect(await codeOf(as, ADD, { input: { name: 'Dusk', colors: ['SH-101'] } })).toBe('PRO_REQUIRED');
    expect(await palettes(as)).toEqual([]);
  }
  expect(await codeOf({ kind: 'guest' }, DIRECTORY, { first: 1 })).toBe('UNAUTHENTICATED');
});
