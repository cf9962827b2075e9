import { createHmac } from 'node:crypto';
import { matchesType } from './events.js';
import type { Delivery, Endpoint, StoredEvent } from './tables.js';
import type { World } from './world.js';

const MAX_CONCURRENT = 8;
const TIMEOUT_MS = 10_000;
/** Real milliseconds before the second attempt; doubled with each further one. */
const FIRST_RETRY_MS = 500;
const MAX_ATTEMPTS = 8;
const MAX_LOG_ENTRIES = 5_000;

/** One attempt to deliver an event. */
export interface LoggedDelivery {
  event: string;
  type: string;
  url: string;
  attempt: number;
  bad_signature: boolean;
  /** Of the endpoint's reply, or null when none came. */
  status: number | null;
  at: string;
}

/**
 * Sends signed events to the endpoints, several at once, and retries with growing pauses when an endpoint does not
 * reply with 2xx. Undelivered events are part of the state.
 */
export class Webhooks {
  readonly log: LoggedDelivery[] = [];
  /** Ids of deliveries that may be sent now, in order. One whose transaction was undone is not in the store. */
  private ready: string[];
  /** Those that wait for their next attempt. */
  private readonly retries = new Map<string, NodeJS.Timeout>();
  private running = 0;
  private isStopped = false;

  constructor(private readonly world: World) {
    this.ready = world.store
      .list('delivery')
      .map(({ id }) => id)
      .reverse();
    world.onEvent((event) => this.publish(event));
  }

  /** Within the transaction that makes the event. */
  private publish(event: StoredEvent): void {
    const { copies, bad_signatures: bad } = this.world.settings().webhooks;
    for (const endpoint of this.world.store.list('endpoint')) {
      if (!endpoint.enabled_events.some((pattern) => matchesType(pattern, event.type))) continue;
      for (let copy = 0; copy < copies; copy += 1) this.enqueue(event.id, endpoint.id, false);
      if (this.random() < bad) this.enqueue(event.id, endpoint.id, true);
    }
  }

  enqueue(event: string, endpoint: string, badSignature: boolean): void {
    const id = this.world.id('whd');
    this.world.store.put('delivery', id, { id, event, endpoint, attempts: 0, bad_signature: badSignature });
    this.ready.push(id);
  }

  /** Starts the deliveries that may be sent now. Called after each transaction. */
  sendReady(): void {
    const { paused, shuffled } = this.world.settings().webhooks;
    while (!paused && !this.isStopped && this.running < MAX_CONCURRENT && this.ready.length > 0) {
      const delivery = this.world.store.get('delivery', this.take(shuffled));
      if (delivery) void this.send(delivery);
    }
  }

  private take(shuffled: boolean): string {
    if (!shuffled) return this.ready.shift()!;
    const index = Math.floor(this.random() * this.ready.length);
    const chosen = this.ready[index]!;
    this.ready[index] = this.ready.at(-1)!;
    this.ready.pop();
    return chosen;
  }

  /** Clears the pauses between attempts, when the clock was advanced or a test requests it. */
  clearPauses(): void {
    for (const [id, timer] of this.retries) {
      clearTimeout(timer);
      this.ready.push(id);
    }
    this.retries.clear();
    this.sendReady();
  }

  private retry(id: string, milliseconds: number): void {
    const scheduleRetry = () => {
      this.retries.delete(id);
      this.ready.push(id);
      this.sendReady();
    };
    this.retries.set(id, setTimeout(scheduleRetry, milliseconds).unref());
  }

  /** Deliveries that an endpoint has yet to acknowledge. */
  get pending(): number {
    return this.world.store.count('delivery');
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.retries.values()) clearTimeout(timer);
  }

  private async send(delivery: Delivery): Promise<void> {
    this.running += 1;
    const event = this.world.store.get('event', delivery.event);
    const endpoint = this.world.store.get('endpoint', delivery.endpoint);
    const status = event && endpoint ? await this.post(endpoint, event, delivery.bad_signature) : null;
    this.running -= 1;
    if (this.isStopped) return;
    const attempts = delivery.attempts + 1;
    if (event && endpoint)
      this.record({
        event: event.id,
        type: event.type,
        url: endpoint.url,
        attempt: attempts,
        bad_signature: delivery.bad_signature,
        status,
        at: new Date().toISOString(),
      });
    // It was deleted by a reset meanwhile.
    if (this.world.store.get('delivery', delivery.id)) {
      const done =
        !event ||
        !endpoint ||
        delivery.bad_signature ||
        attempts >= MAX_ATTEMPTS ||
        (status !== null && status >= 200 && status < 300);
      this.world.store.transaction(() =>
        done
          ? this.world.store.remove('delivery', delivery.id)
          : this.world.store.patch('delivery', delivery.id, { attempts }),
      );
      if (!done) this.retry(delivery.id, FIRST_RETRY_MS * 2 ** (attempts - 1));
    }
    this.sendReady();
  }

  private async post(
    { url, secret, former_secret: former }: Endpoint,
    event: StoredEvent,
    badSignature: boolean,
  ): Promise<number | null> {
    const body = JSON.stringify(event, null, 2);
    // The signature's time is the receiver's own: it refuses old ones by its own clock.
    const time = Math.floor(Date.now() / 1_000);
    const signatures = [secret, former].flatMap((each) =>
      each
        ? [
            `v1=${createHmac('sha256', badSignature ? `${each}?` : each)
              .update(`${time}.${body}`)
              .digest('hex')}`,
          ]
        : [],
    );
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': `t=${time},${signatures.join()}`,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  }

  private record(delivery: LoggedDelivery): void {
    this.log.push(delivery);
    if (this.log.length > MAX_LOG_ENTRIES) this.log.splice(0, MAX_LOG_ENTRIES / 10);
  }

  private state: number | undefined;

  /** Mulberry32, so that a test's order can be reproduced from its seed. */
  private random(): number {
    this.state = ((this.state ?? this.world.settings().webhooks.seed) + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Restarts the sequence of random numbers. */
  reseed(): void {
    this.state = undefined;
  }
}
