import { performance } from 'node:perf_hooks';
import { Problem } from '@sprayhunt/service-kit';

const WINDOW_MS = 10_000;

/** Limits work that blocks the event loop to a fraction of this process's time. */
export class TimeShare {
  private readonly maxMs: number;
  private since = -Infinity;
  private spentMs = 0;

  /** @param part fraction of the time, above 0 up to 1 */
  constructor(
    part: number,
    private readonly now = () => performance.now(),
  ) {
    this.maxMs = part * WINDOW_MS;
  }

  /** @throws Problem `UNAVAILABLE` while the share of the current ten seconds is used up */
  run<T>(work: () => T): T {
    const begun = this.now();
    if (begun - this.since >= WINDOW_MS) {
      this.since = begun;
      this.spentMs = 0;
    }
    if (this.spentMs >= this.maxMs)
      throw new Problem('UNAVAILABLE', 'There are too many new queries at the moment. Please try again.', {
        retryAfter: Math.ceil((this.since + WINDOW_MS - begun) / 1_000),
      });
    try {
      return work();
    } finally {
      this.spentMs += this.now() - begun;
    }
  }
}
