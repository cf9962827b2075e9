import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectConfig, log, tableGauges } from '@sprayhunt/service-kit';
import type { DiscoveryConfig } from '../config.js';
import { WebhookDeliveries } from './deliver.js';
import { messagePoster } from './post-message.js';

/** Milliseconds between two checks for due messages; after a failure the next check is later. */
const PAUSE_MS = 1_000;
const RETRY_MS = 5_000;
/** Endpoints that a process sends to in parallel, so that slow ones delay few others. */
const AT_ONCE = 16;

const watch = tableGauges<{ waiting: number }>({
  webhook_endpoints_waiting: { help: 'Endpoints of webhooks that have something to be sent now and that no process sends to', value: (all) => Math.max(...all.map(({ waiting }) => waiting)) },
});

/** Sends webhooks; any number of processes share the endpoints by leases in the database. */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly sending = new Set<Promise<void>>();
  private readonly poster;
  private running?: Promise<void>;
  private unwatch?: () => void;

  constructor(
    private readonly deliveries: WebhookDeliveries,
    @InjectConfig() { WEBHOOK_LOOPBACK }: DiscoveryConfig,
  ) {
    this.poster = messagePoster(WEBHOOK_LOOPBACK);
  }

  onApplicationBootstrap(): void {
    this.running = this.run();
    this.unwatch = watch(async () => [{ waiting: await this.deliveries.waiting(new Date()) }]);
  }

  /** Waits for running deliveries; the rest is left to other processes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.unwatch?.();
    this.stopping.abort();
    await this.running;
    await Promise.all(this.sending);
    await this.poster.close();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pause = await this.sendDue();
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns milliseconds until the next check */
  private async sendDue(): Promise<number> {
    try {
      const free = AT_ONCE - this.sending.size;
      if (free > 0) for (const endpoint of await this.deliveries.lease(free, new Date())) this.send(endpoint);
      return PAUSE_MS;
    } catch (error) {
      log.warn({ err: error }, 'Due webhooks cannot be read; they wait');
      return RETRY_MS;
    }
  }

  private send(endpoint: Parameters<WebhookDeliveries['deliver']>[0]): void {
    const sent = this.deliveries.deliver(endpoint, this.poster.post, () => new Date(), this.stopping.signal).finally(() => this.sending.delete(sent));
    this.sending.add(sent);
  }
}
