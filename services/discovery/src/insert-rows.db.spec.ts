import { uuidv7 } from '@sprayhunt/service-kit';
import { type OpenDatabase, openMigratedDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Discovery, DiscoveryCount } from './discoveries/discovery.entity.js';
import { insertsInto } from './insert-rows.js';
import { tables } from './tables.js';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
});
afterAll(() => database.close());

const insertDiscoveries = insertsInto(Discovery, 'RETURNING id');
const newRow = (): Partial<Discovery> => ({
  id: uuidv7(),
  playerId: uuidv7(),
  title: 'Größe “Ω” \\ \u{1f3a8}',
  latitude: -33.865143,
  longitude: 151.2099,
  pinType: 'tag',
  role: 'artist',
  isFreshArt: true,
  tokensAwarded: 100,
  createdAt: new Date('2026-11-26T12:34:56.789Z'),
  titleDigest: Buffer.from([0, 1, 254, 255]),
});

it('inserts rows with their texts, numbers, times and bytes, and the defaults of the other columns', async () => {
  const rows = [newRow(), newRow()];
  const inserted = await database.dataSource.transaction((tx) => insertDiscoveries<{ id: string }>(tx, rows));
  expect(inserted.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  for (const row of rows) {
    const stored = await database.dataSource.manager.findOneByOrFail(Discovery, { id: row.id! });
    expect(stored).toMatchObject({ ...row, status: 'standing', likes: 0, description: null, awardAt: null });
  }
});

it('ends with the given clause: counts of a player replace the former ones', async () => {
  const putCounts = insertsInto(DiscoveryCount, 'ON CONFLICT (player_id) DO UPDATE SET in_minute = excluded.in_minute');
  const [playerId, ends] = [uuidv7(), new Date('2026-11-26T12:00:00Z')];
  const counts = { playerId, minuteEnds: ends, inMinute: 1, dayEnds: ends, inDay: 1 };
  await database.dataSource.transaction((tx) => putCounts(tx, [counts]));
  await database.dataSource.transaction((tx) => putCounts(tx, [{ ...counts, inMinute: 2, inDay: 2 }]));
  expect(await database.dataSource.manager.find(DiscoveryCount)).toEqual([{ ...counts, inMinute: 2 }]);
});
