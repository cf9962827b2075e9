import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPEN_DATA_ACCOUNT } from '@sprayhunt/contracts';
import {
  ImportRefused,
  importRows,
  importShipped,
  type ImportSummary,
  listDataSets,
  removeDataSet,
} from '@sprayhunt/service-kit/imports';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { DiscoveryReads } from '../discoveries/discovery-reads.js';
import { WallReads } from '../walls/wall-reads.js';
import { tables } from '../tables.js';
import { discoveryImporter } from './discovery-importer.js';
import { imports, shipped } from './imports.js';

let database: OpenDatabase;
let folder: string;

beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const count = async (where: string): Promise<number> =>
  (await database.dataSource.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${where}`))[0].n;

async function fileOf(lines: string[]): Promise<string> {
  const file = join(folder, `${Math.random()}.csv`);
  await writeFile(file, lines.join('\n'));
  return file;
}

describe('the shipped data', () => {
  let first: Map<string, ImportSummary | null>;

  beforeAll(async () => {
    first = new Map();
    await importShipped(database.dataSource, shipped, (name, summary) => first.set(name, summary));
  });

  it('is 803 works with a position and at least 60 legal walls', async () => {
    expect([...first].map(([name, summary]) => [name, summary!.added, summary!.refused])).toEqual([
      ['legal-walls', expect.any(Number), 0],
      ['brisbane', 86, 0],
      ['montreal', 174, 0],
      ['vancouver', 543, 133],
    ]);
    expect(await count('discoveries')).toBe(803);
    expect(await count('legal_walls')).toBeGreaterThanOrEqual(60);
    expect(new Set(first.get('vancouver')!.faults.map(({ reason }) => reason))).toEqual(new Set(['has no position']));
  });

  it('belongs to the open-data account, earns nothing and publishes no events', async () => {
    expect(await count(`discoveries WHERE player_id = '${OPEN_DATA_ACCOUNT}' AND tokens_awarded = 0`)).toBe(803);
    expect(await count('outbox')).toBe(0);
  });

  it('keeps year, artist, standing or gone, licence and source', async () => {
    expect(await count(`discoveries WHERE status = 'gone'`)).toBe(131);
    expect(await count(`discoveries WHERE source LIKE 'Ville de Montréal%' AND artist_name IS NULL`)).toBe(1);
    expect(await count(`discoveries WHERE licence IS NULL OR source IS NULL OR source_url IS NULL`)).toBe(0);
    expect(
      await count(
        `discoveries WHERE source LIKE 'City of Vancouver%' AND address = '1128 West Georgia Street'
          AND status = 'gone'`,
      ),
    ).toBeGreaterThanOrEqual(15);
    expect(await count(`discoveries WHERE description LIKE '%&%;%' OR description LIKE '%n/a%'`)).toBe(0);
  });

  it('shows at least 50 works within 5 km around Montréal and Vancouver', async () => {
    const reads = new DiscoveryReads(database.pool);
    for (const place of [
      { latitude: 45.5019, longitude: -73.5674 },
      { latitude: 49.2827, longitude: -123.1207 },
    ]) {
      const { items } = await reads.nearby({ place, radius: 5_000, first: 100 }, undefined);
      expect(items.length).toBeGreaterThanOrEqual(50);
    }
  });

  const CITIES: [string, number, number][] = [
    ['Gold Coast', -28.0167, 153.4],
    ['Brisbane', -27.4698, 153.0251],
    ['Sydney', -33.8688, 151.2093],
    ['Melbourne', -37.8136, 144.9631],
    ['Perth', -31.9523, 115.8613],
    ['Auckland', -36.8509, 174.7645],
    ['Montréal', 45.5019, -73.5674],
    ['Toronto', 43.6532, -79.3832],
    ['Vancouver', 49.2827, -123.1207],
    ['New York', 40.7128, -74.006],
    ['Los Angeles', 34.0522, -118.2437],
    ['Chicago', 41.8781, -87.6298],
    ['Miami', 25.7617, -80.1918],
    ['San Francisco', 37.7749, -122.4194],
    ['Mexico City', 19.4326, -99.1332],
    ['Bogotá', 4.711, -74.0721],
    ['Lima', -12.0464, -77.0428],
    ['São Paulo', -23.5505, -46.6333],
    ['Rio de Janeiro', -22.9068, -43.1729],
    ['Buenos Aires', -34.6037, -58.3816],
    ['Santiago', -33.4489, -70.6693],
    ['London', 51.5074, -0.1278],
    ['Paris', 48.8566, 2.3522],
    ['Berlin', 52.52, 13.405],
    ['Hamburg', 53.5511, 9.9937],
    ['Munich', 48.1351, 11.582],
    ['Amsterdam', 52.3676, 4.9041],
    ['Brussels', 50.8503, 4.3517],
    ['Barcelona', 41.3874, 2.1686],
    ['Madrid', 40.4168, -3.7038],
    ['Lisbon', 38.7223, -9.1393],
    ['Rome', 41.9028, 12.4964],
    ['Vienna', 48.2082, 16.3738],
    ['Zurich', 47.3769, 8.5417],
    ['Prague', 50.0755, 14.4378],
    ['Warsaw', 52.2297, 21.0122],
    ['Budapest', 47.4979, 19.0402],
    ['Copenhagen', 55.6761, 12.5683],
    ['Stockholm', 59.3293, 18.0686],
    ['Oslo', 59.9139, 10.7522],
    ['Helsinki', 60.1699, 24.9384],
    ['Athens', 37.9838, 23.7275],
    ['Istanbul', 41.0082, 28.9784],
    ['Tel Aviv', 32.0853, 34.7818],
    ['Cape Town', -33.9249, 18.4241],
    ['Johannesburg', -26.2041, 28.0473],
    ['Accra', 5.6037, -0.187],
    ['Dubai', 25.2048, 55.2708],
    ['Mumbai', 19.076, 72.8777],
    ['Delhi', 28.6139, 77.209],
    ['Bangkok', 13.7563, 100.5018],
    ['Singapore', 1.3521, 103.8198],
    ['Kuala Lumpur', 3.139, 101.6869],
    ['Jakarta', -6.2088, 106.8456],
    ['Manila', 14.5995, 120.9842],
    ['Hong Kong', 22.3193, 114.1694],
    ['Shanghai', 31.2304, 121.4737],
    ['Beijing', 39.9042, 116.4074],
    ['Taipei', 25.033, 121.5654],
    ['Seoul', 37.5665, 126.978],
    ['Tokyo', 35.6762, 139.6503],
    ['Osaka', 34.6937, 135.5023],
  ];

  it.each(CITIES)('has a legal wall within 50 km of %s', async (_, latitude, longitude) => {
    const { items } = await new WallReads(database.pool).nearby({
      place: { latitude, longitude },
      radius: 50_000,
      first: 1,
    });
    expect(items).toHaveLength(1);
  });

  it('is imported once', async () => {
    const again: (ImportSummary | null)[] = [];
    await importShipped(database.dataSource, shipped, (_, summary) => again.push(summary));
    expect(again).toEqual([null, null, null, null]);
    await database.dataSource.query(`DELETE FROM import_runs WHERE name = 'brisbane'`);
    await importShipped(database.dataSource, shipped, (name, summary) => name === 'brisbane' && again.push(summary));
    expect(again.at(-1)).toMatchObject({ added: 0, updated: 0, unchanged: 86 });
    expect(await count('discoveries')).toBe(803);
  });

  it('is listed with its licence, and removed data sets stay removed', async () => {
    const sets = await listDataSets(database.dataSource, imports);
    expect(sets.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['works', 86],
      ['works', 543],
      ['works', 174],
      ['walls', expect.any(Number)],
    ]);
    expect(sets[0]).toMatchObject({
      name: 'Brisbane City Council public art',
      licence: 'CC BY 4.0, © Brisbane City Council 2018',
    });
    expect(await removeDataSet(database.dataSource, discoveryImporter, sets[0]!.name)).toBe(86);
    const again: (ImportSummary | null)[] = [];
    await importShipped(database.dataSource, shipped, (_, summary) => again.push(summary));
    expect(again).toEqual([null, null, null, null]);
    expect(await count('discoveries')).toBe(717);
  });
});

const MAP = { fields: { id: 'id', title: 'title', latitude: 'latitude', longitude: 'longitude', status: 'status' } };

describe('importing a file', () => {
  const HEAD = 'id,title,latitude,longitude,status';
  const order = async (lines: string[], more: { skipBad?: boolean; removeGone?: boolean; dryRun?: boolean } = {}) => ({
    source: { file: await fileOf([HEAD, ...lines]), format: 'csv' as const, encoding: 'utf-8', delimiter: ',' },
    map: MAP,
    dataSet: { name: 'Operator', licence: 'CC0', attribution: 'A town', url: null },
    ...more,
  });
  const imported = () => count(`discoveries WHERE source = 'Operator'`);
  const run = async (...args: Parameters<typeof order>) =>
    importRows(database.dataSource, discoveryImporter, await order(...args));

  it('reports each bad row with line and reason, and imports nothing', async () => {
    const lines = [
      ...Array.from({ length: 1_200 }, (_, i) => `${i},Work,1,2,`),
      'x,Far,95,2,',
      '7,Twin,1,2,',
      'short',
      'y,Odd,1,2,phase 3',
    ];
    const refused = await run(lines).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportRefused);
    expect((refused as ImportRefused).summary).toMatchObject({ read: 1_204, added: 0, refused: 4, unit: 'line' });
    expect((refused as ImportRefused).summary.faults).toEqual([
      { number: 1_202, reason: 'latitude 95 is not within -90 and 90' },
      { number: 1_203, reason: 'has the id of line 9' },
      { number: 1_204, reason: 'has 1 columns where the header has 5' },
      {
        number: 1_205,
        reason: 'status "phase 3" is neither standing nor gone: add --status "phase 3=standing" (or =gone)',
      },
    ]);
    expect(await imported()).toBe(0);
    expect(await count(`data_sets WHERE name = 'Operator'`)).toBe(0);
  });

  it('names the row of a mark that is not closed, and keeps the others with skipBad', async () => {
    const lines = ['1,One,1,2,', 'x,"never closed,1,2,', '2,Two,1,2,', 'y,"at the end,1,2,'];
    const faults = [3, 5].map((number) => ({ number, reason: 'opens a quotation mark that is not closed' }));
    await expect(run(lines)).rejects.toMatchObject({ summary: { refused: 2, faults } });
    expect(await imported()).toBe(0);
    expect(await run(lines, { skipBad: true, dryRun: true })).toMatchObject({ added: 2, refused: 2, faults });
  });

  it('is no success, and no data set, if no row can be taken', async () => {
    await expect(run(['1,One,95,2,', '2,Two,,,'], { skipBad: true })).rejects.toMatchObject({
      message: '2 of 2 rows cannot be taken; nothing was imported.',
    });
    expect(await count(`data_sets WHERE name = 'Operator'`)).toBe(0);
  });

  it('imports the valid rows with skipBad, and the same rows once', async () => {
    const lines = ['1,One,1,2,', '2,Two,1,2,', '3,Three,,,'];
    expect(await run(lines, { skipBad: true })).toMatchObject({ added: 2, refused: 1 });
    expect(await run(lines, { skipBad: true })).toMatchObject({ added: 0, unchanged: 2, refused: 1 });
    expect(await imported()).toBe(2);
    expect(await count(`discoveries WHERE source = 'Operator' AND licence = 'CC0, A town'`)).toBe(2);
  });

  it('updates a row and keeps its likes', async () => {
    await database.dataSource.query(`UPDATE discoveries SET likes = 4 WHERE source = 'Operator' AND source_id = '1'`);
    expect(await run(['1,One,1,2,gone', '2,Two,1,2,'])).toMatchObject({ updated: 1, unchanged: 1, gone: 0 });
    expect(
      await database.dataSource.query(
        `SELECT status, likes FROM discoveries WHERE source = 'Operator' AND source_id = '1'`,
      ),
    ).toEqual([{ status: 'gone', likes: 4 }]);
  });

  it('takes a text without the characters that cannot be read, and remarks on it', async () => {
    expect(await run(['1,caf�,1,2,gone', '2,Two,1,2,'])).toMatchObject({
      updated: 1,
      unreadable: 1,
      remarks: [{ number: 2, reason: expect.stringContaining('title') }],
    });
    const stored = `SELECT title FROM discoveries WHERE source = 'Operator' AND source_id = '1'`;
    expect(await database.dataSource.query(stored)).toEqual([{ title: 'caf' }]);
  });

  it('reports rows that the file no longer has, and removes them on request, like any removed work', async () => {
    const before = await count('outbox');
    expect(await run(['2,Two,1,2,', '4,Four,1,2,'], { dryRun: true })).toMatchObject({
      added: 1,
      unchanged: 1,
      gone: 1,
    });
    expect(await imported()).toBe(2);
    // A row that cannot be imported this time is still in the file.
    expect(await run(['1,One,1,200,', '2,Two,1,2,'], { skipBad: true, removeGone: true })).toMatchObject({
      refused: 1,
      gone: 0,
    });
    expect(await run(['2,Two,1,2,'], { removeGone: true })).toMatchObject({ unchanged: 1, gone: 1, removed: true });
    expect(await imported()).toBe(1);
    expect(await count('outbox')).toBe(before + 1);
    expect(await removeDataSet(database.dataSource, discoveryImporter, 'Operator')).toBe(1);
    expect(await count('outbox')).toBe(before + 2);
    expect(await count(`data_sets WHERE name = 'Operator'`)).toBe(0);
  });

  it('refuses a column that no row has', async () => {
    await expect(
      importRows(database.dataSource, discoveryImporter, {
        ...(await order(['1,One,1,2,'])),
        map: { fields: { ...MAP.fields, artist: 'painter' } },
      }),
    ).rejects.toThrow('no row of the file has: "painter" (for artistName)');
    expect(await imported()).toBe(0);
  });
});
