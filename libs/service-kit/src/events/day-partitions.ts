import type { DataSource, EntityManager } from 'typeorm';
import { minIdAt, timeOfId } from './event-time.js';

/** Sent events are kept at least this long, because a lost stream is refilled from them. */
export const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Partitions are created this far ahead, to leave time to fix a failure. */
const DAYS_AHEAD = 2;
/** Short, because a statement that waits for the table's lock blocks all later ones. */
const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '2s'`;

/** A table partitioned by days of UTC. Times are milliseconds since 1970. */
interface DayTable {
  name: string;
  /** Convert a time to a partition's bound, and back. */
  boundAt(time: number): string;
  timeOf(bound: string): number;
  /** Statements that prepare the table `day` before it is attached. */
  prepare(day: string, from: string, to: string): string[];
}

interface Part {
  name: string;
  from: number;
  to: number;
}

type Queryable = Pick<EntityManager, 'query'>;

/** There is no default partition: creating a partition would have to scan it. */
export const SENT_EVENTS: DayTable = {
  name: 'sent_events',
  boundAt: (time) => new Date(time).toISOString(),
  timeOf: Date.parse,
  prepare: () => [],
};

/**
 * Partitioned by the time in the event ids, which are in the key. Other ids, and ids of days without a partition, go to
 * the default partition. When a day is dropped, the index finds the rows that were applied late.
 */
export const INBOX: DayTable = {
  name: 'inbox',
  boundAt: (time) => `${minIdAt(time).slice(0, 13)}-0000-0000-000000000000`,
  timeOf: timeOfId,
  prepare: (day, from, to) => [
    `CREATE INDEX ON ${day} USING brin (handled_at) WITH (autosummarize = on)`,
    // A claim that waited for the default partition alone would insert there and fail once the day is attached.
    `LOCK TABLE ONLY inbox IN SHARE ROW EXCLUSIVE MODE`,
    `LOCK TABLE inbox_default IN ACCESS EXCLUSIVE MODE`,
    `WITH moved AS (DELETE FROM inbox_default WHERE event_id >= '${from}' AND event_id < '${to}'
      RETURNING *) INSERT INTO ${day} SELECT * FROM moved`,
  ],
};

/** Creates the missing partitions for today, the next days, and yesterday in case the clock is set back. */
export async function createDayPartitions(dataSource: DataSource): Promise<void> {
  for (const table of [SENT_EVENTS, INBOX]) {
    if ((await missingDays(dataSource, table)).length === 0) continue;
    await dataSource.transaction(async (tx) => {
      await lockDays(tx);
      for (const day of await missingDays(tx, table)) await createDay(tx, table, day);
    });
  }
}

/** Drops the partitions of days that ended before `before`. @returns their number */
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

async function createDay(tx: Queryable, table: DayTable, time: number): Promise<void> {
  const name = `${table.name}_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const [from, to] = [table.boundAt(time), table.boundAt(time + DAY_MS)];
  // Attaching a table takes a weaker lock than creating a partition.
  await tx.query(`CREATE TABLE ${name} (LIKE ${table.name})`);
  for (const statement of table.prepare(name, from, to)) await tx.query(statement);
  await tx.query(`ALTER TABLE ${table.name} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
}

/** By the clock of Postgres, which also dates sent events. */
async function missingDays(on: Queryable, table: DayTable): Promise<number[]> {
  const [{ now }] = await on.query<[{ now: number }]>(`SELECT extract(epoch FROM now())::float * 1000 AS now`);
  const parts = await partsOf(on, table);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS_AHEAD + 2 }, (_, day) => today + (day - 1) * DAY_MS);
  return days.filter((day) => !parts.some(({ from, to }) => from <= day && day < to));
}

/** The partitions of a table, without the default partition. */
async function partsOf(on: Queryable, { name, timeOf }: DayTable): Promise<Part[]> {
  const rows = await on.query<{ name: string; from: string | null; to: string }[]>(
    `SELECT inhrelid::regclass::text AS name, substring(bounds
      FROM $re$FROM \\('([^']+)'\\)$re$) AS "from", substring(bounds FROM $re$TO \\('([^']+)'\\)$re$) AS "to"
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

async function lockDays(tx: Queryable): Promise<void> {
  await tx.query(LOCK_TIMEOUT);
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':sent-days'))`);
}
