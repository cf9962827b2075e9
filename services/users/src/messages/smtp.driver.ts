import type { MessageDriver } from './message-driver.js';
import type { Message } from './message.entity.js';

const TIMEOUT_MS = 10_000;

export class SmtpDriver implements MessageDriver {
  private transport?: ReturnType<typeof openTransport>;

  constructor(
    private readonly url: string,
    private readonly from: string,
  ) {}

  async deliver({ id, to, subject, text, unsubscribeUrl }: Message): Promise<void> {
    const domain = this.from.replace(/^.*@|>.*$/g, '');
    const transport = await (this.transport ??= openTransport(this.url));
    const headers = unsubscribeUrl
      ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {};
    await transport.sendMail({ from: this.from, to, subject, text, messageId: `<${id}@${domain}>`, headers });
  }

  close(): void {
    void this.transport?.then((transport) => transport.close());
  }
}

/** The library is loaded for the first message: it takes 2 MB, and many installations do not use SMTP. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
}
