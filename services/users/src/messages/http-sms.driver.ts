import type { MessageDriver } from './message-driver.js';
import type { Message } from './message.entity.js';

const TIMEOUT_MS = 10_000;

/** Any SMS provider, or a small adapter to one, that takes JSON with a bearer token and returns 2xx. */
export class HttpSmsDriver implements MessageDriver {
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly from: string,
  ) {}

  async deliver({ id, to, text }: Message): Promise<void> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'application/json',
        // A retry of the same message must not send a second SMS.
        'idempotency-key': id,
      },
      body: JSON.stringify({ to, from: this.from, text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The SMS provider returned ${response.status}`);
  }
}
