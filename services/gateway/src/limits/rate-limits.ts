import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem } from '@sprayhunt/service-kit';
import type { GatewayConfig } from '../config.js';
import { rateLimitKey } from './rate-limit-key.js';
import { type Limit, SharedCounts } from './shared-counts.js';

export type RateKind = 'reads' | 'documents' | 'writes' | 'sensitive' | 'exports' | 'webhooks' | 'pageReports';

/** Half of the calls of frequent kinds pass without waiting. Others are rare, and their limits exact. */
const frequent = ({ points, seconds }: GatewayConfig['RATE_READS']): Limit => ({
  points,
  seconds,
  uncheckedCalls: Math.floor(points / 2),
});
const rare = ({ points, seconds }: GatewayConfig['RATE_READS']): Limit => ({ points, seconds, uncheckedCalls: 0 });

/** Rate limits by address, at all gateways together. */
@Injectable()
export class RateLimits {
  private readonly limits: Record<RateKind, Limit>;

  constructor(
    private readonly counts: SharedCounts,
    @InjectConfig()
    {
      RATE_READS,
      RATE_DOCUMENTS,
      RATE_WRITES,
      RATE_SENSITIVE,
      RATE_EXPORTS,
      RATE_WEBHOOKS,
      RATE_PAGE_REPORTS,
    }: GatewayConfig,
  ) {
    this.limits = {
      reads: frequent(RATE_READS),
      // Documents that are new to a process: each takes processor time.
      documents: { ...RATE_DOCUMENTS, uncheckedCalls: 'all' },
      writes: frequent(RATE_WRITES),
      sensitive: rare(RATE_SENSITIVE),
      exports: rare(RATE_EXPORTS),
      webhooks: frequent(RATE_WEBHOOKS),
      pageReports: frequent(RATE_PAGE_REPORTS),
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
      const wait = await this.counts.take(callerOf(kind, address), calls, this.limits[kind]);
      if (wait !== undefined) {
        for (const [other, others] of counted) this.revert(other, address, others);
        throw tooFast(kind, wait);
      }
      counted.set(kind, calls);
    }
  }

  /** Reverts counts of calls that were not made. */
  revert(kind: RateKind, address: string, calls = 1): void {
    this.counts.refund(callerOf(kind, address), calls, this.limits[kind]);
  }
}

const callerOf = (kind: RateKind, address: string) => `${kind} ${rateLimitKey(address)}`;

function tooFast(kind: RateKind, waitMs: number): Problem {
  const sentence =
    kind === 'exports'
      ? 'You have downloaded your data several times already. Please try again later.'
      : 'Too many requests. Please wait a moment.';
  return new Problem('RATE_LIMITED', sentence, { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) });
}
