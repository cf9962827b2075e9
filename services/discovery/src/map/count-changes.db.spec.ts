import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { LogChanges1763900071100 } from '../migrations/1763900071100-log-changes.js';
import { CountWorksOnMap1763700070100 } from '../migrations/1763700070100-count-works-on-map.js';
import { TitleMapCells1763700070300 } from '../migrations/1763700070300-title-map-cells.js';
import { onMap } from '../nearby/mercator.js';
import { tables } from '../tables.js';
import { countChanges } from './count-changes.js';
import { MapCounter } from './map-counter.js';
import { ancestor, cellKey, DEEPEST_LEVEL, mapPlace, tileOf } from './tile.js';

let database: OpenDatabase;
const sql = <T = unknown>(text: string, values: unknown[] = []): Promise<T[]> =>
  database.dataSource.query<T[]>(text, values);

beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql(`DELETE FROM discoveries`);
  await countAll();
});

const countAll = async (): Promise<void> => {
  while ((await countChanges(database.dataSource)) > 0);
};

/** Places in a few towns, across the edges of the map and of its cells. */
const TOWNS = [
  [-28, 153.4],
  [49.28, -123.1],
  [0, 0],
  [85, 180],
  [-89, -180],
  [51.5, 179.999],
] as const;
const near = (): [number, number] => {
  const [latitude, longitude] = TOWNS[Math.floor(Math.random() * TOWNS.length)]!;
  const off = () => (Math.random() < 0.3 ? 0 : (Math.random() - 0.5) * 0.1 ** Math.floor(Math.random() * 4));
  return [Math.max(-90, Math.min(90, latitude + off())), Math.max(-180, Math.min(180, longitude + off()))];
};

async function add(
  works: number,
  place = near,
  status = () => (Math.random() < 0.3 ? 'gone' : 'standing'),
): Promise<void> {
  const rows = Array.from({ length: works }, () => {
    const [latitude, longitude] = place();
    const id = randomUUID();
    return { id, title: Math.random() < 0.8 ? `Work ${id}` : null, latitude, longitude, status: status() };
  });
  await sql(
    `INSERT INTO discoveries (id, title, latitude, longitude, status, pin_type, role, is_fresh_art, tokens_awarded)
     SELECT id, title, latitude, longitude, status, 'location', 'photographer', false, 50
     FROM json_to_recordset($1) AS work (id uuid, title text, latitude double precision, longitude double precision,
       status text)`,
    [JSON.stringify(rows)],
  );
}

interface Cell {
  standing: number;
  gone: number;
  standingWork: string | null;
  goneWork: string | null;
  title: string | null;
  sumX: number;
  sumY: number;
}

const CELLS = `SELECT level || '/' || key AS cell, standing, gone, standing_work AS "standingWork",
  gone_work AS "goneWork", title, sum_x::float8 AS "sumX", sum_y::float8 AS "sumY" FROM map_cells`;

async function cells(): Promise<Map<string, Cell>> {
  return new Map((await sql<Cell & { cell: string }>(CELLS)).map(({ cell, ...rest }) => [cell, rest]));
}

/** The same from the works one by one. */
async function bruteForce(): Promise<Map<string, Cell>> {
  const works = await sql<{
    id: string;
    title: string | null;
    latitude: number;
    longitude: number;
    status: 'standing' | 'gone';
  }>(`SELECT id, title, latitude, longitude, status FROM discoveries ORDER BY id`);
  const found = new Map<string, Cell>();
  for (const { id, title, status, ...place } of works) {
    const { x, y } = mapPlace(onMap(place));
    const deepest = { z: DEEPEST_LEVEL, x: x >>> (31 - DEEPEST_LEVEL), y: y >>> (31 - DEEPEST_LEVEL) };
    for (let level = 0; level <= DEEPEST_LEVEL; level++) {
      const name = `${level}/${cellKey(ancestor(deepest, level))}`;
      const cell = found.get(name) ?? {
        standing: 0,
        gone: 0,
        standingWork: null,
        goneWork: null,
        title: null,
        sumX: 0,
        sumY: 0,
      };
      found.set(name, cell);
      cell[status]++;
      cell[`${status}Work`] ??= id;
      cell.title = cell.standing + cell.gone === 1 ? title : null;
      cell.sumX += x;
      cell.sumY += y;
    }
  }
  return found;
}

const expectCounted = async (): Promise<void> => expect(await cells()).toEqual(await bruteForce());

