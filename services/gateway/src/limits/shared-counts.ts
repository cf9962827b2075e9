import { createHash } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { inBatches, log, SqlPool } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';
import { atMost } from './kept-entries.js';

/** At most so many calls in so many seconds; the window begins with the first one. */
export interface Limit {
  points: number;
  seconds: number;
  /** Up to this count a call does not wait for the database; `all` is a limit of each process. */
  uncheckedCalls: number | 'all';
}

/** The calls of one caller in its present window. */
interface Count {
  key: Buffer;
  limit: Limit;
  /** Calls at all gateways as of the last read of the database, plus those of this process since. */
  calls: number;
  /** Calls of these that are not in the database yet; below zero if it has some that were refused. */
  unreported: number;
  /** By `performance.now()`. */
  endsAt: number;
  /** Calls, already counted, that wait for the result of the database. */
  waiting: Waiting[];
}

interface Waiting {
  calls: number;
  decide(granted: boolean): void;
}

interface Row {
  key: Buffer;
  calls: number;
  left: number;
}

/** Most callers in memory; the database still has the calls of a dropped one. */
const KNOWN = 100_000;
/** Milliseconds after which others know of a call that did not wait. */
const FLUSH_MS = 200;
/**
 * Part of the limit, as 1/n, after which they are told at once: of a burst at several gateways each knows soon enough.
 */
const FLUSH_SHARE = 8;
const RETRY_MS = 1_000;
/** Longest that a call waits. */
const MAX_WAIT_MS = 1_000;

/**
 * In the order of the keys, so that two gateways never wait for each other. A key is twice in the list when a window
 * has ended
 * and its last calls are written together with the first ones of the next.
 */
const WRITE = `
  INSERT INTO call_counts AS kept (key, ends_at, calls)
  SELECT key, now() + make_interval(secs => max(seconds)), sum(calls)::int FROM unnest($1::bytea[], $2::int[], $3::int[]) AS batch (key, calls, seconds) GROUP BY key ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    ends_at = CASE WHEN kept.ends_at > now() THEN kept.ends_at ELSE excluded.ends_at END,
    calls = CASE WHEN kept.ends_at > now() THEN kept.calls ELSE 0 END + excluded.calls
  RETURNING key, calls, (extract(epoch FROM ends_at - now()) * 1000)::float AS left`;

