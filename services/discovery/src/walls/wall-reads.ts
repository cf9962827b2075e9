import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import { nearest } from '../nearby/nearest.js';
import type { Found, Search } from '../nearby/places.js';
import { placesIn } from '../nearby/places-query.js';
import type { LegalWall } from './legal-wall.entity.js';

export type ListedWall = Omit<LegalWall, 'catalogue' | 'catalogueId'>;

export const LISTED_WALL = 'id, name, city, country, address, hours, description, latitude, longitude, source';
const NEARBY = { name: 'walls-nearby', columns: LISTED_WALL, table: 'legal_walls' };
const BY_ID = { name: 'wall-by-id', text: `SELECT ${LISTED_WALL} FROM legal_walls WHERE id = $1` };

@Injectable()
export class WallReads {
  constructor(private readonly pool: SqlPool) {}

  nearby(search: Search): Promise<{ items: Found<ListedWall>[]; hasNextPage: boolean }> {
    return nearest(search, placesIn<ListedWall>(this.pool, NEARBY));
  }

  async byId(id: string): Promise<ListedWall | null> {
    const { rows } = await this.pool.query<ListedWall>({ ...BY_ID, values: [id] });
    return rows[0] ?? null;
  }
}
