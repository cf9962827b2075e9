import { Injectable } from '@nestjs/common';
import { defineJob, InjectConfig, Jobs, uuidv7 } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { UsersConfig } from '../config.js';
import { Message, type Channel } from './message.entity.js';

export interface OutgoingMessage {
  channel: Channel;
  to: string;
  subject: string;
  text: string;
  /** The code in the text, for the local inbox. */
  code?: string;
  /** A POST to it, without a session, unsubscribes from messages of this kind (RFC 8058). */
  unsubscribeUrl?: string;
}

/** The last attempt begins 4 minutes after the first one, within the 10 minutes of a code. */
export const sendMessage = defineJob({
  name: 'send-message',
  payload: z.object({ messageId: z.uuid() }),
  attempts: 6,
  lockSeconds: 60,
});

/** Creates messages to players, in the transaction of their cause. */
@Injectable()
export class Messages {
  constructor(
    @InjectConfig() private readonly config: UsersConfig,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Writes a message. A real driver sends it right after the commit; the local inbox shows the row itself.
   * @param decoy does the same work without a message being sent
   * @param deleteWhenSent deletes the row once sent, for example for an erased account
   */
  async write(
    tx: EntityManager,
    message: OutgoingMessage,
    { decoy = false, deleteWhenSent = false } = {},
  ): Promise<void> {
    const id = uuidv7();
    const isShownLocally = this.isShownLocally(message.channel);
    await tx.insert(Message, {
      ...message,
      text: this.textOf(message),
      id,
      code: message.code ?? null,
      unsubscribeUrl: message.unsubscribeUrl ?? null,
      state: decoy ? 'decoy' : isShownLocally ? 'sent' : 'queued',
      deleteWhenSent,
      createdAt: new Date(),
    });
    // Also for a decoy, so that the response time does not reveal it.
    if (!isShownLocally) await this.jobs.add(tx, sendMessage, { messageId: id });
  }

  /**
   * An SMS with a code ends in the format by which browsers offer to enter it (origin-bound one-time codes, `@host
   * #code`).
   */
  private textOf({ channel, text, code }: OutgoingMessage): string {
    return channel === 'sms' && code ? `${text}\n\n@${new URL(this.config.PUBLIC_URL).hostname} #${code}` : text;
  }

  private isShownLocally(channel: Channel): boolean {
    return (channel === 'sms' ? this.config.SMS_DRIVER : this.config.EMAIL_DRIVER) === 'inbox';
  }
}
