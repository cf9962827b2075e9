import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { log } from '../logging/log.js';

interface PollingLoopOptions {
  /** Starts the gauge of the waiting work, see `tableGauges`. */
  startGauge: (read: () => Promise<{ waiting: number }[]>) => () => void;
  /** Milliseconds until the next pass after a failed one. */
  retryMs: number;
  /** Logged with the error of a failed pass. */
  failureMessage: string;
}

/**
 * A loop next to the queue of jobs, from the start of the application to its end, for work whose polls would cost more
 * as jobs than they find. Any number of processes may run it.
 */
export abstract class PollingLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private running?: Promise<void>;
  private stopGauge?: () => void;

  constructor(private readonly options: PollingLoopOptions) {}

  /**
   * Does what waits.
   * @param signal aborted when the application ends
   * @returns milliseconds until the next pass
   */
  protected abstract pass(signal: AbortSignal): Promise<number>;

  /** @returns how much work waits */
  protected abstract countWaiting(): Promise<number>;

  onApplicationBootstrap(): void {
    this.running = this.run(this.stopping.signal);
    this.stopGauge = this.options.startGauge(async () => [{ waiting: await this.countWaiting() }]);
  }

  /** Waits for a running pass; what it leaves waits for the next start, or for another process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopGauge?.();
    this.stopping.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await sleep(await this.runPass(signal), undefined, { signal }).catch(() => undefined);
  }

  private async runPass(signal: AbortSignal): Promise<number> {
    try {
      return await this.pass(signal);
    } catch (error) {
      log.warn({ err: error }, this.options.failureMessage);
      return this.options.retryMs;
    }
  }
}