describe('the pyramid of the map', () => {
  it('equals brute force after random works, moves, removals and changes of state', async () => {
    for (let round = 0; round < 12; round++) {
      await add(80);
      await sql(`DELETE FROM discoveries WHERE random() < 0.3`);
      if (round % 2 === 0) await countAll();
      await sql(
        `UPDATE discoveries SET status = CASE status WHEN 'gone' THEN 'standing' ELSE 'gone' END WHERE random() < 0.2`,
      );
      await sql(
        `UPDATE discoveries SET latitude = latitude * 0.9999, longitude = longitude * 0.9999 WHERE random() < 0.2`,
      );
      await sql(`UPDATE discoveries SET title = 'Renamed ' || id WHERE random() < 0.2`);
      if (round % 3 === 0) await countAll();
    }
    await countAll();
    await expectCounted();
    await sql(`DELETE FROM discoveries`);
    await countAll();
    expect(await cells()).toEqual(new Map());
  });

  it('equals brute force with two processes counting while works come and go', async () => {
    let writing = true;
    const counter = async () => {
      do await countChanges(database.dataSource);
      while (writing);
    };
    const writer = async () => {
      for (let round = 0; round < 15; round++) {
        await add(40);
        await sql(
          `DELETE FROM discoveries WHERE id IN (SELECT id FROM discoveries ORDER BY random() LIMIT 12
            FOR UPDATE SKIP LOCKED)`,
        );
      }
    };
    const counters = [counter(), counter()];
    await Promise.all([writer(), writer()]);
    writing = false;
    await Promise.all(counters);
    await countAll();
    await expectCounted();
  });

  it('counts what a long transaction wrote before others, once that commits', async () => {
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(
      `INSERT INTO discoveries (id, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded)
        VALUES ($1, 1, 2, 'tag', 'artist', false, 0)`,
      [randomUUID()],
    );
    await add(3);
    await countAll();
    expect((await cells()).get('0/0')).toMatchObject({ standing: expect.any(Number) });
    await runner.commitTransaction();
    await runner.release();
    await countAll();
    await expectCounted();
  });

  it('gives every changed cell and its ancestors a new version, and no other', async () => {
    await add(1, () => [10, 10]);
    await add(1, () => [-10, -10]);
    await countAll();
    const versions = async () =>
      new Map(
        (
          await sql<{ cell: string; version: string }>(`SELECT level || '/' || key AS cell, version FROM map_cells`)
        ).map(({ cell, version }) => [cell, version]),
      );
    const before = await versions();
    await sql(`UPDATE discoveries SET title = 'Named' WHERE latitude = 10`);
    await countAll();
    const after = await versions();
    const changed = [...after].filter(([cell, version]) => version !== before.get(cell)).map(([cell]) => cell);
    expect(changed).toHaveLength(DEEPEST_LEVEL + 1);
    expect(changed).toContain('0/0');
    await sql(`UPDATE discoveries SET likes = 3`);
    expect(await countChanges(database.dataSource)).toBe(0);
  });

  it('uses the same key and units as the database', async () => {
    const places = [...Array.from({ length: 200 }, near), [0, 180], [0, -180], [90, 0], [-90, 0]] as [number, number][];
    await add(places.length, () => places.pop()!);
    const rows = await sql<{ latitude: number; longitude: number; x: number; y: number; key: string }>(
      `SELECT latitude, longitude, place.* FROM discoveries, map_place(g) AS place`,
    );
    expect(rows).toHaveLength(204);
    for (const { x, y, key, ...place } of rows) {
      expect(mapPlace(onMap(place))).toEqual({ x, y });
      const cell = tileOf(Number(key), DEEPEST_LEVEL);
      expect(cell).toEqual({ z: DEEPEST_LEVEL, x: x >>> 15, y: y >>> 15 });
      expect(cellKey(cell)).toBe(Number(key));
    }
  });

  it.each([
    ['filled for the works', [CountWorksOnMap1763700070100, TitleMapCells1763700070300, LogChanges1763900071100]],
    ['given the titles of the works', [TitleMapCells1763700070300, LogChanges1763900071100]],
  ])('is %s of an earlier version by its migrations', async (_, names) => {
    await add(30);
    await countAll();
    const migrations = names.map((name) => database.dataSource.migrations.find((one) => one instanceof name)!);
    const runner = database.dataSource.createQueryRunner();
    for (const migration of migrations.toReversed()) await migration.down(runner);
    for (const migration of migrations) await migration.up(runner);
    await runner.release();
    await countAll();
    await expectCounted();
  });
});

it('the gauge of changes says how many wait while another process counts', async () => {
  const other = database.dataSource.createQueryRunner();
  await other.startTransaction();
  await other.query(`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':map'))`);
  await add(3);
  const counter = new MapCounter(database.dataSource, database.pool);
  counter.onApplicationBootstrap();
  const waiting = async () => (await register.getSingleMetric('map_changes_waiting')!.get()).values[0]!.value;
  expect(await waiting()).toBe(3);
  await other.commitTransaction();
  await other.release();
  await eventually(async () => expect(await waiting()).toBe(0));
  await counter.beforeApplicationShutdown();
});
