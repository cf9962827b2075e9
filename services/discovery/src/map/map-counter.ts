import { Injectable } from '@nestjs/common';
import { PollingLoop, SqlPool, tableGauges } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { countChanges } from './count-changes.js';

/** A new work is counted within a second, and several works share a pass. */
const POLL_INTERVAL_MS = 400;
/** After a failed pass. */
const RETRY_PAUSE_MS = 5_000;

const HAS_CHANGES = { name: 'map-changes-wait', text: `SELECT FROM map_changes LIMIT 1` };

/** Limits the cost of counting, which each request for metrics repeats. */
const MAX_COUNT = 100_000;
const COUNT_WAITING = {
  name: 'map-changes-waiting',
  text: `SELECT count(*)::int AS waiting FROM (SELECT FROM map_changes LIMIT ${MAX_COUNT}) AS counted`,
};

const startGauge = tableGauges<{ waiting: number }>({
  map_changes_waiting: {
    help: `Changes of works that the map does not count yet, at most ${MAX_COUNT}`,
    value: (all) => Math.max(...all.map(({ waiting }) => waiting)),
  },
});

/** Updates the map's pyramid from the works (ADR 15). Several processes may run it. */
@Injectable()
export class MapCounter extends PollingLoop {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: SqlPool,
  ) {
    super({
      startGauge,
      retryMs: RETRY_PAUSE_MS,
      failureMessage: 'Changes cannot be counted on the map; retrying',
    });
  }

  protected async pass(signal: AbortSignal): Promise<number> {
    while (!signal.aborted && (await this.isWaiting())) await countChanges(this.dataSource);
    return POLL_INTERVAL_MS;
  }

  protected async countWaiting(): Promise<number> {
    return (await this.pool.query<{ waiting: number }>(COUNT_WAITING)).rows[0]!.waiting;
  }

  private async isWaiting(): Promise<boolean> {
    return ((await this.pool.query(HAS_CHANGES)).rowCount ?? 0) > 0;
  }
}
