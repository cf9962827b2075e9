import { randomUUID } from 'node:crypto';
import type { SqlPool } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listedColumns } from '../discoveries/discovery-fields.js';
import { countChanges } from '../map/count-changes.js';
import { tables } from '../tables.js';
import type { BoundingBox } from './bounding-box.js';
import { CHANGE_KINDS, type ChangeKind } from './change.entity.js';
import { ChangeReads, RETENTION_DAYS, type LoggedChange } from './change-reads.js';
import { deleteOldChanges } from './changes-retention.js';

let database: OpenDatabase;
let reads: ChangeReads;
const sql = <T = unknown>(text: string, values: unknown[] = []): Promise<T[]> =>
  database.dataSource.query<T[]>(text, values);

beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
  reads = new ChangeReads((database.dataSource.driver as unknown as { master: SqlPool }).master);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql(`DELETE FROM discoveries`);
  await sql(`DELETE FROM legal_walls`);
  await logAll();
  await sql(`DELETE FROM changes`);
});

const logAll = async (): Promise<void> => {
  while ((await countChanges(database.dataSource)) > 0);
};

const WORK = `INSERT INTO discoveries (id, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded)
  VALUES ($1, $2, $3, 'tag', 'artist', false, 0)`;

async function addWork(latitude = 10, longitude = 20): Promise<string> {
  const id = randomUUID();
  await sql(WORK, [id, latitude, longitude]);
  return id;
}

async function addWall(): Promise<string> {
  const id = randomUUID();
  await sql(
    `INSERT INTO legal_walls (id, name, city, country, address, description, latitude, longitude, catalogue,
      catalogue_id) VALUES ($1::uuid, 'Wall', 'Ghent', 'Belgium', 'A lane', 'Long', 51, 3, 'c', $1::text)`,
    [id],
  );
  return id;
}

/** All changes after a position, page by page. */
async function readOn(
  since = 0,
  filter: { kinds?: readonly ChangeKind[]; box?: BoundingBox } = {},
  first = 7,
): Promise<LoggedChange[]> {
  const found: LoggedChange[] = [];
  for (let position = since, isMore = true; isMore;) {
    const page = await reads.after(position, first, { kinds: filter.kinds ?? CHANGE_KINDS, box: filter.box });
    expect(page.changes.length).toBeLessThanOrEqual(first);
    found.push(...page.changes);
    ({ position, hasNextPage: isMore } = page);
  }
  return found;
}

const wanted = { kinds: CHANGE_KINDS, box: null };

const kindsOf = (changes: LoggedChange[], subject: string) =>
  changes.filter((change) => change.subject === subject).map(({ kind }) => kind);

