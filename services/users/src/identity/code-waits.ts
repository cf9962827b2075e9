import { Injectable } from '@nestjs/common';
import { InjectConfig, SqlPool } from '@sprayhunt/service-kit';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { UsersConfig } from '../config.js';
import { backoffSeconds } from './backoff.js';
import { codeWaitOf, type CodeWait } from './limit-settings.js';
import { limiter, limiterKey, throwRateLimited } from './limits.js';

/** Attempts for one code. */
const FREE_TRIES = 5;
/** Wrong attempts expire with the code, waits after a day. */
const TRIES_SECONDS = 10 * 60;
const WAITS_SECONDS = 24 * 60 * 60;

/**
 * Makes callers wait after wrong codes, each time twice as long, even with a new code. Counted by slot (a contact in
 * one browser or account), so that callers cannot lock out others.
 */
@Injectable()
export class CodeWaits {
  private readonly tries: RateLimiterPostgres;
  private readonly waits: RateLimiterPostgres;
  private readonly wait: CodeWait;

  constructor(pool: SqlPool, @InjectConfig() config: UsersConfig) {
    this.wait = codeWaitOf(config);
    this.tries = limiter(pool, 'code_tries', { times: FREE_TRIES, seconds: TRIES_SECONDS });
    this.waits = limiter(pool, 'code_waits', { times: Number.MAX_SAFE_INTEGER, seconds: WAITS_SECONDS });
  }

  /**
   * Counts an attempt before the check, so that simultaneous attempts count, too. The last free one starts the wait.
   * @throws Problem `RATE_LIMITED` with the seconds to wait
   */
  async countTry(slot: string): Promise<void> {
    const key = limiterKey(slot);
    const { remainingPoints } = await this.tries.consume(key).catch(throwRateLimited);
    if (remainingPoints > 0) return;
    const { consumedPoints: waitCount } = await this.waits.consume(key);
    await this.tries.block(key, backoffSeconds(this.wait, waitCount));
  }

  /** Resets the count after a correct code. */
  async reset(slot: string): Promise<void> {
    const key = limiterKey(slot);
    await Promise.all([this.tries.delete(key), this.waits.delete(key)]);
  }
}
