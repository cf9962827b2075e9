import type { DataSource, EntityManager } from 'typeorm';

/** Events stay at least this long after they were sent; see ADR 24. */
export const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

/** Partitions are created this far ahead, so that there is time to fix a failure. */
const DAYS_AHEAD = 2;
/** A statement that waits for the table's lock blocks all later ones. */
const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '2s'`;

/** The partitions of the table with their bounds. */
const PARTS = `
  SELECT inhrelid::regclass::text AS name,
         coalesce(substring(bounds FROM $re$FROM \\('([^']+)'\\)$re$)::timestamptz, '-infinity') AS starts,
         substring(bounds FROM $re$TO \\('([^']+)'\\)$re$)::timestamptz AS ends
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid, pg_get_expr(relpartbound, inhrelid) AS bounds
   WHERE inhparent = 'sent_events'::regclass`;

/** By the clock of Postgres, which also stamps sent events; yesterday is included in case the clock is set back. */
const MISSING_DAYS = `
  WITH parts AS (${PARTS})
  SELECT to_char(day, 'YYYYMMDD') AS name, day::text AS starts, (day + interval '1 day')::text AS ends
    FROM generate_series(date_trunc('day', now() AT TIME ZONE 'UTC') - interval '1 day', now() AT TIME ZONE 'UTC' + interval '${DAYS_AHEAD} days', interval '1 day') AS day
   WHERE NOT EXISTS (SELECT FROM parts WHERE starts <= day AT TIME ZONE 'UTC' AND ends > day AT TIME ZONE 'UTC')`;

interface Day {
  name: string;
  starts: string;
  ends: string;
}

/** Creates missing partitions for today and the next days. */
export async function createDayPartitions(dataSource: DataSource): Promise<void> {
  if ((await dataSource.query<Day[]>(MISSING_DAYS)).length === 0) return;
  await dataSource.transaction(async (tx) => {
    await lockDays(tx);
    for (const { name, starts, ends } of await tx.query<Day[]>(MISSING_DAYS)) {
      // Attaching a table takes a weaker lock than creating a partition.
      await tx.query(`CREATE TABLE sent_events_${name} (LIKE sent_events)`);
      await tx.query(`ALTER TABLE sent_events ATTACH PARTITION sent_events_${name} FOR VALUES FROM ('${starts}+00') TO ('${ends}+00')`);
    }
  });
}

/**
 * Drops partitions of days that ended more than `RETENTION_MS` ago.
 * @returns how many
 */
export async function dropExpiredDays(dataSource: DataSource, now = Date.now()): Promise<number> {
  const old = await dataSource.query<{ name: string }[]>(`WITH parts AS (${PARTS}) SELECT name FROM parts WHERE ends <= $1`, [new Date(now - RETENTION_MS)]);
  for (const { name } of old) {
    await dataSource.transaction(async (tx) => {
      await lockDays(tx);
      await tx.query(`DROP TABLE IF EXISTS ${name}`);
    });
  }
  return old.length;
}

async function lockDays(tx: EntityManager): Promise<void> {
  await tx.query(LOCK_TIMEOUT);
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':sent-days'))`);
}
