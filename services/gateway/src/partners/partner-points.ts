import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InjectConfig, Problem, SqlPool } from '@sprayhunt/service-kit';
import type { GatewayConfig } from '../config.js';
import { PartnerUsage } from './partner-usage.js';
import { PointsQueue } from './points-queue.js';

/** What a call costs its client, in points: one for each value of the response. */
export interface Cost {
  /** The most points that the response could cost; charged before the call runs. */
  asked: number;
  /** Points of the actual response; the difference was refunded. */
  actual: number;
  /** Points that the client has left in this window, at all gateways together. */
  left: number;
  /** Seconds until the window ends, when the client has all its points again. */
  reset: number;
}

/** A call could cost more points than its client has left. */
export class CostExceeded extends Problem {
  constructor(
    readonly cost: Cost,
    advice: string,
  ) {
    super(
      'COST_EXCEEDED',
      `This call could cost ${cost.asked} points, ` +
        `and ${cost.left} are left for the next ${cost.reset} seconds. ${advice}`,
      { retryAfter: cost.reset },
    );
  }
}

/** A call to be paid for. */
export interface Call<T> {
  clientId: string;
  asked: number;
  /** A sentence on how to lower the cost. */
  advice(left: number): string;
  run(): Promise<T>;
  /** Points of the actual response. */
  actual(result: T): number;
}

/** The points of partners' clients, counted in the database and so by all gateways together. */
@Injectable()
export class PartnerPoints implements BeforeApplicationShutdown {
  private readonly queue: PointsQueue;
  private readonly policy: string;

  constructor(
    private readonly pool: SqlPool,
    private readonly usage: PartnerUsage,
    @InjectConfig() { RATE_POINTS: { points, seconds } }: GatewayConfig,
  ) {
    this.queue = new PointsQueue(pool, { points, seconds });
    this.policy = `"points";q=${points};w=${seconds}`;
  }

  /**
   * Charges the points of a call, runs it, and refunds those that it did not need; all of them if it failed.
   * @param show called with the cost of the call, when it is known; also before a refusal
   * @throws CostExceeded if the client has too few points left; Problem `UNAVAILABLE` while points cannot be counted
   */
  async pay<T>({ clientId, asked, advice, run, actual }: Call<T>, show: (cost: Cost) => void): Promise<T> {
    const { granted, left, reset, windowStart } = await this.queue.take(clientId, asked).catch(pointsUnavailable);
    if (!granted) {
      const cost = { asked, actual: 0, left, reset };
      show(cost);
      throw new CostExceeded(cost, advice(left));
    }
    let spent = 0;
    try {
      const result = await run();
      spent = Math.min(asked, Math.max(1, actual(result)));
      return result;
    } finally {
      this.queue.refund(clientId, asked - spent, windowStart);
      this.usage.add(clientId, { calls: 0, refused: 0, points: spent });
      show({ asked, actual: spent, left: left + asked - spent, reset });
    }
  }

  /**
   * Header fields of draft-ietf-httpapi-ratelimit-headers-10; the draft leaves other parameters to services, by a
   * prefix.
   */
  headers({ asked, actual, left, reset }: Cost): Record<string, string> {
    return {
      'ratelimit-policy': this.policy,
      ratelimit: `"points";r=${left};t=${reset};sprayhunt-asked=${asked};sprayhunt-actual=${actual}`,
    };
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.queue.flush();
  }

  /** Deletes the counts of clients that have made no call for a day. */
  async sweep(): Promise<void> {
    await this.pool.query({
      text: 'DELETE FROM partner_points WHERE window_start < extract(epoch FROM now()) - 86400',
    });
  }
}

function pointsUnavailable(error: unknown): never {
  throw new Problem('UNAVAILABLE', 'Points cannot be counted at the moment. Please try again.', {
    retryAfter: 1,
    cause: error,
  });
}
