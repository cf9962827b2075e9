import { Injectable } from '@nestjs/common';
import { IdempotentTransaction, Problem, SqlPool, uuidv7 } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';

/** Palettes that a member may keep, and colours of one. */
export const MAX_PALETTES = 100;
export const MAX_COLORS = 24;

export interface ListedPalette {
  id: string;
  name: string;
  colors: string[];
  changedAt: Date;
}

const LISTED = `id, name, colors, changed_at AS "changedAt"`;
const OF_PLAYER = {
  name: 'palettes-of-player',
  text: `SELECT ${LISTED} FROM palettes WHERE player_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC
    LIMIT $3`,
};
const ADD = `INSERT INTO palettes (id, player_id, name, colors) VALUES ($1, $2, $3, $4) RETURNING id`;
const ONE = `SELECT ${LISTED} FROM palettes WHERE id = $1`;
const CHANGE = `UPDATE palettes SET name = $3, colors = $4, changed_at = now() WHERE id = $1 AND player_id = $2
  RETURNING ${LISTED}`;

/** The palettes of members, the newest first. */
@Injectable()
export class PalettesService {
  constructor(
    private readonly pool: SqlPool,
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
  ) {}

  async ofPlayer(
    player: string,
    first: number,
    after: string | undefined,
  ): Promise<{ items: ListedPalette[]; hasNextPage: boolean }> {
    const { rows } = await this.pool.query<ListedPalette>({ ...OF_PLAYER, values: [player, after, first + 1] });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }

  /**
   * @throws Problem `LIST_FULL`, `NOT_FOUND` for a palette that an earlier request added and that was deleted since
   */
  async add(player: string, input: { name: string; colors: string[] }): Promise<ListedPalette> {
    const id = await this.transaction.run((tx) => addPalette(tx, player, input));
    const [added] = await this.dataSource.query<ListedPalette[]>(ONE, [id]);
    if (!added) throw new Problem('NOT_FOUND', 'There is no such palette.');
    return added;
  }

  /** @throws Problem `NOT_FOUND` also for those of others */
  async change(
    player: string,
    id: string,
    { name, colors }: { name: string; colors: string[] },
  ): Promise<ListedPalette> {
    const [[changed]] = await this.dataSource.query<[ListedPalette[], number]>(CHANGE, [id, player, name, colors]);
    if (!changed) throw new Problem('NOT_FOUND', 'There is no such palette.');
    return changed;
  }

  /** Deleting a missing palette changes nothing. */
  async delete(player: string, id: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM palettes WHERE id = $1 AND player_id = $2`, [id, player]);
  }
}

async function addPalette(
  tx: EntityManager,
  player: string,
  { name, colors }: { name: string; colors: string[] },
): Promise<string> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('palettes:' || $1, 0))`, [player]);
  const [stored] = await tx.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM palettes WHERE player_id = $1`,
    [player],
  );
  if (stored.count >= MAX_PALETTES)
    throw new Problem('LIST_FULL', `You have ${MAX_PALETTES} palettes. Delete one first.`);
  const [added] = await tx.query<[{ id: string }]>(ADD, [uuidv7(), player, name, colors]);
  return added.id;
}
