import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cells of one statement, which stays far below the statement timeout. */
const BATCH = 50_000;

/** A cell of the map with one work has its title, so that a tile is read without a look at each of its works. */
export class TitleMapCells1763700070300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE map_cells ADD title text`);
    for (let last: Cell | null = { level: -1, key: '0' }; last !== null;) last = await titleCells(runner, last);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE map_cells DROP title`);
  }
}

interface Cell {
  level: number;
  key: string;
}

/** @returns the last cell; null at the end */
async function titleCells(runner: QueryRunner, { level, key }: Cell): Promise<Cell | null> {
  const [last] = (await runner.query(
    `WITH cells AS (SELECT level, key FROM map_cells WHERE (level, key) > ($1, $2) ORDER BY level, key LIMIT ${BATCH}),
       titled AS (
         UPDATE map_cells cell SET title = work.title FROM cells, discoveries work
         WHERE cell.level = cells.level AND cell.key = cells.key AND standing + cell.gone = 1
           AND work.id = coalesce(standing_work, gone_work))
     SELECT level, key FROM cells ORDER BY level DESC, key DESC LIMIT 1`,
    [level, key],
  )) as Cell[];
  return last ?? null;
}
