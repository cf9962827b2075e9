import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem, SqlPool } from '@sprayhunt/service-kit';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { UsersConfig } from '../config.js';
import { allowanceOf, limitSettings, type Allowance, type LimitName } from './limit-settings.js';

/** Limits by address, contact or account of actions that cost money or guess codes. */
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
  async use(name: LimitName, key: string | undefined): Promise<void> {
    if (key === undefined) return;
    await this.limiters.get(name)!.consume(limiterKey(key)).catch(refuse);
  }

  /**
   * Counts a use that may be reverted.
   * @param points 0 checks for room with the same statement and counts nothing
   * @returns a function that reverts the use
   * @throws Problem `RATE_LIMITED`; nothing is counted then
   */
  async take(name: LimitName, key: string, points: 0 | 1 = 1): Promise<() => Promise<void>> {
    const limiter = this.limiters.get(name)!;
    const hashed = limiterKey(key);
    const refund = async () => void (await limiter.reward(hashed, points));
    const result = await limiter.penalty(hashed, points);
    if (result.consumedPoints + 1 - points <= limiter.points) return refund;
    await refund();
    refuse(result);
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

/** Fixed length, and no list of people's contacts in the table. */
export const limiterKey = (text: string) => createHash('sha256').update(text).digest('base64url');

/** @throws Problem `RATE_LIMITED` for a limiter's refusal; rethrows its errors */
export function refuse(refusal: unknown): never {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
  throw new Problem('RATE_LIMITED', `Too many attempts. Please wait ${inWords(retryAfter)} and try again.`, {
    retryAfter,
  });
}

function inWords(seconds: number): string {
  if (seconds <= 1) return 'a second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