describe('the log of changes', () => {
  it('has changes of works and walls, and none of likes', async () => {
    const [work, wall] = [await addWork(), await addWall()];
    for (const change of [
      `title = 'Named'`,
      `description = 'Two eyes'`,
      `likes = 3`,
      `title = title`,
      `status = 'gone'`,
      `status = 'standing'`,
      `latitude = 11`,
    ])
      await sql(`UPDATE discoveries SET ${change} WHERE id = $1`, [work]);
    await sql(`UPDATE legal_walls SET hours = 'Daily' WHERE id = $1`, [wall]);
    await sql(`DELETE FROM legal_walls WHERE id = $1`, [wall]);
    await sql(`DELETE FROM discoveries WHERE id = $1`, [work]);
    await logAll();
    const log = await readOn();
    expect(kindsOf(log, work)).toEqual([
      'work.created',
      'work.changed',
      'work.changed',
      'work.gone',
      'work.changed',
      'work.changed',
      'work.removed',
    ]);
    expect(kindsOf(log, wall)).toEqual(['wall.created', 'wall.changed', 'wall.removed']);
  });

  it('has a change of every column that readers see of a wall, and none of its search words', async () => {
    const changes = ['name', 'city', 'country', 'address', 'hours', 'description', 'source'].map(
      (column) => `${column} = 'Other'`,
    );
    const wall = await addWall();
    for (const change of [...changes, 'latitude = 12', 'longitude = 4'])
      await sql(`UPDATE legal_walls SET ${change} WHERE id = $1`, [wall]);
    await logAll();
    expect(kindsOf(await readOn(), wall)).toEqual([
      'wall.created',
      ...Array.from({ length: changes.length + 2 }, () => 'wall.changed'),
    ]);
    await sql(`UPDATE legal_walls SET search_words = to_tsvector('simple', 'other') WHERE id = $1`, [wall]);
    await logAll();
    expect(kindsOf(await readOn(), wall)).toHaveLength(changes.length + 3);
  });

  it('has a change of every column that readers see of a work, which the trigger of `discoveries` lists', async () => {
    const unchanging = ['id', 'created_at', 'likes', 'tokens_awarded'];
    const columns = listedColumns.map(({ column }) => column).filter((column) => !unchanging.includes(column));
    const types = new Map(
      (
        await sql<{ name: string; type: string }>(
          `SELECT column_name AS name, data_type AS type FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = 'discoveries'`,
        )
      ).map(({ name, type }) => [name, type]),
    );
    const another: Record<string, string> = {
      text: `'other'`,
      uuid: 'gen_random_uuid()',
      boolean: 'true',
      smallint: '1999',
      integer: '7',
      'double precision': '11.5',
      pin_type: `'flag'`,
      role: `'photographer'`,
      status: `'gone'`,
    };
    const works = new Map<string, string>();
    for (const column of columns) {
      const work = await addWork();
      works.set(column, work);
      await sql(`UPDATE discoveries SET ${column} = ${another[column] ?? another[types.get(column)!]} WHERE id = $1`, [
        work,
      ]);
    }
    await logAll();
    const log = await readOn();
    expect(columns.filter((column) => kindsOf(log, works.get(column)!).length !== 2)).toEqual([]);
  });

  it('is read complete and in order while many write, also what a long transaction wrote first', async () => {
    const long = database.dataSource.createQueryRunner();
    await long.startTransaction();
    const early = randomUUID();
    await long.query(WORK, [early, 1, 2]);
    let isWriting = true;
    const counters = [0, 1].map(async () => {
      while (isWriting) await countChanges(database.dataSource);
    });
    const read: LoggedChange[] = [];
    const reader = (async () => {
      while (isWriting) read.push(...(await readOn(read.at(-1)?.position)));
    })();
    const written: string[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 25; round++) {
          const work = await addWork();
          written.push(work);
          await sql(`UPDATE discoveries SET title = 'Named' WHERE id = $1`, [work]);
          if (round % 2) await sql(`DELETE FROM discoveries WHERE id = $1`, [work]);
        }
      }),
    );
    await long.commitTransaction();
    await long.release();
    isWriting = false;
    await Promise.all([...counters, reader]);
    await logAll();
    read.push(...(await readOn(read.at(-1)?.position)));
    expect(read.map(({ position }) => position)).toEqual(
      read.map(({ position }) => position).toSorted((one, other) => one - other),
    );
    expect(read).toEqual(await readOn());
    expect(kindsOf(read, early)).toEqual(['work.created']);
    for (const [index, work] of written.entries())
      expect([index, kindsOf(read, work).slice(0, 2), kindsOf(read, work).at(-1)]).toEqual([
        index,
        ['work.created', 'work.changed'],
        expect.stringMatching(/changed|removed/),
      ]);
    expect(read.filter(({ kind }) => kind === 'work.removed')).toHaveLength(48);
  });

  it('is narrowed to kinds and to a box, across the antimeridian too, and to where a work was', async () => {
    const [here, there, eastern, western] = [
      await addWork(10, 20),
      await addWork(-40, 20),
      await addWork(10, 179.9),
      await addWork(10, -179.9),
    ];
    await sql(`UPDATE discoveries SET latitude = 50 WHERE id = $1`, [here]);
    await logAll();
    const subjects = async (box: BoundingBox, kinds?: ChangeKind[]) =>
      (await readOn(0, { box, ...(kinds && { kinds }) })).map(({ subject }) => subject);
    expect(await subjects([19, 9, 21, 11])).toEqual([here, here]);
    expect(await subjects([19, 9, 21, 11], ['work.created'])).toEqual([here]);
    expect(await subjects([19, 49, 21, 51])).toEqual([here]);
    expect(await subjects([19, -90, 21, 0])).toEqual([there]);
    expect(await subjects([179, 0, -179, 20])).toEqual([eastern, western]);
    expect(await subjects([0, 0, 1, 1])).toEqual([]);
  });

  it('goes on behind many rows that no one wanted, a bounded number at a time', async () => {
    await sql(
      `INSERT INTO changes (kind, subject, at, place) SELECT 'work.changed', gen_random_uuid(), now(), point(0, 0)
        FROM generate_series(1, 12000)`,
    );
    const wall = await addWall();
    await logAll();
    const filter = { kinds: ['wall.created' as const], box: null };
    const first = await reads.after(0, 10, filter);
    expect(first).toMatchObject({ changes: [], hasNextPage: true });
    expect((await readOn(0, { kinds: ['wall.created'] })).map(({ subject }) => subject)).toEqual([wall]);
  });

  it('keeps thirty days, and refuses older cursors', async () => {
    const log = (ago: string) =>
      sql(
        `INSERT INTO changes (kind, subject, at, place)
          VALUES ('work.created', gen_random_uuid(), now() - $1::interval, point(0, 0))`,
        [ago],
      );
    for (const ago of ['40 days', '35 days', '31 days', '29 days', '1 hour']) await log(ago);
    const all = await sql<{ position: string }>(`SELECT position FROM changes ORDER BY position`).then((rows) =>
      rows.map(({ position }) => Number(position)),
    );
    await deleteOldChanges(database.dataSource);
    expect(await sql(`SELECT FROM changes`)).toHaveLength(3);
    const kept = all.slice(3);
    const positionsAfter = async (position: number) =>
      (await reads.after(position, 10, wanted)).changes.map((change) => change.position);
    await expect(positionsAfter(all[1]!)).rejects.toMatchObject({ code: 'CHANGES_EXPIRED' });
    expect(await positionsAfter(all[2]!)).toEqual(kept);
    expect(await positionsAfter(await reads.positionAt())).toEqual(kept);
    expect(await positionsAfter(await reads.positionAt(new Date(Date.now() - 86_400_000)))).toEqual(kept.slice(1));
    expect(await reads.positionAt(new Date(Date.now() + 60_000))).toBe(kept.at(-1));
    await expect(reads.positionAt(new Date(Date.now() - (RETENTION_DAYS + 1) * 86_400_000))).rejects.toMatchObject({
      code: 'CHANGES_EXPIRED',
    });
  });

  it('is cleared of more than one batch, unless the signal ends that', async () => {
    await sql(
      `INSERT INTO changes (kind, subject, at, place) SELECT 'work.created', gen_random_uuid(),
        now() - interval '31 days', point(0, 0) FROM generate_series(1, 20010)`,
    );
    await deleteOldChanges(database.dataSource, Date.now(), AbortSignal.abort());
    expect(await sql(`SELECT FROM changes`)).toHaveLength(20_010);
    await deleteOldChanges(database.dataSource);
    expect(await sql(`SELECT FROM changes`)).toHaveLength(1);
  });
});
