import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem, SqlPool } from '@sprayhunt/service-kit';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { UsersConfig } from '../config.js';
import { allowanceOf, limitSettings, type Allowance, type LimitName } from './limit-settings.js';

/** Limits actions that cost money or could guess codes, by address, contact or account. */
@Injectable()
export class Limits {
  private readonly limiters: Map<LimitName, RateLimiterPostgres>;

  constructor(pool: SqlPool, @InjectConfig() config: UsersConfig) {
    this.limiters = new Map(
      (Object.keys(limitSettings) as LimitName[]).map((name) => [
        name,
        limiter(pool, name.slice('LIMIT_'.length).toLowerCase(), allowanceOf(name, config)),
      ]),
    );
  }

  /**
   * Counts one use, for known and unknown contacts alike.
   * @param key limit key; without it nothing is counted
   * @throws Problem `RATE_LIMITED` with the seconds to wait
   */
  async countUse(name: LimitName, key: string | undefined): Promise<void> {
    if (key === undefined) return;
    await this.limiters.get(name)!.consume(limiterKey(key)).catch(throwRateLimited);
  }

  /**
   * Counts a use that may be reverted.
   * @param points 0 checks the limit with the same statement and counts nothing
   * @returns a function that reverts the use
   * @throws Problem `RATE_LIMITED`; nothing is counted then
   */
  async tryUse(name: LimitName, key: string, points: 0 | 1 = 1): Promise<() => Promise<void>> {
    const limiter = this.limiters.get(name)!;
    const hashed = limiterKey(key);
    const refund = async () => void (await limiter.reward(hashed, points));
    const result = await limiter.penalty(hashed, points);
    if (result.consumedPoints + 1 - points <= limiter.points) return refund;
    await refund();
    throwRateLimited(result);
  }
}

export const limiter = (pool: SqlPool, keyPrefix: string, { times, seconds }: Allowance) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    keyPrefix,
    points: times,
    duration: seconds,
    clearExpiredByTimeout: true,
  });

/** Hashed, so that keys have a fixed length and the table contains no contacts. */
export const limiterKey = (text: string) => createHash('sha256').update(text).digest('base64url');

/** @throws Problem `RATE_LIMITED` for a limiter's rejection; its errors are rethrown */
export function throwRateLimited(rejection: unknown): never {
  if (!(rejection instanceof RateLimiterRes)) throw rejection;
  const retryAfter = Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000));
  throw new Problem('RATE_LIMITED', `Too many attempts. Please wait ${durationText(retryAfter)} and try again.`, {
    retryAfter,
  });
}

function durationText(seconds: number): string {
  if (seconds <= 1) return 'a second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
