import { Injectable } from '@nestjs/common';
import { InjectConfig, PollingLoop, tableGauges } from '@sprayhunt/service-kit';
import type { DiscoveryConfig } from '../config.js';
import { WebhookDeliveries } from './deliver.js';
import { messagePoster } from './post-message.js';

/** Intervals of the check for due messages, and after a failed check. */
const POLL_INTERVAL_MS = 1_000;
const RETRY_PAUSE_MS = 5_000;
/** Endpoints that a process serves in parallel, so that slow ones delay few others. */
const MAX_CONCURRENT = 16;

const startGauge = tableGauges<{ waiting: number }>({
  webhook_endpoints_waiting: {
    help: 'Webhook endpoints with due messages that no process is sending to',
    value: (all) => Math.max(...all.map(({ waiting }) => waiting)),
  },
});

/** Sends webhooks. Any number of processes share the endpoints by leases in the database. */
@Injectable()
export class WebhookSender extends PollingLoop {
  private readonly sending = new Set<Promise<void>>();
  private readonly poster;

  constructor(
    private readonly deliveries: WebhookDeliveries,
    @InjectConfig() { WEBHOOK_LOOPBACK }: DiscoveryConfig,
  ) {
    super({ startGauge, retryMs: RETRY_PAUSE_MS, failureMessage: 'Due webhooks cannot be read; retrying' });
    this.poster = messagePoster(WEBHOOK_LOOPBACK);
  }

  /** Waits for running deliveries; the rest is left to other processes. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await Promise.all(this.sending);
    await this.poster.close();
  }

  protected async pass(signal: AbortSignal): Promise<number> {
    const freeSlots = MAX_CONCURRENT - this.sending.size;
    if (freeSlots > 0)
      for (const endpoint of await this.deliveries.lease(freeSlots, new Date())) this.send(endpoint, signal);
    return POLL_INTERVAL_MS;
  }

  protected countWaiting(): Promise<number> {
    return this.deliveries.waiting(new Date());
  }

  private send(endpoint: Parameters<WebhookDeliveries['deliver']>[0], signal: AbortSignal): void {
    const sent = this.deliveries
      .deliver(endpoint, this.poster.post, () => new Date(), signal)
      .finally(() => this.sending.delete(sent));
    this.sending.add(sent);
  }
}
