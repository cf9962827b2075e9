import { Injectable } from '@nestjs/common';
import { loaderPerRequest, prefixQuery, Problem, SqlPool } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { LISTED_WALL, type ListedWall } from './wall-reads.js';

/** Limit for one member. */
export const MAX_SAVED_WALLS = 1_000;
const MAX_COUNTRIES = 300;

/** The filters of the directory, and the start of the page. */
export interface DirectorySearch {
  player: string;
  text: string | null;
  country: string | null;
  isSaved: boolean;
  first: number;
  after?: readonly [country: string, city: string, name: string, id: string];
}

const SELECT_COUNTRIES = {
  name: 'wall-countries',
  text: `SELECT country, count(*)::int AS walls FROM legal_walls GROUP BY country ORDER BY country
    LIMIT ${MAX_COUNTRIES}`,
};
const SELECT_SAVED = {
  name: 'walls-saved',
  text: `SELECT wall_id AS "wallId" FROM saved_walls WHERE player_id = $1 AND wall_id = ANY ($2::uuid[])`,
};
const INSERT_SAVED = `INSERT INTO saved_walls (player_id, wall_id) SELECT $1, id FROM legal_walls WHERE id = $2
  ON CONFLICT DO NOTHING`;
const COUNT_SAVED = `SELECT count(*)::int AS n FROM saved_walls WHERE player_id = $1`;

/** All walls by country, city and name, and a member's saved walls. */
@Injectable()
export class WallDirectory {
  constructor(
    private readonly pool: SqlPool,
    private readonly dataSource: DataSource,
  ) {}

  async page(search: DirectorySearch): Promise<{ items: ListedWall[]; hasNextPage: boolean }> {
    const { rows } = await this.pool.query<ListedWall>(statementOf(search));
    return { items: rows.slice(0, search.first), hasNextPage: rows.length > search.first };
  }

  async countries(): Promise<{ country: string; walls: number }[]> {
    return (await this.pool.query<{ country: string; walls: number }>({ ...SELECT_COUNTRIES })).rows;
  }

  /** Whether the player has saved each of the walls. */
  async areSaved(player: string, walls: readonly string[]): Promise<boolean[]> {
    const { rows } = await this.pool.query<{ wallId: string }>({ ...SELECT_SAVED, values: [player, walls] });
    const saved = new Set(rows.map(({ wallId }) => wallId));
    return walls.map((id) => saved.has(id));
  }

  /**
   * Saves a wall; repeating it changes nothing.
   * @throws Problem `LIST_FULL`
   */
  async save(player: string, wall: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('walls:' || $1, 0))`, [player]);
      await tx.query(INSERT_SAVED, [player, wall]);
      const [saved] = await tx.query<[{ n: number }]>(COUNT_SAVED, [player]);
      if (saved.n > MAX_SAVED_WALLS)
        throw new Problem(
          'LIST_FULL',
          `You have saved ${MAX_SAVED_WALLS.toLocaleString('en')} walls. Remove one first.`,
        );
    });
  }

  async remove(player: string, wall: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM saved_walls WHERE player_id = $1 AND wall_id = $2`, [player, wall]);
  }
}

/** One statement for each combination of filters, so that Postgres plans each with its own index. */
function statementOf({ player, text, country, isSaved, first, after }: DirectorySearch) {
  const values: unknown[] = [first + 1];
  const words = text === null ? '' : prefixQuery(text);
  const next = (value: unknown) => `$${values.push(value)}`;
  const filters = [
    words !== '' && `search_words @@ to_tsquery('simple', ${next(words)})`,
    country !== null && `country = ${next(country)}`,
    isSaved && `EXISTS (SELECT FROM saved_walls WHERE player_id = ${next(player)} AND wall_id = legal_walls.id)`,
    after && `(country, city, name, id) > (${after.map(next).join(', ')}::uuid)`,
  ];
  const where = filters.filter(Boolean).join(' AND ');
  return {
    name: `walls-directory-${filters.map((filter) => (filter ? 1 : 0)).join('')}`,
    text: `SELECT ${LISTED_WALL} FROM legal_walls ${
      where &&
      `WHERE
      ${where}`
    } ORDER BY country, city, name, id LIMIT $1`,
    values,
  };
}

/** Loads whether the caller has saved the walls of a request, with one statement; only players can save walls. */
@Injectable()
export class SavedWallLoader {
  readonly load = loaderPerRequest<boolean>(async (ids, { identity }) =>
    identity.kind === 'player' ? this.directory.areSaved(identity.subject!, ids) : ids.map(() => false),
  );

  constructor(private readonly directory: WallDirectory) {}
}
