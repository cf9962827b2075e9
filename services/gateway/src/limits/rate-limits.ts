import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { GatewayConfig } from '../config.js';
import { rateLimitKey } from './rate-limit-key.js';

export type RateKind = 'reads' | 'documents' | 'writes' | 'sensitive' | 'exports' | 'webhooks' | 'pageReports';

/** Counts in memory, of all kinds together: about 25 MB. */
export const MAX_COUNTS = 50_000;

const limiter = ({ points, seconds }: GatewayConfig['RATE_READS']) =>
  new RateLimiterMemory({ keyPrefix: '', points, duration: seconds });

/**
 * Rate limits by address in fixed windows, counted by this process alone: N gateways together allow up to N times as
 * many calls. Limits that have to be exact (codes, sign-ups, points of partners) are counted in the database.
 */
@Injectable()
export class RateLimits {
  private readonly limiters: Record<RateKind, RateLimiterMemory>;
  /** The limiter of each count. When it is full, the count that was used least recently is dropped and starts anew. */
  private readonly counts = new LRUCache<string, RateLimiterMemory>({
    max: MAX_COUNTS,
    dispose: (owner, key, reason) => {
      if (reason === 'evict') void owner.delete(key);
    },
  });

  constructor(@InjectConfig() config: GatewayConfig) {
    this.limiters = {
      reads: limiter(config.RATE_READS),
      // Documents that are new to a process: each takes processor time.
      documents: limiter(config.RATE_DOCUMENTS),
      writes: limiter(config.RATE_WRITES),
      sensitive: limiter(config.RATE_SENSITIVE),
      exports: limiter(config.RATE_EXPORTS),
      webhooks: limiter(config.RATE_WEBHOOKS),
      pageReports: limiter(config.RATE_PAGE_REPORTS),
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
    const counted = new Map<RateKind, number>();
    for (const kind of new Set(kinds)) {
      const calls = kinds.filter((one) => one === kind).length;
      counted.set(kind, calls);
      const key = keyOf(kind, address);
      this.counts.set(key, this.limiters[kind]);
      const { consumedPoints, msBeforeNext } = await this.limiters[kind].penalty(key, calls);
      if (consumedPoints <= this.limiters[kind].points) continue;
      for (const [other, others] of counted) await this.revert(other, address, others);
      throw tooFast(kind, msBeforeNext);
    }
  }

  /** Reverts counts of calls that were not made; the counts of an ended window are gone. */
  async revert(kind: RateKind, address: string, calls = 1): Promise<void> {
    const key = keyOf(kind, address);
    const present = await this.limiters[kind].get(key);
    if (present && present.msBeforeNext > 0) await this.limiters[kind].reward(key, calls);
  }
}

const keyOf = (kind: RateKind, address: string) => `${kind} ${rateLimitKey(address)}`;

function tooFast(kind: RateKind, waitMs: number): Problem {
  const sentence =
    kind === 'exports'
      ? 'You have downloaded your data several times already. Please try again later.'
      : 'Too many requests. Please wait a moment.';
  return new Problem('RATE_LIMITED', sentence, { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) });
}
