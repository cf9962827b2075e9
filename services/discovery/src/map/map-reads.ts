import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import type { DiscoveryStatus } from '../discoveries/discovery.entity.js';
import {
  ancestor,
  boxOf,
  cellKey,
  cellKeys,
  contains,
  DEEPEST_LEVEL,
  LAST_COUNTED_ZOOM,
  LEVELS_BELOW,
  mapPlace,
  type MapPlace,
  type Tile,
} from './tile.js';

/** Works that a tile lists one by one; with more of them it is counted by cells, or full. */
export const MAX_WORKS = 512;

/** Works of one cell, or one work. */
export interface MapMarker {
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
  markers: MapMarker[];
  /** There are more works than `MAX_WORKS`, and it has some of them. */
  isFull: boolean;
}

export interface TileRead {
  /** Changes within a second whenever the content of the tile changes; '0' without works. */
  version: string;
  /** Null if the caller has this version. */
  content: TileContent | null;
}

type Whole<Read extends TileRead> = { [Part in keyof Read]: NonNullable<Read[Part]> };

const NO_WORKS = '0';

/**
 * A tile's version, and its content if the version is not the known one, from one snapshot. Postgres aggregates the
 * list, which saves a round trip and half of the parsing.
 */
const ofTile = (markers: string) =>
  `SELECT version, CASE WHEN version IS DISTINCT FROM $3 THEN (${markers}) END AS markers FROM map_cells WHERE level = $1 AND key = $2`;

const CELLS = {
  name: 'map-cells',
  text: ofTile(`
    SELECT json_agg(json_build_array(sum_x / (standing + gone), sum_y / (standing + gone), standing, gone, coalesce(standing_work, gone_work), title))
    FROM map_cells WHERE level = $4 AND key BETWEEN $5 AND $6`),
};

const WORKS = {
  name: 'map-works',
  text: ofTile(`
    SELECT json_agg(json_build_array(g[0], g[1], status, id, title))
    FROM (SELECT g, status, id, title FROM discoveries WHERE g <@ box(point($4, $5), point($6, $7)) LIMIT ${MAX_WORKS + 1}) work`),
};

type Cell = [x: number, y: number, standing: number, gone: number, work: string | null, title: string | null];
type Work = [x: number, y: number, status: DiscoveryStatus, id: string, title: string | null];

interface Row<Item> {
  version: string;
  /** Null if the version is the known one, or where there are no works. */
  markers: Item[] | null;
}

/**
 * The works of a tile, counted up to zoom 12 and one by one below; every read is bounded, whatever the number of works.
 */
@Injectable()
export class MapReads {
  constructor(private readonly pool: SqlPool) {}

  /** Reads a tile in one statement; without its content if that still has the version `known`. */
  tile(tile: Tile): Promise<Whole<TileRead>>;
  tile(tile: Tile, known: string | undefined): Promise<TileRead>;
  async tile(tile: Tile, known?: string): Promise<TileRead> {
    if (tile.z <= LAST_COUNTED_ZOOM) return this.cells(tile, tile.z + LEVELS_BELOW, known);
    const read = await this.works(tile, known);
    if (tile.z <= DEEPEST_LEVEL && read.content?.isFull) return this.cells(tile, DEEPEST_LEVEL, known);
    return read;
  }

  private async cells(tile: Tile, level: number, known?: string): Promise<TileRead> {
    return this.read<Cell>(CELLS, tile, known, [level, ...cellKeys(tile, level)], (cells) => ({
      markers: cells.map(([x, y, standing, gone, work, title]) => ({ place: { x, y }, standing, gone, work, title })),
      isFull: false,
    }));
  }

  private async works(tile: Tile, known?: string): Promise<TileRead> {
    const { west, south, east, north } = boxOf(tile);
    return this.read<Work>(WORKS, tile, known, [west, south, east, north], (works) => ({
      markers: works
        .slice(0, MAX_WORKS)
        .map(([x, y, status, work, title]) => ({
          place: mapPlace({ x, y }),
          standing: status === 'gone' ? 0 : 1,
          gone: status === 'gone' ? 1 : 0,
          work,
          title,
        }))
        .filter(({ place }) => contains(tile, place)),
      isFull: works.length > MAX_WORKS,
    }));
  }

  private async read<Item>(
    statement: { name: string; text: string },
    tile: Tile,
    known: string | undefined,
    values: number[],
    contentOf: (markers: Item[]) => TileContent,
  ): Promise<TileRead> {
    const cell = ancestor(tile, DEEPEST_LEVEL);
    const { rows } = await this.pool.query<Row<Item>>({
      ...statement,
      values: [cell.z, cellKey(cell), known ?? null, ...values],
    });
    // Works that are not counted yet would have no version to revalidate them by.
    const { version, markers } = rows[0] ?? { version: NO_WORKS, markers: [] };
    return { version, content: version === known ? null : contentOf(markers ?? []) };
  }
}
