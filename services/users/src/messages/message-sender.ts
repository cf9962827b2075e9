import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { inBatches, InjectConfig, Jobs, log, type RepeatedJob } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { HttpSmsDriver } from './http-sms.driver.js';
import type { MessageDriver } from './message-driver.js';
import { Message, type Channel } from './message.entity.js';
import { sendMessage } from './messages.js';
import { SmtpDriver } from './smtp.driver.js';

const RETENTION_DAYS = 7;
/** Messages read by one statement. */
const BATCH_SIZE = 10_000;
/**
 * In the order of the key, so that all batches together read the table once: an index of decoys would make every change
 * of `state` write to all indexes.
 */
const DELETE_OLD = `
  WITH read AS (
    SELECT id, created_at < now() - CASE WHEN state <> 'queued'
      AND (state = 'decoy' OR forget_when_sent) THEN interval '1 hour'
        ELSE interval '${RETENTION_DAYS} days' END AS is_old
    FROM messages WHERE id > $1 ORDER BY id LIMIT ${BATCH_SIZE}
  ), gone AS (
    DELETE FROM messages WHERE id IN (SELECT id FROM read WHERE is_old)
  )
  SELECT count(*)::int AS count, (SELECT id FROM read ORDER BY id DESC LIMIT 1) AS last FROM read`;

const sweepMessages: RepeatedJob = { name: 'sweep-messages', every: 60 * 60, lockSeconds: 60 };

const messageCounter = new Counter({
  name: 'messages_total',
  help: 'Messages sent, by channel and outcome',
  labelNames: ['channel', 'outcome'],
});

/** Sends messages, at least once, and deletes their texts when they are no longer needed. */
@Injectable()
export class MessageSender implements OnApplicationShutdown {
  private readonly drivers = new Map<Channel, MessageDriver>();

  constructor(
    private readonly dataSource: DataSource,
    @InjectConfig() config: UsersConfig,
    jobs: Jobs,
  ) {
    if (config.SMS_DRIVER === 'http')
      this.drivers.set('sms', new HttpSmsDriver(config.SMS_HTTP_URL!, config.SMS_HTTP_TOKEN!, config.SMS_FROM));
    if (config.EMAIL_DRIVER === 'smtp') this.drivers.set('email', new SmtpDriver(config.SMTP_URL!, config.EMAIL_FROM!));
    jobs.handle(sendMessage, ({ messageId }, { isLast }) => this.send(messageId, isLast));
    jobs.repeat(sweepMessages, (signal) => this.sweep(signal));
  }

  onApplicationShutdown(): void {
    for (const driver of this.drivers.values()) driver.close?.();
  }

  private async send(id: string, isLast: boolean): Promise<void> {
    const message = await this.dataSource.manager.findOneBy(Message, { id, state: 'queued' });
    // It is a decoy, its recipient is erased, or a former run has sent it.
    if (!message) return;
    const { channel } = message;
    try {
      const driver = this.drivers.get(channel);
      if (!driver) throw new Error(`No driver is configured for ${channel}`);
      await driver.deliver(message);
    } catch (error) {
      messageCounter.inc({ channel, outcome: 'failed' });
      if (!isLast) throw error;
      log.error({ err: error, id, channel }, 'A message could not be sent; no attempt is left');
      return this.finish(message, 'failed');
    }
    messageCounter.inc({ channel, outcome: 'sent' });
    await this.finish(message, 'sent');
  }

  private async finish({ id, deleteWhenSent }: Message, state: 'sent' | 'failed'): Promise<void> {
    if (deleteWhenSent) await this.dataSource.manager.delete(Message, { id });
    else await this.dataSource.manager.update(Message, { id }, { state, text: '', code: null, unsubscribeUrl: null });
  }

  /**
   * Deletes decoys, and messages to erased players in the local inbox; other messages are kept some days for the
   * operator, and not sent after that.
   */
  async sweep(signal?: AbortSignal): Promise<void> {
    let last = '00000000-0000-0000-0000-000000000000';
    await inBatches(
      BATCH_SIZE,
      async () => {
        const [read] = await this.dataSource.query<[{ count: number; last: string | null }]>(DELETE_OLD, [last]);
        last = read.last ?? last;
        return read.count;
      },
      signal,
    );
  }
}
