import type { SqlPool } from '@sprayhunt/service-kit';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Allowance, SendingWait } from './limit-settings.js';
import { limiter, limiterKey, throwRateLimited } from './limits.js';

const DAY_SECONDS = 24 * 60 * 60;

/** A counted use. */
export interface CountedUse {
  key: string;
  /** Whether it exceeded the day's free uses and started a wait. */
  exceedsFreeUses: boolean;
}

/**
 * An exponential back-off: a number of uses per day are free, also in a burst; each further use starts a wait, twice as
 * long as the one before, up to a maximum. No one is locked out for longer than that.
 */
export class Backoff {
  private readonly burstLimiter: RateLimiterPostgres;
  private readonly dailyCounter: RateLimiterPostgres;

  constructor(
    pool: SqlPool,
    name: string,
    private readonly burst: Allowance,
    private readonly wait: SendingWait,
  ) {
    this.burstLimiter = limiter(pool, `${name}_gate`, burst);
    this.dailyCounter = limiter(pool, `${name}_day`, { times: Number.MAX_SAFE_INTEGER, seconds: DAY_SECONDS });
  }

  /**
   * Counts one use; of several simultaneous uses beyond the free ones, one passes.
   * @throws Problem `RATE_LIMITED` with the seconds to wait; nothing is counted then
   */
  async countUse(text: string): Promise<CountedUse> {
    const key = limiterKey(text);
    const { consumedPoints: count } = await this.dailyCounter.consume(key);
    const usesBeyondFree = count - this.wait.free;
    const use = { key, exceedsFreeUses: usesBeyondFree > 0 };
    try {
      if (use.exceedsFreeUses) await this.burstLimiter.consume(waitKey(key), this.burst.times);
      else await this.burstLimiter.consume(key);
    } catch (refusal) {
      await this.dailyCounter.reward(key);
      throwRateLimited(refusal);
    }
    if (use.exceedsFreeUses) await this.burstLimiter.block(waitKey(key), backoffSeconds(this.wait, usesBeyondFree));
    return use;
  }

  /** Reverts a counted use that was not made. */
  async revert({ key, exceedsFreeUses }: CountedUse): Promise<void> {
    await Promise.all([
      this.dailyCounter.reward(key),
      exceedsFreeUses ? this.burstLimiter.delete(waitKey(key)) : this.burstLimiter.reward(key),
    ]);
  }
}

const waitKey = (key: string) => `${key} wait`;

/** Seconds of the nth wait, starting at 1. */
export const backoffSeconds = ({ first, longest }: { first: number; longest: number }, index: number): number =>
  Math.min(first * 2 ** (index - 1), longest);
