import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import type { DiscoveryStatus } from '../discoveries/discovery.entity.js';
import { ancestor, boxOf, cellKey, cellKeys, contains, DEEPEST_LEVEL, LAST_COUNTED_ZOOM, LEVELS_BELOW, mapPlace, type MapPlace, type Tile } from './tile.js';

/** Works that a tile lists one by one; with more of them it is counted by cells, or full. */
export const MOST_WORKS = 512;

/** Works of one cell, or one work. */
export interface MapMark {
  /** In the middle of its works. */
  place: MapPlace;
  standing: number;
  gone: number;
  /** The oldest work, a standing one if there is any; null for a moment after its removal. */
  work: string | null;
  /** The title of a single work. */
  title: string | null;
}

export interface TileContent {
  marks: MapMark[];
  /** There are more works than `MOST_WORKS`, and it has some of them. */
  isFull: boolean;
}

const VERSION = { name: 'map-tile-version', text: `SELECT version FROM map_cells WHERE level = $1 AND key = $2` };

const CELLS = {
  name: 'map-cells',
  text: `SELECT standing, cell.gone, sum_x::float8 AS x, sum_y::float8 AS y, coalesce(standing_work, gone_work) AS work, single.title
    FROM map_cells cell LEFT JOIN discoveries single ON single.id = CASE WHEN standing + cell.gone = 1 THEN coalesce(standing_work, gone_work) END
    WHERE level = $1 AND key BETWEEN $2 AND $3`,
};

const WORKS = {
  name: 'map-works',
  text: `SELECT id, title, status, g[0] AS x, g[1] AS y FROM discoveries WHERE g <@ box(point($1, $2), point($3, $4)) LIMIT ${MOST_WORKS + 1}`,
};

/** The works of a tile, counted up to zoom 12 and one by one below; every read is bounded, whatever the number of works. */
@Injectable()
export class MapReads {
  constructor(private readonly pool: SqlPool) {}

  /** Changes whenever what the tile shows has changed, within a second; '0' where there are no works. */
  async version(tile: Tile): Promise<string> {
    const cell = ancestor(tile, DEEPEST_LEVEL);
    const { rows } = await this.pool.query<{ version: string }>({ ...VERSION, values: [cell.z, cellKey(cell)] });
    return rows[0]?.version ?? '0';
  }

  async content(tile: Tile): Promise<TileContent> {
    if (tile.z <= LAST_COUNTED_ZOOM) return { marks: await this.cells(tile, tile.z + LEVELS_BELOW), isFull: false };
    const works = await this.works(tile);
    if (works.length <= MOST_WORKS) return { marks: works, isFull: false };
    if (tile.z <= DEEPEST_LEVEL) return { marks: await this.cells(tile, DEEPEST_LEVEL), isFull: false };
    return { marks: works.slice(0, MOST_WORKS), isFull: true };
  }

  private async cells(tile: Tile, level: number): Promise<MapMark[]> {
    const { rows } = await this.pool.query<Omit<MapMark, 'place'> & MapPlace>({ ...CELLS, values: [level, ...cellKeys(tile, level)] });
    return rows.map(({ x, y, ...rest }) => {
      const works = rest.standing + rest.gone;
      return { ...rest, place: { x: Math.round(x / works), y: Math.round(y / works) } };
    });
  }

  private async works(tile: Tile): Promise<MapMark[]> {
    const { west, south, east, north } = boxOf(tile);
    const { rows } = await this.pool.query<{ id: string; title: string | null; status: DiscoveryStatus } & MapPlace>({ ...WORKS, values: [west, south, east, north] });
    return rows
      .map(({ id, title, status, x, y }) => ({ place: mapPlace({ x, y }), standing: status === 'gone' ? 0 : 1, gone: status === 'gone' ? 1 : 0, work: id, title }))
      .filter(({ place }) => contains(tile, place));
  }
}