/** Skips rows that are being written, which begin a new window. */
const BATCH = 10_000;
const SWEEP = `DELETE FROM call_counts WHERE key = ANY (ARRAY(SELECT key FROM call_counts WHERE ends_at < now() LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;

/** Whether calls that do not wait are so many that they should be written at once. */
const isDue = ({ unreported, limit }: Count): boolean =>
  limit.uncheckedCalls !== 'all' && unreported * FLUSH_SHARE >= limit.points;

/**
 * Counts the calls of each caller at all gateways together, in one row of the database each. A process counts in memory
 * and writes its counts to the database, all callers in one statement; from `uncheckedCalls` on, a call waits for the
 * result.
 * While the database does not respond, each process counts for itself.
 */
@Injectable()
export class SharedCounts implements BeforeApplicationShutdown {
  private readonly counts = new LRUCache<string, Count>(atMost(KNOWN));
  private readonly changed = new Set<Count>();
  private timer?: NodeJS.Timeout;
  private flushing?: Promise<void>;
  /** After a failure, by `performance.now()`. */
  private retryAt = 0;
  private isStopped = false;

  constructor(private readonly pool: SqlPool) {}

  /**
   * Counts calls of a caller, unless they would exceed the limit.
   * @param caller with the kind of its calls: each kind has its own limit
   * @returns nothing if they are allowed, else the milliseconds until the window ends
   */
  async take(caller: string, calls: number, limit: Limit): Promise<number | undefined> {
    const count = this.countOf(caller, limit);
    if (count.calls + calls > limit.points) {
      // Other calls may have been refunded meanwhile.
      this.flushSoon(count);
      return count.endsAt - performance.now();
    }
    count.calls += calls;
    count.unreported += calls;
    if (limit.uncheckedCalls === 'all' || count.calls <= limit.uncheckedCalls) return this.reportLater(count);
    const granted = await this.decision(count, calls);
    return granted ? undefined : count.endsAt - performance.now();
  }

  /** Reverts the counts of allowed calls that were not made. */
  refund(caller: string, calls: number, limit: Limit): void {
    const count = this.countOf(caller, limit);
    const taken = Math.min(calls, count.calls);
    count.calls -= taken;
    count.unreported -= taken;
    this.flushSoon(count);
  }

  /**
   * Writes all counts, so that the limits still hold after a restart. Later calls are counted by this process alone.
   */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flushing;
    await this.flush();
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Deletes the counts of windows that have ended. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await inBatches(BATCH, async () => (await this.pool.query({ text: SWEEP })).rowCount!, signal);
  }

  /** Whether the database allows the counted calls; without a result in time they are allowed. */
  private decision(count: Count, calls: number): Promise<boolean> {
    if (this.isStopped) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timeout = setTimeout(resolve, MAX_WAIT_MS, true).unref();
      const decide = (granted: boolean): void => {
        clearTimeout(timeout);
        resolve(granted);
      };
      count.waiting.push({ calls, decide });
      this.changed.add(count);
      void this.flush();
    });
  }

  private countOf(caller: string, limit: Limit): Count {
    const present = this.counts.get(caller);
    if (present && present.endsAt > performance.now()) return present;
    const count: Count = {
      key: createHash('sha256').update(caller).digest(),
      limit,
      calls: 0,
      unreported: 0,
      endsAt: performance.now() + limit.seconds * 1_000,
      waiting: [],
    };
    this.counts.set(caller, count);
    return count;
  }

  private reportLater(count: Count): undefined {
    this.flushSoon(count);
    if (isDue(count) && performance.now() >= this.retryAt) void this.flush();
  }

  private flushSoon(count: Count, inMs = FLUSH_MS): void {
    if (count.limit.uncheckedCalls === 'all') return;
    this.changed.add(count);
    this.scheduleFlush(inMs);
  }

  private scheduleFlush(ms: number): void {
    if (this.isStopped) return;
    this.timer ??= setTimeout(() => void this.flush(), ms).unref();
  }

  /** One statement at a time: calls that are counted meanwhile are in the next one. */
  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing ??= this.writeChanged();
    return this.flushing;
  }

  private async writeChanged(): Promise<void> {
    do {
      const batch = [...this.changed].map((count) => ({ count, unreported: count.unreported, waiting: count.waiting }));
      this.changed.clear();
      for (const { count } of batch) Object.assign(count, { unreported: 0, waiting: [] });
      await this.write(batch);
    } while ([...this.changed].some(({ waiting }) => waiting.length > 0));
    this.flushing = undefined;
    // Calls that do not wait may have become due while others were written.
    if (this.changed.size > 0) this.scheduleFlush([...this.changed].some(isDue) ? 0 : FLUSH_MS);
  }

  private async write(batch: { count: Count; unreported: number; waiting: Waiting[] }[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const values = [
        batch.map(({ count }) => count.key),
        batch.map(({ unreported }) => unreported),
        batch.map(({ count }) => count.limit.seconds),
      ];
      const { rows } = await this.pool.query<Row>({ name: 'write-calls', text: WRITE, values });
      const written = new Map(rows.map((row) => [row.key.toString('hex'), row]));
      for (const { count, waiting } of batch) this.settle(count, waiting, written.get(count.key.toString('hex'))!);
    } catch (error) {
      log.warn({ err: error }, 'Calls are counted by this process alone');
      this.retryAt = performance.now() + RETRY_MS;
      for (const { count, unreported, waiting } of batch) {
        count.unreported += unreported;
        this.flushSoon(count, RETRY_MS);
        for (const { decide } of waiting) decide(true);
      }
    }
  }

  /** Allows as many waiting calls as the limit has room for, in the order of their arrival. */
  private settle(count: Count, waiting: Waiting[], { calls, left }: Row): void {
    count.calls = calls + count.unreported;
    count.endsAt = performance.now() + left;
    let before = calls - waiting.reduce((sum, one) => sum + one.calls, 0);
    for (const one of waiting) {
      const granted = before + one.calls <= count.limit.points;
      if (granted) before += one.calls;
      else {
        count.calls -= one.calls;
        count.unreported -= one.calls;
        this.flushSoon(count, 0);
      }
      one.decide(granted);
    }
  }
}
