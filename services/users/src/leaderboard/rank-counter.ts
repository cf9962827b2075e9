import { Injectable } from '@nestjs/common';
import { Jobs, PollingLoop, SqlPool, tableGauges, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { countRanks, deletePastRanks } from './count-ranks.js';

const sweepRanks: RepeatedJob = { name: 'sweep-ranks', every: 24 * 60 * 60, lockSeconds: 300 };
/** Least pause between two passes: bookings are ranked within half a second. */
const PAUSE_MS = 250;
/**
 * A long pass is followed by so many times its length: a burst of awards is ranked in few passes, which are a tenth of
 * the time.
 */
const PAUSE_BY_PASS = 9;
/** A pass that waited for the database, or for a lock, was not work: ranks go on soon after an outage. */
const MAX_PAUSE_MS = 5_000;
/** After a failure. */
const RETRY_MS = 2_000;

const IS_WAITING = { name: 'rank-changes-wait', text: `SELECT FROM rank_changes LIMIT 1` };

/** Counting goes no further, because it is repeated with each reading of the metrics. */
const COUNTED = 100_000;
const WAITING = {
  name: 'rank-changes-waiting',
  text: `SELECT count(*)::int AS waiting FROM (SELECT FROM rank_changes LIMIT ${COUNTED}) AS counted`,
};

const watch = tableGauges<{ waiting: number }>({
  rank_changes_waiting: {
    help: `Players whose ranks are behind the ledger, at most ${COUNTED}`,
    value: (all) => Math.max(...all.map(({ waiting }) => waiting)),
  },
});

/**
 * @param passMs length of the pass
 * @returns milliseconds until the next one
 */
export const pauseAfter = (passMs: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, PAUSE_BY_PASS * passMs));

/** Keeps the ranks behind the ledger (ADR 24). Several processes may run it. */
@Injectable()
export class RankCounter extends PollingLoop {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: SqlPool,
    jobs: Jobs,
  ) {
    super({ startGauge: watch, retryMs: RETRY_MS, failureMessage: 'Ranks cannot be counted; changes wait' });
    jobs.repeat(sweepRanks, () => deletePastRanks(dataSource));
  }

  protected async pass(): Promise<number> {
    const began = performance.now();
    if (((await this.pool.query(IS_WAITING)).rowCount ?? 0) > 0) await countRanks(this.dataSource);
    return pauseAfter(performance.now() - began);
  }

  protected async countWaiting(): Promise<number> {
    return (await this.pool.query<{ waiting: number }>(WAITING)).rows[0]!.waiting;
  }
}
