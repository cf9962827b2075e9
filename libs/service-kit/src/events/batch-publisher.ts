import { createInbox, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';

export interface Message {
  /** The event's id; the server drops duplicates within its deduplication window. */
  id: string;
  /** With the stream's name. */
  subject: string;
  payload: string;
}

/** The stream's reply to one message: its sequence, or why it was not stored. */
export type PublishResult = { stored: true; sequence: number } | { stored: false; error: Error };

interface Batch {
  results: (PublishResult | undefined)[];
  missing: number;
  done(error?: Error): void;
}

/**
 * Publishes many messages in parallel and receives all acknowledgements on one subscription.
 * The client's own `publish` makes a request with a timer, a promise and two errors for each
 * message, which was a third of the relay's processor time.
 */
export class BatchPublisher {
  private readonly inbox: string;
  private readonly underWay = new Map<string, Batch>();
  private count = 0;

  constructor(
    private readonly connection: NatsConnection,
    inboxPrefix: string,
  ) {
    this.inbox = createInbox(inboxPrefix);
    connection.subscribe(`${this.inbox}.*.*`, { callback: (_error, reply) => this.receive(reply) });
  }

  /**
   * @param timeoutMs milliseconds; messages without a reply by then count as not stored
   * @throws if the connection is lost meanwhile
   */
  async publish(messages: readonly Message[], timeoutMs: number): Promise<PublishResult[]> {
    if (messages.length === 0) return [];
    const key = String((this.count += 1));
    const results: (PublishResult | undefined)[] = messages.map(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.underWay.set(key, {
          results,
          missing: messages.length,
          done: (error) => (error ? reject(error) : resolve()),
        });
        timer = setTimeout(resolve, timeoutMs);
        messages.forEach(({ id, subject, payload }, index) => {
          const given = headers();
          given.set('Nats-Msg-Id', id);
          this.connection.publish(subject, payload, { reply: `${this.inbox}.${key}.${index}`, headers: given });
        });
      });
    } finally {
      clearTimeout(timer);
      this.underWay.delete(key);
    }
    return results.map((result) => result ?? { stored: false, error: new Error('the stream did not respond in time') });
  }

  /** Ends the wait for replies that a broken connection lost. */
  disconnected(): void {
    for (const batch of this.underWay.values()) batch.done(new Error('the connection to NATS was lost'));
  }

  private receive(reply: Msg): void {
    const [key, index] = reply.subject.slice(this.inbox.length + 1).split('.') as [string, string];
    const batch = this.underWay.get(key);
    if (!batch || batch.results[Number(index)]) return;
    batch.results[Number(index)] = read(reply);
    batch.missing -= 1;
    if (batch.missing === 0) batch.done();
  }
}

function read(reply: Msg): PublishResult {
  if (reply.headers?.code === 503) return { stored: false, error: new Error('there is no stream for this subject') };
  const { seq, error } = reply.json<{ seq?: number; error?: { description: string } }>();
  if (seq === undefined || error)
    return { stored: false, error: new Error(error?.description ?? 'the stream gave no sequence') };
  return { stored: true, sequence: seq };
}
