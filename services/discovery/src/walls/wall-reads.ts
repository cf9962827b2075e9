import { Injectable } from '@nestjs/common';
import { SqlPool, withResolved } from '@sprayhunt/service-kit';
import { nearest } from '../nearby/nearest.js';
import type { WithDistance, Search } from '../nearby/spatial-index.js';
import { spatialIndexOf } from '../nearby/spatial-index-query.js';
import type * as Schema from '../schema.generated.js';
import type { LegalWall } from './legal-wall.entity.js';

export type ListedWall = Omit<LegalWall, 'catalogue' | 'catalogueId'>;

/** Walls have a distance in nearby lists only. */
export const shownWall = withResolved<Schema.LegalWall, 'isSaved' | 'distance'>();

export const LISTED_WALL = 'id, name, city, country, address, hours, description, latitude, longitude, source';
const NEARBY = { name: 'walls-nearby', columns: LISTED_WALL, table: 'legal_walls' };
const BY_IDS = { name: 'walls-by-ids', text: `SELECT ${LISTED_WALL} FROM legal_walls WHERE id = ANY ($1::uuid[])` };

@Injectable()
export class WallReads {
  constructor(private readonly pool: SqlPool) {}

  nearby(search: Search): Promise<{ items: WithDistance<ListedWall>[]; hasNextPage: boolean }> {
    return nearest(search, spatialIndexOf<ListedWall>(this.pool, NEARBY));
  }

  async byId(id: string): Promise<ListedWall | null> {
    return (await this.byIds([id]))[0]!;
  }

  /** In the order of the ids; null for an unknown one. */
  async byIds(ids: readonly string[]): Promise<(ListedWall | null)[]> {
    const { rows } = await this.pool.query<ListedWall>({ ...BY_IDS, values: [ids] });
    const found = new Map(rows.map((wall) => [wall.id, wall]));
    return ids.map((id) => found.get(id) ?? null);
  }
}
