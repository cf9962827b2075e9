import { Injectable } from '@nestjs/common';
import { InjectConfig, uuidv7 } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { Message, type Channel } from './message.entity.js';

export interface OutgoingMessage {
  channel: Channel;
  to: string;
  subject: string;
  text: string;
  /** The code that the text holds, for the local inbox. */
  code?: string;
}

/** Where every message to a person begins: a row in the transaction of its cause. */
@Injectable()
export class Messages {
  constructor(@InjectConfig() private readonly config: UsersConfig) {}

  /**
   * Writes a message. A real driver sends it right after the commit; the local inbox shows the
   * row itself, so there it has arrived with the commit.
   * @param decoy does the same work for a message that nobody is to get
   * @param forgetWhenSent keeps no row of it after it has gone out, say because its recipient has left
   */
  async write(tx: EntityManager, message: OutgoingMessage, { decoy = false, forgetWhenSent = false } = {}): Promise<void> {
    const now = new Date();
    await tx.insert(Message, {
      ...message,
      id: uuidv7(),
      code: message.code ?? null,
      state: decoy ? 'decoy' : this.isShownLocally(message.channel) ? 'sent' : 'queued',
      forgetWhenSent,
      createdAt: now,
      dueAt: now,
    });
  }

  private isShownLocally(channel: Channel): boolean {
    return (channel === 'sms' ? this.config.SMS_DRIVER : this.config.EMAIL_DRIVER) === 'inbox';
  }
}
