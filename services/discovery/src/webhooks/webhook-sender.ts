import { Injectable } from '@nestjs/common';
import { InjectConfig, PollingLoop, tableGauges } from '@sprayhunt/service-kit';
import type { DiscoveryConfig } from '../config.js';
import { WebhookDeliveries } from './deliver.js';
import { messagePoster } from './post-message.js';

/** Milliseconds between two checks for due messages; after a failure the next check is later. */
const PAUSE_MS = 1_000;
const RETRY_MS = 5_000;
/** Endpoints that a process sends to in parallel, so that slow ones delay few others. */
const AT_ONCE = 16;

const watch = tableGauges<{ waiting: number }>({
  webhook_endpoints_waiting: {
    help: 'Endpoints of webhooks that have something to be sent now and that no process sends to',
    value: (all) => Math.max(...all.map(({ waiting }) => waiting)),
  },
});

/** Sends webhooks; any number of processes share the endpoints by leases in the database. */
@Injectable()
export class WebhookSender extends PollingLoop {
  private readonly sending = new Set<Promise<void>>();
  private readonly poster;

  constructor(
    private readonly deliveries: WebhookDeliveries,
    @InjectConfig() { WEBHOOK_LOOPBACK }: DiscoveryConfig,
  ) {
    super({ startGauge: watch, retryMs: RETRY_MS, failureMessage: 'Due webhooks cannot be read; they wait' });
    this.poster = messagePoster(WEBHOOK_LOOPBACK);
  }

  /** Waits for running deliveries; the rest is left to other processes. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await Promise.all(this.sending);
    await this.poster.close();
  }

  protected async pass(signal: AbortSignal): Promise<number> {
    const free = AT_ONCE - this.sending.size;
    if (free > 0) for (const endpoint of await this.deliveries.lease(free, new Date())) this.send(endpoint, signal);
    return PAUSE_MS;
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
