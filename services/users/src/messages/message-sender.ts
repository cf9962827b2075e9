import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectConfig, log } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import { DataSource, In } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { HttpSmsDriver } from './http-sms.driver.js';
import type { MessageDriver } from './message-driver.js';
import { Message, type Channel } from './message.entity.js';
import { SmtpDriver } from './smtp.driver.js';

const POLL_MS = 250;
const BATCH = 20;
/** A message that was taken and neither sent nor given back, because its process died, is due again after this. */
const LEASE_SECONDS = 60;
/** Tries after 5, 10, 20 … seconds; the last one falls within the 10 minutes of a code. */
const FIRST_PAUSE_SECONDS = 5;
const MOST_TRIES = 7;
const KEPT_DAYS = 7;
const SWEEP_MS = 60 * 60 * 1_000;

const outcomes = new Counter({
  name: 'messages_total',
  help: 'Messages to people, by channel and what became of each try',
  labelNames: ['channel', 'outcome'],
});

/** Sends what lies in the queue, at least once; texts are emptied when nobody needs them any more. */
@Injectable()
export class MessageSender implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly drivers = new Map<Channel, MessageDriver>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    @InjectConfig() config: UsersConfig,
  ) {
    if (config.SMS_DRIVER === 'http')
      this.drivers.set('sms', new HttpSmsDriver(config.SMS_HTTP_URL!, config.SMS_HTTP_TOKEN!, config.SMS_FROM));
    if (config.EMAIL_DRIVER === 'smtp') this.drivers.set('email', new SmtpDriver(config.SMTP_URL!, config.EMAIL_FROM!));
  }

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
    for (const driver of this.drivers.values()) driver.close?.();
  }

  private async run(): Promise<void> {
    let sweepAt = 0;
    while (!this.stopping.signal.aborted) {
      try {
        if (Date.now() >= sweepAt) {
          await this.sweep();
          sweepAt = Date.now() + SWEEP_MS;
        }
        if ((await this.sendDue()) === BATCH) continue;
      } catch (error) {
        log.error({ err: error }, 'Sending messages failed');
      }
      await delay(this.drivers.size > 0 ? POLL_MS : SWEEP_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** @returns how many messages it took from the queue */
  private async sendDue(): Promise<number> {
    if (this.drivers.size === 0) return 0;
    const taken = await this.take();
    await Promise.all(taken.map((message) => this.send(message)));
    return taken.length;
  }

  private take(): Promise<Message[]> {
    return this.dataSource.transaction(async (tx) => {
      const due = await tx
        .createQueryBuilder(Message, 'm')
        .where(`m.state = 'queued' AND m.due_at <= now() AND m.channel = ANY (:channels)`, { channels: [...this.drivers.keys()] })
        .orderBy('m.due_at')
        .limit(BATCH)
        .setLock('pessimistic_write')
        .setOnLocked('skip_locked')
        .getMany();
      if (due.length > 0)
        await tx
          .createQueryBuilder()
          .update(Message)
          .set({ tries: () => 'tries + 1', dueAt: () => `now() + interval '${LEASE_SECONDS} seconds'` })
          .where({ id: In(due.map(({ id }) => id)) })
          .execute();
      return due.map((message) => Object.assign(message, { tries: message.tries + 1 }));
    });
  }

  private async send(message: Message): Promise<void> {
    const { id, channel, tries } = message;
    try {
      await this.drivers.get(channel)!.deliver(message);
      outcomes.inc({ channel, outcome: 'sent' });
      await this.conclude(message, 'sent');
    } catch (error) {
      outcomes.inc({ channel, outcome: 'failed' });
      log.warn({ err: error, id, channel, tries }, 'A message could not be sent');
      if (tries >= MOST_TRIES) await this.conclude(message, 'failed');
      else await this.postpone(id, FIRST_PAUSE_SECONDS * 2 ** (tries - 1));
    }
  }

  private async conclude({ id, forgetWhenSent }: Message, state: 'sent' | 'failed'): Promise<void> {
    if (forgetWhenSent) await this.dataSource.manager.delete(Message, { id });
    else await this.dataSource.manager.update(Message, { id }, { state, text: '', code: null });
  }

  private async postpone(id: string, seconds: number): Promise<void> {
    await this.dataSource.manager.update(Message, { id }, { dueAt: () => `now() + interval '${seconds} seconds'` });
  }

  /** Decoys, and what the local inbox shows to those who left, are rows for the moment only; of the others the last days are kept for the operator. */
  private async sweep(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM messages WHERE state <> 'queued'
         AND created_at < now() - CASE WHEN state = 'decoy' OR forget_when_sent THEN interval '1 hour' ELSE interval '${KEPT_DAYS} days' END`,
    );
  }
}
