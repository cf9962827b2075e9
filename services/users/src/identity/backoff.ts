import type { SqlPool } from '@sprayhunt/service-kit';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Allowance, SendingWait } from './limit-settings.js';
import { limiter, limiterKey, refuse } from './limits.js';

const DAY_SECONDS = 24 * 60 * 60;

/** One counted use. */
export interface Turn {
  key: string;
  /** Whether it came after the day's free uses and started a wait. */
  isPastFree: boolean;
}

/**
 * A number of uses a day are free, also in a burst; each further one starts a wait, twice as long
 * as the one before, up to the longest. No one is locked out for longer than that.
 */
export class Backoff {
  private readonly gate: RateLimiterPostgres;
  private readonly day: RateLimiterPostgres;

  constructor(
    pool: SqlPool,
    name: string,
    private readonly burst: Allowance,
    private readonly wait: SendingWait,
  ) {
    this.gate = limiter(pool, `${name}_gate`, burst);
    this.day = limiter(pool, `${name}_day`, { times: Number.MAX_SAFE_INTEGER, seconds: DAY_SECONDS });
  }

  /**
   * Counts one use; of many simultaneous ones beyond the free ones, one passes.
   * @throws Problem `RATE_LIMITED` with the seconds to wait; nothing is counted then
   */
  async begin(text: string): Promise<Turn> {
    const key = limiterKey(text);
    const { consumedPoints: count } = await this.day.consume(key);
    const past = count - this.wait.free;
    const turn = { key, isPastFree: past > 0 };
    try {
      if (turn.isPastFree) await this.gate.consume(waitKey(key), this.burst.times);
      else await this.gate.consume(key);
    } catch (refusal) {
      await this.day.reward(key);
      refuse(refusal);
    }
    if (turn.isPastFree) await this.gate.block(waitKey(key), backoffSeconds(this.wait, past));
    return turn;
  }

  /** Reverts a counted use that did not happen. */
  async refund({ key, isPastFree }: Turn): Promise<void> {
    await Promise.all([this.day.reward(key), isPastFree ? this.gate.delete(waitKey(key)) : this.gate.reward(key)]);
  }
}

const waitKey = (key: string) => `${key} wait`;

/** Seconds of the nth wait, starting at 1. */
export const backoffSeconds = ({ first, longest }: { first: number; longest: number }, nth: number): number =>
  Math.min(first * 2 ** (nth - 1), longest);
