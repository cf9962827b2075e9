import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem } from '@sprayhunt/service-kit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from '../config.js';
import { rateLimitKey } from './rate-limit-key.js';

export type RateKind = 'reads' | 'documents' | 'writes' | 'sensitive' | 'exports' | 'webhooks';

/** Rate limits by address; each gateway process counts separately. */
@Injectable()
export class RateLimits {
  private readonly limiters: Record<RateKind, RateLimiterMemory>;

  constructor(@InjectConfig() { RATE_READS, RATE_DOCUMENTS, RATE_WRITES, RATE_SENSITIVE, RATE_EXPORTS, RATE_WEBHOOKS }: GatewayConfig) {
    const limiter = ({ points, seconds }: GatewayConfig['RATE_READS']) => new RateLimiterMemory({ points, duration: seconds });
    this.limiters = {
      reads: limiter(RATE_READS),
      documents: limiter(RATE_DOCUMENTS),
      writes: limiter(RATE_WRITES),
      sensitive: limiter(RATE_SENSITIVE),
      exports: limiter(RATE_EXPORTS),
      webhooks: limiter(RATE_WEBHOOKS),
    };
  }

  /**
   * @param address of the caller; for an export, the account
   * @throws Problem `RATE_LIMITED` with the seconds until the next allowed call
   */
  async count(kind: RateKind, address: string): Promise<void> {
    await this.countAll([kind], address);
  }

  /**
   * Counts several calls at once: all of them, or none if one exceeds the limit.
   * @throws Problem as `count`
   */
  async countAll(kinds: readonly RateKind[], address: string): Promise<void> {
    const counted: RateKind[][] = [];
    try {
      for (const kind of new Set(kinds)) {
        const calls = kinds.filter((one) => one === kind);
        counted.push(calls);
        await this.limiters[kind].consume(rateLimitKey(address), calls.length);
      }
    } catch (error) {
      await Promise.all(counted.map((calls) => this.revert(calls[0]!, address, calls.length)));
      throw error instanceof RateLimiterRes ? tooFast(counted.at(-1)![0]!, error) : error;
    }
  }

  /** Reverts counts of calls that were not made. */
  async revert(kind: RateKind, address: string, calls = 1): Promise<void> {
    await this.limiters[kind].reward(rateLimitKey(address), calls);
  }
}

function tooFast(kind: RateKind, { msBeforeNext }: RateLimiterRes): Problem {
  const sentence = kind === 'exports' ? 'You have downloaded your data several times already. Please try again later.' : 'Too many requests. Please wait a moment.';
  return new Problem('RATE_LIMITED', sentence, { retryAfter: Math.ceil(msBeforeNext / 1_000) });
}
