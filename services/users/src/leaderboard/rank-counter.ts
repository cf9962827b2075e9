import { Injectable } from '@nestjs/common';
import { Jobs, PollingLoop, SqlPool, tableGauges, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { countRanks, deletePastRanks } from './count-ranks.js';

const sweepRanks: RepeatedJob = { name: 'sweep-ranks', every: 24 * 60 * 60, lockSeconds: 300 };
/** Minimum pause between two passes: bookings are ranked within half a second. */
const MIN_PAUSE_MS = 250;
/**
 * A pass is followed by a pause of this many times its duration: a burst of awards is ranked in a few passes, which
 * take a tenth of the time.
 */
const PAUSE_FACTOR = 9;
/**
 * Upper limit of that pause, because a pass may have waited for the database or a lock: ranks follow soon after an
 * outage.
 */
const MAX_PAUSE_MS = 5_000;
/** After a failed pass. */
const RETRY_MS = 2_000;

const HAS_CHANGES = { name: 'rank-changes-wait', text: `SELECT FROM rank_changes LIMIT 1` };

/** Limits the cost of counting, which each request for metrics repeats. */
const MAX_COUNT = 100_000;
const COUNT_CHANGES = {
  name: 'rank-changes-waiting',
  text: `SELECT count(*)::int AS waiting FROM (SELECT FROM rank_changes LIMIT ${MAX_COUNT}) AS counted`,
};

const startGauge = tableGauges<{ waiting: number }>({
  rank_changes_waiting: {
    help: `Players whose ranks lag behind the ledger, at most ${MAX_COUNT}`,
    value: (all) => Math.max(...all.map(({ waiting }) => waiting)),
  },
});

/**
 * @param passMs length of the pass
 * @returns milliseconds until the next one
 */
export const pauseAfter = (passMs: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * passMs));

/** Updates the ranks from the ledger (ADR 24). Several processes may run it. */
@Injectable()
export class RankCounter extends PollingLoop {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: SqlPool,
    jobs: Jobs,
  ) {
    super({ startGauge, retryMs: RETRY_MS, failureMessage: 'Ranks cannot be counted; changes wait' });
    jobs.repeat(sweepRanks, () => deletePastRanks(dataSource));
  }

  protected async pass(): Promise<number> {
    const startedAt = performance.now();
    if (((await this.pool.query(HAS_CHANGES)).rowCount ?? 0) > 0) await countRanks(this.dataSource);
    return pauseAfter(performance.now() - startedAt);
  }

  protected async countWaiting(): Promise<number> {
    return (await this.pool.query<{ waiting: number }>(COUNT_CHANGES)).rows[0]!.waiting;
  }
}
