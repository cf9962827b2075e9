import { createHash } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { inBatches, log, SqlPool } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';

/** At most so many calls in so many seconds; the window begins with the first one. */
export interface Limit {
  points: number;
  seconds: number;
  /** Up to this count a call does not wait for the database; `all` is a limit of each process. */
  unasked: number | 'all';
}

/** The calls of one caller in its present window. */
interface Count {
  key: Buffer;
  limit: Limit;
  /** At all gateways, as the database last said, and here since. */
  calls: number;
  /** Those of them that the database does not know yet; below zero if it knows some that were not let through. */
  untold: number;
  /** By `performance.now()`. */
  endsAt: number;
  /** Calls, already counted, that wait for what the database says. */
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

/** Callers that are known at a time; of one who is forgotten, the database knows the calls. */
const KNOWN = 100_000;
/** Milliseconds after which others know of a call that did not wait. */
const TELL_MS = 200;
const RETRY_MS = 1_000;
/** Longest that a call waits. */
const PATIENCE_MS = 1_000;

/**
 * In the order of the keys, so that two gateways never wait for each other. A key comes twice when a window has ended,
 * and its last calls are told together with the first ones of the next.
 */
const TELL = `
  INSERT INTO call_counts AS kept (key, ends_at, calls)
  SELECT key, now() + make_interval(secs => max(seconds)), sum(calls)::int FROM unnest($1::bytea[], $2::int[], $3::int[]) AS told (key, calls, seconds) GROUP BY key ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    ends_at = CASE WHEN kept.ends_at > now() THEN kept.ends_at ELSE excluded.ends_at END,
    calls = CASE WHEN kept.ends_at > now() THEN kept.calls ELSE 0 END + excluded.calls
  RETURNING key, calls, (extract(epoch FROM ends_at - now()) * 1000)::float AS left`;

/** Passes over rows that are being told about, which begin a new window. */
const BATCH = 10_000;
const SWEEP = `DELETE FROM call_counts WHERE key = ANY (ARRAY(SELECT key FROM call_counts WHERE ends_at < now() LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;

/**
 * Counts the calls of each caller at all gateways together, in one row of the database each. A process counts in memory
 * and tells the database what it counted, all callers in one statement; from `unasked` on, a call waits for it.
 * While the database does not respond, each process counts for itself.
 */
@Injectable()
export class SharedCounts implements BeforeApplicationShutdown {
  private readonly counts = new LRUCache<string, Count>({ max: KNOWN });
  private readonly changed = new Set<Count>();
  private timer?: NodeJS.Timeout;
  private isTelling = false;

  constructor(private readonly pool: SqlPool) {}

  /**
   * Counts calls of a caller, unless they would exceed the limit.
   * @param caller with the kind of its calls: each has a limit of its own
   * @returns nothing if they are let through, else the milliseconds until the window ends
   */
  async take(caller: string, calls: number, limit: Limit): Promise<number | undefined> {
    const count = this.countOf(caller, limit);
    if (count.calls + calls > limit.points) {
      // Others may have given back some meanwhile.
      this.tellSoon(count);
      return count.endsAt - performance.now();
    }
    count.calls += calls;
    count.untold += calls;
    if (limit.unasked === 'all' || count.calls <= limit.unasked) return void this.tellSoon(count);
    const granted = await this.decision(count, calls);
    return granted ? undefined : count.endsAt - performance.now();
  }

  /** Takes back calls that were let through and not made. */
  giveBack(caller: string, calls: number, limit: Limit): void {
    const count = this.countOf(caller, limit);
    const taken = Math.min(calls, count.calls);
    count.calls -= taken;
    count.untold -= taken;
    this.tellSoon(count);
  }

  /** So that a gateway that is restarted lets no one through again. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.tell();
    clearTimeout(this.timer);
  }

  /** Deletes the counts of windows that are over. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await inBatches(BATCH, async () => (await this.pool.query({ text: SWEEP })).rowCount!, signal);
  }

  /** What the database says of calls that were counted; after a while in which it says nothing, they are let through. */
  private decision(count: Count, calls: number): Promise<boolean> {
    return new Promise((resolve) => {
      const patience = setTimeout(resolve, PATIENCE_MS, true).unref();
      const decide = (granted: boolean): void => {
        clearTimeout(patience);
        resolve(granted);
      };
      count.waiting.push({ calls, decide });
      this.changed.add(count);
      void this.tell();
    });
  }

  private countOf(caller: string, limit: Limit): Count {
    const present = this.counts.get(caller);
    if (present && present.endsAt > performance.now()) return present;
    const count: Count = { key: createHash('sha256').update(caller).digest(), limit, calls: 0, untold: 0, endsAt: performance.now() + limit.seconds * 1_000, waiting: [] };
    this.counts.set(caller, count);
    return count;
  }

  private tellSoon(count: Count, inMs = TELL_MS): void {
    if (count.limit.unasked === 'all') return;
    this.changed.add(count);
    this.tellIn(inMs);
  }

  private tellIn(ms: number): void {
    this.timer ??= setTimeout(() => void this.tell(), ms).unref();
  }

  /** One statement at a time: what is counted meanwhile goes into the next one. */
  private async tell(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isTelling) return;
    this.isTelling = true;
    do {
      const told = [...this.changed].map((count) => ({ count, untold: count.untold, waiting: count.waiting }));
      this.changed.clear();
      for (const { count } of told) Object.assign(count, { untold: 0, waiting: [] });
      await this.tellThese(told);
    } while ([...this.changed].some(({ waiting }) => waiting.length > 0));
    this.isTelling = false;
    // The time of those that do not wait may have come while others were told.
    if (this.changed.size > 0) this.tellIn(TELL_MS);
  }

  private async tellThese(told: { count: Count; untold: number; waiting: Waiting[] }[]): Promise<void> {
    if (told.length === 0) return;
    try {
      const values = [told.map(({ count }) => count.key), told.map(({ untold }) => untold), told.map(({ count }) => count.limit.seconds)];
      const { rows } = await this.pool.query<Row>({ name: 'tell-calls', text: TELL, values });
      const said = new Map(rows.map((row) => [row.key.toString('hex'), row]));
      for (const { count, waiting } of told) this.settle(count, waiting, said.get(count.key.toString('hex'))!);
    } catch (error) {
      log.warn({ err: error }, 'Calls are counted by this process alone');
      for (const { count, untold, waiting } of told) {
        count.untold += untold;
        this.tellSoon(count, RETRY_MS);
        for (const { decide } of waiting) decide(true);
      }
    }
  }

  /** Lets those through that there is room for, in the order in which they came. */
  private settle(count: Count, waiting: Waiting[], { calls, left }: Row): void {
    count.calls = calls + count.untold;
    count.endsAt = performance.now() + left;
    let before = calls - waiting.reduce((sum, one) => sum + one.calls, 0);
    for (const one of waiting) {
      const granted = before + one.calls <= count.limit.points;
      if (granted) before += one.calls;
      else {
        count.calls -= one.calls;
        count.untold -= one.calls;
        this.tellSoon(count, 0);
      }
      one.decide(granted);
    }
  }
}
