import { Injectable } from '@nestjs/common';
import { Problem, SqlPool } from '@sprayhunt/service-kit';
import { isInBox, onMapBox, type BoundingBox } from './bounding-box.js';
import type { ChangeKind } from './change.entity.js';

/** The log keeps changes at least this long. */
export const RETENTION_DAYS = 30;
/** Limits the rows that one page reads, even if few of them match. */
const MAX_SCANNED = 5_000;

export interface LoggedChange {
  position: number;
  kind: ChangeKind;
  subject: string;
  at: Date;
}

export interface ChangeFilter {
  kinds: readonly ChangeKind[];
  box: BoundingBox | null | undefined;
}

/** Changes in their order; `position` is that of the last row read, where the next page continues. */
export interface ChangePage {
  changes: LoggedChange[];
  position: number;
  hasNextPage: boolean;
}

/**
 * $1 the position after which to read, $2 how many, $3 kinds, $4 to $7 the box. Rows are read in the order of the key,
 * so a page reads only as many as it needs. The oldest row shows whether changes after `$1` were deleted: the last
 * expired row always stays (see changes-retention.ts).
 */
const SELECT_AFTER = `
  WITH seen AS MATERIALIZED (SELECT * FROM changes WHERE position > $1::bigint ORDER BY position LIMIT ${MAX_SCANNED}),
  found AS MATERIALIZED (
    SELECT position, kind, subject, at FROM seen
    WHERE kind = ANY ($3::text[]) AND (${isInBox('place', 4)}
      OR (former_place IS NOT NULL AND ${isInBox('former_place', 4)}))
    ORDER BY position LIMIT $2::int + 1)
  SELECT (SELECT coalesce(json_agg(found ORDER BY position), '[]') FROM found) AS found,
    (SELECT count(*)::int FROM seen) AS seen, (SELECT max(position)::float8 FROM seen) AS last,
    EXISTS (SELECT FROM (SELECT position, at FROM changes ORDER BY position LIMIT 1) AS oldest
            WHERE oldest.position > $1 AND oldest.at < now() - interval '${RETENTION_DAYS} days') AS "isExpired"`;

/** The position before the first change of this moment or later. */
const SELECT_AT = `
  SELECT coalesce((SELECT position - 1 FROM changes WHERE at >= $1 ORDER BY at, position LIMIT 1), (SELECT max(position)
    FROM changes), 0)::float8 AS position`;

interface ChangeRow {
  found: (Omit<LoggedChange, 'at'> & { at: string })[];
  seen: number;
  last: number | null;
  isExpired: boolean;
}

/** Reads the log of changes (ADR 16). */
@Injectable()
export class ChangeReads {
  constructor(private readonly pool: SqlPool) {}

  /**
   * The next changes after a position, at most `first`; fewer, with `hasNextPage`, if only few of many match.
   * @throws Problem `CHANGES_EXPIRED` if changes after the position were cleared
   */
  async after(position: number, first: number, { kinds, box }: ChangeFilter): Promise<ChangePage> {
    const { rows } = await this.pool.query<ChangeRow>({
      name: 'changes-after',
      text: SELECT_AFTER,
      values: [position, first, kinds, ...onMapBox(box)],
    });
    const { found, seen, last, isExpired } = rows[0]!;
    if (isExpired) throw changesExpired();
    const changes = found.slice(0, first).map(({ at, ...change }) => ({ ...change, at: new Date(at) }));
    const isMore = found.length > first;
    return {
      changes,
      hasNextPage: isMore || seen === MAX_SCANNED,
      position: isMore ? changes.at(-1)!.position : (last ?? position),
    };
  }

  /** The change at a position; undefined if it has been deleted. */
  async at(position: number): Promise<LoggedChange | undefined> {
    const { rows } = await this.pool.query<LoggedChange>({
      name: 'change-at',
      text: 'SELECT position::float8 AS position, kind, subject, at FROM changes WHERE position = $1',
      values: [position],
    });
    return rows[0];
  }

  /**
   * The position after which the changes since a moment begin; without a moment, the start of the log.
   * @throws Problem `CHANGES_EXPIRED` for a moment more than 30 days ago
   */
  async positionAt(moment?: Date): Promise<number> {
    const oldest = Date.now() - RETENTION_DAYS * 86_400_000;
    if (moment && moment.getTime() < oldest) throw changesExpired();
    const { rows } = await this.pool.query<{ position: number }>({
      name: 'changes-at',
      text: SELECT_AT,
      values: [moment ?? new Date(oldest)],
    });
    return rows[0]!.position;
  }
}

export const changesExpired = () =>
  new Problem(
    'CHANGES_EXPIRED',
    `Changes are kept for ${RETENTION_DAYS} days, and this is longer ago. Start without "since", and read your ` +
      `copies of works and walls again.`,
  );
