import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newPhone } from './phones.js';

interface InboxMessage {
  to: string;
  code: string | null;
}

export interface Accepted {
  id: string;
  tokensAwarded: number;
}

const RETRY_TIMEOUT_MS = 60_000;

/** A player as a program: signs up, confirms the phone and documents works, with retries. */
export class Player {
  private readonly cookies = new Map<string, string>();
  /** What was returned with 201. */
  readonly accepted: Accepted[] = [];
  accountId = '';
  readonly username: string = '';
  readonly phone: string = '';

  /** @param origin public address of the product, where `url` is that of one of its programs */
  private constructor(
    private readonly url: string,
    private readonly origin = url,
  ) {}

  /** A program that has not signed in. */
  static guest = (url: string): Player => new Player(url);

  /** A verified player of its own. */
  static async signUp(url: string): Promise<Player> {
    const player = await Player.pending(url);
    await player.expect(204, 'POST', '/api/verify-contact', { code: await player.newestCode(player.phone) });
    player.accountId = ((await player.read('/api/auth/user')) as { id: string }).id;
    return player;
  }

  /** A player whose phone is not confirmed. */
  static async pending(url: string): Promise<Player> {
    const player = new Player(url);
    const name = `p${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const phone = newPhone();
    await player.expect(201, 'POST', '/api/sms-signup', {
      firstName: 'Zoe',
      lastName: 'Z',
      email: `${name}@example.org`,
      phone,
      city: 'Montréal',
      country: 'Canada',
      username: name,
      dateOfBirth: '1990-02-03',
      experience: 'beginner',
      referralSource: 'friend',
    });
    Object.assign(player, { username: name, phone });
    return player;
  }

  /** The same player in another browser, or at another address of the product. */
  async elsewhere(url = this.url): Promise<Player> {
    const other = new Player(url);
    await other.signIn(this.phone);
    return Object.assign(other, { accountId: this.accountId, username: this.username, phone: this.phone });
  }

  /** Signs in to the account of a phone. */
  async signIn(phone: string): Promise<void> {
    await this.expect(202, 'POST', '/api/login/code', { contact: phone });
    await this.expect(204, 'POST', '/api/login/verify', { contact: phone, code: await this.newestCode(phone) });
  }

  /** The same browser with the same session, by the address of one gateway of several. */
  through(url: string): Player {
    const { cookies, accepted, accountId, username, phone } = this;
    return Object.assign(new Player(url, this.origin), { cookies, accepted, accountId, username, phone });
  }

  async newestCode(to: string): Promise<string> {
    const inbox = (await (await fetch(`${this.url}/dev/inbox.json`)).json()) as InboxMessage[];
    const code = inbox.find((message) => message.to === to && message.code)?.code;
    if (!code) throw new Error(`No code was sent to ${to}`);
    return code;
  }

  /**
   * Documents one work. After a fault on the way it does what a browser on a bad line would: sends the same
   * request with the same key, until there is a response.
   */
  async document(): Promise<Accepted> {
    const key = randomUUID();
    const work = {
      title: `Work ${key.slice(0, 8)}`,
      latitude: 45.5 + Math.random() / 10,
      longitude: -73.6 + Math.random() / 10,
    };
    for (const limit = Date.now() + RETRY_TIMEOUT_MS; ; await sleep(100)) {
      const response = await this.send('POST', '/api/discoveries', work, { 'idempotency-key': key }).catch(
        () => undefined,
      );
      if (response?.status === 201) {
        const { id, tokensAwarded } = (await response.json()) as Accepted;
        this.accepted.push({ id, tokensAwarded });
        return { id, tokensAwarded };
      }
      const isTransient =
        response === undefined || response.status >= 500 || response.status === 409 || response.status === 429;
      if (!isTransient || Date.now() > limit)
        throw new Error(`A discovery returned ${response?.status}: ${await response?.text()}`);
    }
  }

  /** What a browser sends along. */
  get headers(): { origin: string; cookie: string } {
    return { origin: this.origin, cookie: [...this.cookies.values()].join('; ') };
  }

  /** What its cookies hold. */
  get secrets(): string[] {
    return [...this.cookies.values()].map((cookie) => cookie.slice(cookie.indexOf('=') + 1)).filter(Boolean);
  }

  async read(path: string): Promise<unknown> {
    const response = await this.send('GET', path);
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  }

  private async expect(status: number, method: string, path: string, body: unknown): Promise<void> {
    const response = await this.send(method, path, body);
    if (response.status !== status) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    await response.body?.cancel();
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    within = 15_000,
  ): Promise<Response> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...this.headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(within),
    });
    for (const line of response.headers.getSetCookie())
      this.cookies.set(line.split('=', 1)[0]!, line.split(';', 1)[0]!);
    return response;
  }
}

/** Has the players document works side by side until told to stop; resolves when all that was begun has ended. */
export function underLoad(players: readonly Player[], pauseMs = 300): { stop(): Promise<void> } {
  let isRunning = true;
  const all = Promise.all(
    players.map(async (player) => {
      while (isRunning) {
        await player.document();
        await sleep(pauseMs);
      }
    }),
  );
  // Seen by stop(); without this an early failure would be an unhandled rejection.
  all.catch(() => undefined);
  return {
    stop: async () => {
      isRunning = false;
      await all;
    },
  };
}
