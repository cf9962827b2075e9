import { Injectable } from '@nestjs/common';
import { PollingLoop, SqlPool, tableGauges } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { countChanges } from './count-changes.js';

/** Between two passes: a new work is counted within a second, and those of a busy moment share a pass. */
const PAUSE_MS = 400;
/** After a failure. */
const RETRY_MS = 5_000;

const IS_WAITING = { name: 'map-changes-wait', text: `SELECT FROM map_changes LIMIT 1` };

/** Counting goes no further, because it is repeated with each reading of the metrics. */
const COUNTED = 100_000;
const WAITING = {
  name: 'map-changes-waiting',
  text: `SELECT count(*)::int AS waiting FROM (SELECT FROM map_changes LIMIT ${COUNTED}) AS counted`,
};

const watch = tableGauges<{ waiting: number }>({
  map_changes_waiting: {
    help: `Changes of works that are not counted on the map yet, at most ${COUNTED}`,
    value: (all) => Math.max(...all.map(({ waiting }) => waiting)),
  },
});

/** Keeps the pyramid of the map behind the works (ADR 15). Several processes may run it. */
@Injectable()
export class MapCounter extends PollingLoop {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: SqlPool,
  ) {
    super({ startGauge: watch, retryMs: RETRY_MS, failureMessage: 'Works cannot be counted on the map; they wait' });
  }

  protected async pass(signal: AbortSignal): Promise<number> {
    while (!signal.aborted && (await this.isWaiting())) await countChanges(this.dataSource);
    return PAUSE_MS;
  }

  protected async countWaiting(): Promise<number> {
    return (await this.pool.query<{ waiting: number }>(WAITING)).rows[0]!.waiting;
  }

  private async isWaiting(): Promise<boolean> {
    return ((await this.pool.query(IS_WAITING)).rowCount ?? 0) > 0;
  }
}
