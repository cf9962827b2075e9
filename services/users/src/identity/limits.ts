import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem, SqlPool } from '@sprayhunt/service-kit';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { UsersConfig } from '../config.js';
import { allowanceOf, limitSettings, type LimitName } from './limit-settings.js';

/** How often one address, one contact or one account may do what costs money or guesses codes. */
@Injectable()
export class Limits {
  private readonly limiters: Map<LimitName, RateLimiterPostgres>;

  constructor(pool: SqlPool, @InjectConfig() config: UsersConfig) {
    const limiterOf = (name: LimitName): [LimitName, RateLimiterPostgres] => {
      const { times, seconds } = allowanceOf(name, config);
      return [
        name,
        new RateLimiterPostgres({
          storeClient: pool,
          storeType: 'pool',
          tableName: 'limits',
          tableCreated: true,
          keyPrefix: name.slice('LIMIT_'.length).toLowerCase(),
          points: times,
          duration: seconds,
          clearExpiredByTimeout: true,
        }),
      ];
    };
    this.limiters = new Map((Object.keys(limitSettings) as LimitName[]).map(limiterOf));
  }

  /**
   * Counts one use, known contact or not.
   * @param key whose use it is; nothing is counted where it is not known
   * @throws Problem `RATE_LIMITED` with the seconds to wait
   */
  async use(name: LimitName, key: string | undefined): Promise<void> {
    if (key === undefined) return;
    try {
      await this.limiters.get(name)!.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Problem('RATE_LIMITED', 'Too many tries. Please wait a moment and try again.', {
        retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
      });
    }
  }
}
