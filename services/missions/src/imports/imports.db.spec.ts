import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  ImportRefused,
  importRows,
  importShipped,
  type ImportSummary,
  removeDataSet,
} from '@sprayhunt/service-kit/imports';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { tables } from '../tables.js';
import { shipped } from './imports.js';
import { missionImporter } from './mission-importer.js';

let database: OpenDatabase;
let folder: string;
beforeAll(async () => {
  database = await openMigratedDatabase('missions', tables);
  folder = await mkdtemp(join(tmpdir(), 'missions-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const query = <T>(sql: string) => database.dataSource.query<T[]>(sql);

it('the shipped catalogue has at least 60 missions in 21 countries, of all types, levels and ratings, each with its story and source [MISS-06]', async () => {
  const summaries: (ImportSummary | null)[] = [];
  await importShipped(database.dataSource, shipped, (_, summary) => summaries.push(summary));
  expect(summaries).toMatchObject([{ refused: 0, shortened: 0, unreadable: 0 }]);
  const [counts] = await query<Record<string, number>>(`
    SELECT count(*)::int AS missions, count(DISTINCT country)::int AS countries,
      count(DISTINCT mission_type)::int AS types, count(DISTINCT difficulty_level)::int AS levels,
      count(DISTINCT safety_rating)::int AS ratings, count(*)
        FILTER (WHERE num_nulls(historical_context, artist_info, best_photo_time, source, source_url) > 0)::int AS bare
          FROM missions`);
  expect(counts).toMatchObject({ countries: 21, types: 6, levels: 4, ratings: 3, bare: 0 });
  expect(counts!['missions']).toBeGreaterThanOrEqual(60);
  await importShipped(database.dataSource, shipped, (_, summary) => summaries.push(summary));
  expect(summaries.at(-1)).toBeNull();
});

const HEAD =
  'id,title,description,city,country,mission_type,difficulty_level,safety_rating,latitude,longitude,radius_m,rewards_tokens,is_active';
const MAP = {
  fields: {
    id: 'id',
    title: 'title',
    description: 'description',
    city: 'city',
    country: 'country',
    missionType: 'mission_type',
    difficultyLevel: 'difficulty_level',
    safetyRating: 'safety_rating',
    latitude: 'latitude',
    longitude: 'longitude',
    radiusM: 'radius_m',
    rewardsTokens: 'rewards_tokens',
    isActive: 'is_active',
  },
};

async function importing(rows: string[], removeGone = false) {
  const file = join(folder, 'own.csv');
  await writeFile(file, [HEAD, ...rows].join('\n'));
  return importRows(database.dataSource, missionImporter, {
    source: { file, format: 'csv', encoding: 'utf-8', delimiter: ',' },
    map: MAP,
    dataSet: { name: 'Own', licence: null, attribution: null, url: null },
    removeGone,
  });
}

it('an operator’s catalogue is imported whole or not at all, brought up to date, and removed with its participations', async () => {
  const one = '1,Tunnel,Look up.,Oslo,Norway,Photo Hunt,easy,HIGH RISK,59.9,10.7,,50,';
  const refused = importing([one, '2,Wall,Look down.,Oslo,Norway,Photo Walk,Easy,Safe,59.9,10.7,20,-1,']);
  await expect(refused).rejects.toThrow(ImportRefused);
  const { summary } = (await refused.catch((error: unknown) => error)) as ImportRefused;
  expect(summary.faults).toMatchObject([
    { number: 3, reason: expect.stringContaining('missionType "Photo Walk" is none of photo hunt, documentation') },
  ]);
  expect(summary.faults[0]!.reason).toContain('radiusM "20" is not a whole number from 50 to 100000');
  expect(await query(`SELECT FROM missions WHERE catalogue = 'Own'`)).toEqual([]);

  expect(await importing([one])).toMatchObject({ added: 1 });
  const [before] = await query<{ id: string }>(
    `SELECT id, radius, safety_rating, ends_at FROM missions WHERE catalogue = 'Own'`,
  );
  expect(before).toMatchObject({ radius: 2000, safety_rating: 'high_risk', ends_at: null });
  await query(
    `INSERT INTO participations (id, mission_id, player_id) SELECT gen_random_uuid(), id, gen_random_uuid()
      FROM missions WHERE catalogue = 'Own'`,
  );
  expect(await importing([`${one}false`])).toMatchObject({ updated: 1 });
  expect(await importing([`${one}false`])).toMatchObject({ unchanged: 1 });
  expect(await query(`SELECT id FROM missions WHERE catalogue = 'Own' AND ends_at < now()`)).toEqual([
    { id: before!.id },
  ]);

  expect(await removeDataSet(database.dataSource, missionImporter, 'Own')).toBe(1);
  expect(await query(`SELECT FROM participations`)).toEqual([]);
});
