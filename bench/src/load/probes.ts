import type { Stack } from '@sprayhunt/local';
import { serviceNames } from '@sprayhunt/contracts';
import pg from 'pg';
import { cpuSeconds, programsOf } from '../cpu.js';

/** The resources that the product on this machine has used since its start. */
export interface Usage {
  /** Seconds of CPU by program. */
  cpu: Record<string, number>;
  /** Bytes of write-ahead log. */
  wal: number;
  /** Committed transactions. */
  commits: number;
  /** Events written by all services, and rows of the inbox. */
  events: number;
  inbox: number;
  /**
   * Bytes of tables and indexes that stay, and of those of sent events and responses kept by key, which are dropped
   * after weeks.
   */
  stored: number;
  kept: number;
}

/** Tables of which the rows have an end. */
const RETAINED_TABLES = `'^(sent_events|inbox|idempotency_keys)'`;

export type Probe = () => Promise<Usage>;

/** Reads counters of the programs and the database of a stack. */
export function probeOf(stack: Stack, pool: pg.Pool): Probe {
  const programs = programsOf(stack, serviceNames);
  return async () => {
    const { rows } = await pool.query<Omit<Usage, 'cpu'>>(
      `SELECT (pg_current_wal_lsn() - '0/0')::float AS wal, (SELECT sum(xact_commit)::float
        FROM pg_stat_database) AS commits,
              (SELECT coalesce(sum(n_tup_ins), 0)::float FROM pg_stat_user_tables WHERE relname = 'outbox') AS events,
              (SELECT coalesce(sum(n_tup_ins), 0)::float FROM pg_stat_user_tables WHERE relname LIKE 'inbox%') AS inbox,
              (SELECT sum(pg_total_relation_size(relid))::float FROM pg_stat_user_tables
                WHERE relname !~ ${RETAINED_TABLES} AND relname <> 'outbox') AS stored,
              (SELECT sum(pg_total_relation_size(relid))::float FROM pg_stat_user_tables
                WHERE relname ~ ${RETAINED_TABLES}) AS kept`,
    );
    return { cpu: cpuSeconds(programs), ...rows[0]! };
  };
}

/** Between two readings, by second. */
export function usedBetween(before: Usage, after: Usage, seconds: number): Usage {
  const each = (from: number, to: number) => (to - from) / seconds;
  return {
    cpu: Object.fromEntries(Object.keys(before.cpu).map((name) => [name, each(before.cpu[name]!, after.cpu[name]!)])),
    wal: each(before.wal, after.wal),
    commits: each(before.commits, after.commits),
    events: each(before.events, after.events),
    inbox: each(before.inbox, after.inbox),
    stored: each(before.stored, after.stored),
    kept: each(before.kept, after.kept),
  };
}

/**
 * The cost of one action: the usage per second above that of an idle product, divided by the actions per second.
 * @returns milliseconds of CPU by program, bytes of write-ahead log and tables, transactions, events and rows of the
 *   inbox
 */
export function costOf(used: Usage, idle: Usage, perSecond: number): Usage {
  const each = (busyUsage: number, idleUsage: number, unit = 1) =>
    Math.max(0, Math.round(((busyUsage - idleUsage) / perSecond) * unit * 100) / 100);
  return {
    cpu: Object.fromEntries(Object.keys(used.cpu).map((name) => [name, each(used.cpu[name]!, idle.cpu[name]!, 1_000)])),
    wal: Math.round(each(used.wal, idle.wal)),
    commits: each(used.commits, idle.commits),
    events: each(used.events, idle.events),
    inbox: each(used.inbox, idle.inbox),
    stored: Math.round(each(used.stored, idle.stored)),
    kept: Math.round(each(used.kept, idle.kept)),
  };
}
