import type { DataSource, EntityManager } from 'typeorm';
import { idAt, timeOfId } from './event-time.js';

/** Events stay at least this long after they were sent: a lost stream is refilled from them. */
export const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Partitions are created this far ahead, so that there is time to fix a failure. */
const DAYS_AHEAD = 2;
/** A statement that waits for the table's lock blocks all later ones. */
const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '2s'`;

/** A table partitioned by days of UTC. Times are milliseconds since 1970. */
interface DayTable {
  name: string;
  /** A time as a bound of a partition, and back. */
  boundAt(time: number): string;
  timeOf(bound: string): number;
  /** Statements that prepare the table `day` for its time, before it is attached. */
  prepare(day: string, from: string, to: string): string[];
}

interface Part {
  name: string;
  from: number;
  to: number;
}

type Runs = Pick<EntityManager, 'query'>;

/** There is no default partition: creating a partition would have to scan it. */
export const SENT_EVENTS: DayTable = {
  name: 'sent_events',
  boundAt: (time) => new Date(time).toISOString(),
  timeOf: Date.parse,
  prepare: () => [],
};

/**
 * By the time in the ids of events, which the key contains. Other ids, and those of days that have no partition
 * (any more), go to the default partition. The index finds what was applied late, when a day is dropped.
 */
export const INBOX: DayTable = {
  name: 'inbox',
  boundAt: (time) => `${idAt(time).slice(0, 13)}-0000-0000-000000000000`,
  timeOf: timeOfId,
  prepare: (day, from, to) => [
    `CREATE INDEX ON ${day} USING brin (handled_at) WITH (autosummarize = on)`,
    // A claim that waited only for the default partition would still insert there, and fail once the day is attached.
    `LOCK TABLE ONLY inbox IN SHARE ROW EXCLUSIVE MODE`,
    `LOCK TABLE inbox_default IN ACCESS EXCLUSIVE MODE`,
    `WITH moved AS (DELETE FROM inbox_default WHERE event_id >= '${from}' AND event_id < '${to}' RETURNING *) INSERT INTO ${day} SELECT * FROM moved`,
  ],
};

/** Creates missing partitions for today and the next days, and for yesterday in case the clock is set back. */
export async function createDayPartitions(dataSource: DataSource): Promise<void> {
  for (const table of [SENT_EVENTS, INBOX]) {
    if ((await missingDays(dataSource, table)).length === 0) continue;
    await dataSource.transaction(async (tx) => {
      await lockDays(tx);
      for (const day of await missingDays(tx, table)) await createDay(tx, table, day);
    });
  }
}

/**
 * Drops partitions of days that ended before `before`.
 * @returns how many
 */
export async function dropDays(
  dataSource: DataSource,
  table: DayTable,
  before: number,
  keep?: { rows: string; values: unknown[] },
): Promise<number> {
  const old = (await partsOf(dataSource, table)).filter(({ to }) => to <= before);
  for (const { name } of old) {
    await dataSource.transaction(async (tx) => {
      await lockDays(tx);
      if (!(await partsOf(tx, table)).some((part) => part.name === name)) return;
      if (keep) {
        await tx.query(`ALTER TABLE ${table.name} DETACH PARTITION ${name}`);
        await tx.query(`INSERT INTO ${table.name} SELECT * FROM ${name} WHERE ${keep.rows}`, keep.values);
      }
      await tx.query(`DROP TABLE ${name}`);
    });
  }
  return old.length;
}

async function createDay(tx: Runs, table: DayTable, time: number): Promise<void> {
  const name = `${table.name}_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const [from, to] = [table.boundAt(time), table.boundAt(time + DAY_MS)];
  // Attaching a table takes a weaker lock than creating a partition.
  await tx.query(`CREATE TABLE ${name} (LIKE ${table.name})`);
  for (const statement of table.prepare(name, from, to)) await tx.query(statement);
  await tx.query(`ALTER TABLE ${table.name} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
}

/** By the clock of Postgres, which also stamps sent events. */
async function missingDays(on: Runs, table: DayTable): Promise<number[]> {
  const [{ now }] = await on.query<[{ now: number }]>(`SELECT extract(epoch FROM now())::float * 1000 AS now`);
  const parts = await partsOf(on, table);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS_AHEAD + 2 }, (_, day) => today + (day - 1) * DAY_MS);
  return days.filter((day) => !parts.some(({ from, to }) => from <= day && day < to));
}

/** The partitions of days, without the default one. */
async function partsOf(on: Runs, { name, timeOf }: DayTable): Promise<Part[]> {
  const rows = await on.query<{ name: string; from: string | null; to: string }[]>(
    `SELECT inhrelid::regclass::text AS name, substring(bounds FROM $re$FROM \\('([^']+)'\\)$re$) AS "from", substring(bounds FROM $re$TO \\('([^']+)'\\)$re$) AS "to"
       FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid, pg_get_expr(relpartbound, inhrelid) AS bounds
      WHERE inhparent = $1::regclass AND bounds <> 'DEFAULT'`,
    [name],
  );
  return rows.map((part) => ({
    name: part.name,
    from: part.from === null ? -Infinity : timeOf(part.from),
    to: timeOf(part.to),
  }));
}

async function lockDays(tx: Runs): Promise<void> {
  await tx.query(LOCK_TIMEOUT);
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':sent-days'))`);
}
