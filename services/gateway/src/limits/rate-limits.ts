import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem } from '@sprayhunt/service-kit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from '../config.js';
import { household } from './household.js';

export type RateKind = 'reads' | 'writes' | 'sensitive' | 'exports';

/** How often one address may call; each gateway process counts for itself. */
@Injectable()
export class RateLimits {
  private readonly limiters: Record<RateKind, RateLimiterMemory>;

  constructor(@InjectConfig() { RATE_READS, RATE_WRITES, RATE_SENSITIVE, RATE_EXPORTS }: GatewayConfig) {
    const limiter = ({ points, seconds }: GatewayConfig['RATE_READS']) => new RateLimiterMemory({ points, duration: seconds });
    this.limiters = { reads: limiter(RATE_READS), writes: limiter(RATE_WRITES), sensitive: limiter(RATE_SENSITIVE), exports: limiter(RATE_EXPORTS) };
  }

  /**
   * @param address whose call it is; of an export, the account
   * @throws Problem `RATE_LIMITED` with the seconds until the next call is let through
   */
  async count(kind: RateKind, address: string): Promise<void> {
    try {
      await this.limiters[kind].consume(household(address));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const sentence = kind === 'exports' ? 'You have downloaded your data several times already. Please try again later.' : 'That was too fast. Please wait a moment.';
      throw new Problem('RATE_LIMITED', sentence, { retryAfter: Math.ceil(error.msBeforeNext / 1_000) });
    }
  }

  /** Takes a count back: what it was for could not be done. */
  async giveBack(kind: RateKind, address: string): Promise<void> {
    await this.limiters[kind].reward(household(address));
  }
}
