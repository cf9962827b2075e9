import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { log, SqlPool, tableGauges } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { countChanges } from './count-changes.js';

/** Between two passes: a new work is counted within a second, and those of a busy moment share a pass. */
const PAUSE_MS = 400;
/** After a failure. */
const RETRY_MS = 5_000;

const IS_WAITING = { name: 'map-changes-wait', text: `SELECT FROM map_changes LIMIT 1` };

/** Counting goes no further, because it is repeated with each reading of the metrics. */
const COUNTED = 100_000;
const WAITING = { name: 'map-changes-waiting', text: `SELECT count(*)::int AS waiting FROM (SELECT FROM map_changes LIMIT ${COUNTED}) AS counted` };

const watch = tableGauges<{ waiting: number }>({
  map_changes_waiting: { help: `Changes of works that are not counted on the map yet, at most ${COUNTED}`, value: (all) => Math.max(...all.map(({ waiting }) => waiting)) },
});

/** Keeps the pyramid of the map behind the works (ADR 38). Several processes may run it. */
@Injectable()
export class MapCounter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private running?: Promise<void>;
  private unwatch?: () => void;

  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: SqlPool,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
    this.unwatch = watch(async () => (await this.pool.query<{ waiting: number }>(WAITING)).rows);
  }

  /** Changes that are not counted yet wait for the next start, or for another process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.unwatch?.();
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pause = await this.countAll();
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns milliseconds until the next pass */
  private async countAll(): Promise<number> {
    try {
      while (!this.stopping.signal.aborted && (await this.isWaiting())) await countChanges(this.dataSource);
      return PAUSE_MS;
    } catch (error) {
      log.warn({ err: error }, 'Works cannot be counted on the map; they wait');
      return RETRY_MS;
    }
  }

  private async isWaiting(): Promise<boolean> {
    return ((await this.pool.query(IS_WAITING)).rowCount ?? 0) > 0;
  }
}
