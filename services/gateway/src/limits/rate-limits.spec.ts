import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { GatewayConfig } from '../config.js';
import { MAX_COUNTS, type RateKind, RateLimits } from './rate-limits.js';

const LIMIT = { points: 3, seconds: 60 };
const config = {
  RATE_READS: LIMIT,
  RATE_DOCUMENTS: LIMIT,
  RATE_WRITES: { points: 5, seconds: 60 },
  RATE_SENSITIVE: LIMIT,
  RATE_EXPORTS: { points: 1, seconds: 3_600 },
  RATE_WEBHOOKS: LIMIT,
  RATE_PAGE_REPORTS: LIMIT,
} as GatewayConfig;

let limits: RateLimits;
beforeEach(() => void (limits = new RateLimits(config)));

/** How many calls of an address are still allowed in its window. */
async function allowed(address: string, kind: RateKind = 'reads'): Promise<number> {
  for (let calls = 0; ; calls += 1) {
    try {
      await limits.count(kind, address);
    } catch {
      return calls;
    }
  }
}

describe('the calls of an address', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are limited in a window, which begins with the first of them', async () => {
    await limits.count('reads', '203.0.113.1');
    jest.advanceTimersByTime(20_500);
    expect(await allowed('203.0.113.1')).toBe(2);
    await expect(limits.count('reads', '203.0.113.1')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 40 });
    jest.advanceTimersByTime(39_500);
    expect(await allowed('203.0.113.1')).toBe(3);
  });

  it('are no calls of another address, nor of another kind', async () => {
    expect(await allowed('203.0.113.1')).toBe(3);
    expect([await allowed('203.0.113.2'), await allowed('203.0.113.1', 'writes')]).toEqual([3, 5]);
  });

  it('are counted together, or none of them', async () => {
    await expect(limits.countAll(['writes', 'reads', 'reads', 'reads', 'reads'], '203.0.113.1')).rejects.toThrow();
    await limits.countAll(['writes', 'reads', 'reads'], '203.0.113.1');
    expect([await allowed('203.0.113.1', 'writes'), await allowed('203.0.113.1')]).toEqual([4, 1]);
  });

  it('are reverted in their window only', async () => {
    await limits.count('exports', 'ann');
    await limits.revert('exports', 'ann');
    expect(await allowed('ann', 'exports')).toBe(1);
    jest.advanceTimersByTime(3_600_000);
    await limits.revert('exports', 'ann');
    expect(await allowed('ann', 'exports')).toBe(1);
  });
});

describe('one caller is', () => {
  it('an IPv4 address, also one in IPv6 notation', async () => {
    expect(await allowed('203.0.113.7')).toBe(3);
    for (const same of ['::ffff:203.0.113.7', '::ffff:cb00:7107']) expect(await allowed(same)).toBe(0);
    expect(await allowed('::ffff:203.0.113.8')).toBe(3);
  });

  it('the /64 of an IPv6 address', async () => {
    expect(await allowed('2001:db8:1:2::6')).toBe(3);
    expect(await allowed('2001:db8:1:2:ffff::')).toBe(0);
    expect(await allowed('2001:db8:1:3::6')).toBe(3);
  });
});

it('keeps a bounded number of counts: the one that was used least recently starts anew', async () => {
  const address = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
  await limits.count('reads', 'first');
  await limits.count('writes', 'second');
  for (let at = 2; at < MAX_COUNTS; at += 1) await limits.count('reads', address(at));
  await limits.count('writes', 'second');
  await limits.count('reads', 'one too many');
  expect([await allowed('second', 'writes'), await allowed('first')]).toEqual([3, 3]);
});
