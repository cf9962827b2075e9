import nodemailer from 'nodemailer';
import type { MessageDriver } from './message-driver.js';
import type { Message } from './message.entity.js';

const TIMEOUT_MS = 10_000;

export class SmtpDriver implements MessageDriver {
  private readonly transport;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.transport = nodemailer.createTransport({
      url,
      pool: true,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  async deliver({ id, to, subject, text }: Message): Promise<void> {
    const domain = this.from.replace(/^.*@|>.*$/g, '');
    await this.transport.sendMail({ from: this.from, to, subject, text, messageId: `<${id}@${domain}>` });
  }

  close(): void {
    this.transport.close();
  }
}
