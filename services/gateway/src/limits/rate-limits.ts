import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem } from '@sprayhunt/service-kit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from '../config.js';
import { household } from './household.js';

export type RateKind = 'reads' | 'documents' | 'writes' | 'sensitive' | 'exports';

/** How often one address may call; each gateway process counts for itself. */
@Injectable()
export class RateLimits {
  private readonly limiters: Record<RateKind, RateLimiterMemory>;

  constructor(@InjectConfig() { RATE_READS, RATE_DOCUMENTS, RATE_WRITES, RATE_SENSITIVE, RATE_EXPORTS }: GatewayConfig) {
    const limiter = ({ points, seconds }: GatewayConfig['RATE_READS']) => new RateLimiterMemory({ points, duration: seconds });
    this.limiters = {
      reads: limiter(RATE_READS),
      documents: limiter(RATE_DOCUMENTS),
      writes: limiter(RATE_WRITES),
      sensitive: limiter(RATE_SENSITIVE),
      exports: limiter(RATE_EXPORTS),
    };
  }

  /**
   * @param address whose call it is; of an export, the account
   * @throws Problem `RATE_LIMITED` with the seconds until the next call is let through
   */
  async count(kind: RateKind, address: string): Promise<void> {
    await this.countAll([kind], address);
  }

  /**
   * Counts several calls at once: all of them, or none where one is too many.
   * @throws Problem as `count`
   */
  async countAll(kinds: readonly RateKind[], address: string): Promise<void> {
    const counted: RateKind[][] = [];
    try {
      for (const kind of new Set(kinds)) {
        const calls = kinds.filter((one) => one === kind);
        counted.push(calls);
        await this.limiters[kind].consume(household(address), calls.length);
      }
    } catch (error) {
      await Promise.all(counted.map((calls) => this.giveBack(calls[0]!, address, calls.length)));
      throw error instanceof RateLimiterRes ? tooFast(counted.at(-1)![0]!, error) : error;
    }
  }

  /** Takes counts back: what they were for could not be done. */
  async giveBack(kind: RateKind, address: string, calls = 1): Promise<void> {
    await this.limiters[kind].reward(household(address), calls);
  }
}

function tooFast(kind: RateKind, { msBeforeNext }: RateLimiterRes): Problem {
  const sentence = kind === 'exports' ? 'You have downloaded your data several times already. Please try again later.' : 'That was too fast. Please wait a moment.';
  return new Problem('RATE_LIMITED', sentence, { retryAfter: Math.ceil(msBeforeNext / 1_000) });
}
