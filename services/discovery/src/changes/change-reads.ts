import { Injectable } from '@nestjs/common';
import { Problem, SqlPool } from '@sprayhunt/service-kit';
import { isInBox, onMapBox, type BoundingBox } from './bounding-box.js';
import type { ChangeKind } from './change.entity.js';

/** Changes stay at least this long in the log. */
export const RETENTION_DAYS = 30;
/** Most rows of the log that one page reads, however few of them match. */
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

/** Changes in their order; `position` is that of the last row that was read, from which to continue. */
export interface ChangePage {
  changes: LoggedChange[];
  position: number;
  hasNextPage: boolean;
}

/**
 * $1 the position after which to read, $2 how many, $3 kinds, $4 to $7 the box. The rows that are looked at come in the
 * order of the key, so a page reads as many as it needs. The oldest row tells whether any were cleared behind `$1`: one
 * that is due to be cleared always stays (see changes-retention.ts).
 */
const AFTER = `
  WITH seen AS MATERIALIZED (SELECT * FROM changes WHERE position > $1::bigint ORDER BY position LIMIT ${MAX_SCANNED}),
  found AS MATERIALIZED (
    SELECT position, kind, subject, at FROM seen
    WHERE kind = ANY ($3::text[]) AND (${isInBox('place', 4)} OR (former_place IS NOT NULL AND ${isInBox('former_place', 4)}))
    ORDER BY position LIMIT $2::int + 1)
  SELECT (SELECT coalesce(json_agg(found ORDER BY position), '[]') FROM found) AS found,
    (SELECT count(*)::int FROM seen) AS seen, (SELECT max(position)::float8 FROM seen) AS last,
    EXISTS (SELECT FROM (SELECT position, at FROM changes ORDER BY position LIMIT 1) AS oldest
            WHERE oldest.position > $1 AND oldest.at < now() - interval '${RETENTION_DAYS} days') AS "isExpired"`;

/** The position before the first change of this moment or later. */
const AT = `
  SELECT coalesce((SELECT position - 1 FROM changes WHERE at >= $1 ORDER BY at, position LIMIT 1), (SELECT max(position) FROM changes), 0)::float8 AS position`;

interface Read {
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
   * The next changes after a position, at most `first`; fewer, with `hasNextPage`, where few of many are wanted.
   * @throws Problem `CHANGES_EXPIRED` if changes after the position were cleared
   */
  async after(position: number, first: number, { kinds, box }: ChangeFilter): Promise<ChangePage> {
    const { rows } = await this.pool.query<Read>({
      name: 'changes-after',
      text: AFTER,
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

  /** The change at a position; undefined if it was deleted. */
  async at(position: number): Promise<LoggedChange | undefined> {
    const { rows } = await this.pool.query<LoggedChange>({
      name: 'change-at',
      text: 'SELECT position::float8 AS position, kind, subject, at FROM changes WHERE position = $1',
      values: [position],
    });
    return rows[0];
  }

  /**
   * The position after which the changes of a moment begin; without one, all that are kept.
   * @throws Problem `CHANGES_EXPIRED` for a moment more than 30 days ago
   */
  async positionAt(moment?: Date): Promise<number> {
    const oldest = Date.now() - RETENTION_DAYS * 86_400_000;
    if (moment && moment.getTime() < oldest) throw changesExpired();
    const { rows } = await this.pool.query<{ position: number }>({
      name: 'changes-at',
      text: AT,
      values: [moment ?? new Date(oldest)],
    });
    return rows[0]!.position;
  }
}

export const changesExpired = () =>
  new Problem(
    'CHANGES_EXPIRED',
    `Changes are kept for ${RETENTION_DAYS} days, and this is longer ago. Start without "since", and read your copies of works and walls again.`,
  );
