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
  CELL_LEVELS_BELOW_TILE,
  mapPlace,
  type MapPlace,
  type Tile,
} from './tile.js';

/** A tile lists up to this number of works; with more of them it shows counted cells, or is full. */
export const MAX_WORKS = 512;

/** The works of a cell, or a single work. */
export interface MapMarker {
  /** The centre of its works. */
  place: MapPlace;
  standing: number;
  gone: number;
  /** The oldest work, preferably a standing one; null for a moment after its removal. */
  work: string | null;
  /** The title of a single work. */
  title: string | null;
}

export interface TileContent {
  markers: MapMarker[];
  /** Whether there are more works than `MAX_WORKS`, and it lists only some of them. */
  isFull: boolean;
}

export interface TileRead {
  /** Changes within a second whenever the content of the tile changes; '0' without works. */
  version: string;
  /** Null if the caller has the current version. */
  content: TileContent | null;
}

type Whole<Read extends TileRead> = { [Part in keyof Read]: NonNullable<Read[Part]> };

const NO_WORKS = '0';

/**
 * SQL of a tile's version and, if that differs from the known one, its content, from the same snapshot. Postgres
 * aggregates the list, which saves a round trip and half of the parsing.
 */
const ofTile = (markers: string) =>
  `SELECT version, CASE WHEN version IS DISTINCT FROM $3 THEN (${markers}) END AS markers FROM map_cells
    WHERE level = $1 AND key = $2`;

const CELLS = {
  name: 'map-cells',
  text: ofTile(`
    SELECT json_agg(json_build_array(sum_x / (standing + gone), sum_y / (standing + gone), standing, gone,
      coalesce(standing_work, gone_work), title))
    FROM map_cells WHERE level = $4 AND key BETWEEN $5 AND $6`),
};

const WORKS = {
  name: 'map-works',
  text: ofTile(`
    SELECT json_agg(json_build_array(g[0], g[1], status, id, title))
    FROM (SELECT g, status, id, title FROM discoveries WHERE g <@ box(point($4, $5), point($6, $7))
      LIMIT ${MAX_WORKS + 1}) work`),
};

type Cell = [x: number, y: number, standing: number, gone: number, work: string | null, title: string | null];
type Work = [x: number, y: number, status: DiscoveryStatus, id: string, title: string | null];

interface Row<Item> {
  version: string;
  /** Null if the version is the known one, or without works. */
  markers: Item[] | null;
}

/**
 * Reads the works of a tile: counted up to zoom 12, listed at deeper zooms. Every read is bounded, whatever the number
 * of works.
 */
@Injectable()
export class MapReads {
  constructor(private readonly pool: SqlPool) {}

  /** Reads a tile with one statement, without its content if it still has `knownVersion`. */
  tile(tile: Tile): Promise<Whole<TileRead>>;
  tile(tile: Tile, knownVersion: string | undefined): Promise<TileRead>;
  async tile(tile: Tile, knownVersion?: string): Promise<TileRead> {
    if (tile.z <= LAST_COUNTED_ZOOM) return this.cells(tile, tile.z + CELL_LEVELS_BELOW_TILE, knownVersion);
    const read = await this.works(tile, knownVersion);
    if (tile.z <= DEEPEST_LEVEL && read.content?.isFull) return this.cells(tile, DEEPEST_LEVEL, knownVersion);
    return read;
  }

  private async cells(tile: Tile, level: number, knownVersion?: string): Promise<TileRead> {
    return this.read<Cell>(CELLS, tile, knownVersion, [level, ...cellKeys(tile, level)], (cells) => ({
      markers: cells.map(([x, y, standing, gone, work, title]) => ({ place: { x, y }, standing, gone, work, title })),
      isFull: false,
    }));
  }

  private async works(tile: Tile, knownVersion?: string): Promise<TileRead> {
    const { west, south, east, north } = boxOf(tile);
    return this.read<Work>(WORKS, tile, knownVersion, [west, south, east, north], (works) => ({
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
    knownVersion: string | undefined,
    values: number[],
    contentOf: (markers: Item[]) => TileContent,
  ): Promise<TileRead> {
    const cell = ancestor(tile, DEEPEST_LEVEL);
    const { rows } = await this.pool.query<Row<Item>>({
      ...statement,
      values: [cell.z, cellKey(cell), knownVersion ?? null, ...values],
    });
    // Without counted works there is no version to revalidate.
    const { version, markers } = rows[0] ?? { version: NO_WORKS, markers: [] };
    return { version, content: version === knownVersion ? null : contentOf(markers ?? []) };
  }
}
