import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** One request of the mix. */
export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: object;
  status: number;
  /** Is given what the response holds. */
  taken?: (content: unknown) => void;
}

/** A client keeps a connection that it does not use for a shorter time than a stopping program serves on. */
const KEEP_MS = 500;
const TIMEOUT_MS = 10_000;

/** Requests at a steady pace, whether or not those before them have returned, on kept connections; none is repeated. */
export class OpenLoop {
  sent = 0;
  /** What was not as expected: `GET /path 503`, or the error of the connection. */
  readonly faults: string[] = [];
  private isRunning = true;
  private readonly agent = new Agent({ keepAliveTimeout: KEEP_MS, keepAliveMaxTimeout: KEEP_MS, connections: 64 });
  private readonly running = new Set<Promise<void>>();
  private readonly loop: Promise<void>;

  /** @param next the request of each turn, and the status it is to return */
  constructor(
    private readonly url: string,
    private readonly perSecond: number,
    private readonly next: (turn: number) => Sent,
  ) {
    this.loop = this.run();
  }

  /** Returns when all that was sent has returned. */
  async stop(): Promise<void> {
    this.isRunning = false;
    await this.loop;
    await Promise.all(this.running);
    await this.agent.close();
  }

  private async run(): Promise<void> {
    const startedAt = performance.now();
    while (this.isRunning) {
      const due = ((performance.now() - startedAt) / 1_000) * this.perSecond;
      while (this.sent < due) this.send(this.next((this.sent += 1)));
      await sleep(1_000 / this.perSecond);
    }
  }

  private send(expected: Sent): void {
    const sending = this.exchange(expected)
      .then((status) => status === expected.status || this.faults.push(`${expected.method} ${expected.path} ${status}`))
      .catch((error: Error & { code?: string }) =>
        this.faults.push(`${expected.method} ${expected.path} ${error.code ?? error.message}`),
      )
      .then(() => void this.running.delete(sending));
    this.running.add(sending);
  }

  private async exchange({ method, path, headers, body, status, taken }: Sent): Promise<number> {
    const response = await request(`${this.url}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      dispatcher: this.agent,
    });
    if (taken && response.statusCode === status) taken(await response.body.json());
    else await response.body.dump();
    return response.statusCode;
  }
}
