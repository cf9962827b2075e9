import pg from 'pg';
import type { DataSource } from 'typeorm';
import { log } from '../logging/log.js';

const RECONNECT_MS = 500;

export const REPLAY = 'replay';
export const RESEND = 'resend';

/** Hears the NOTIFYs of programs that write events or ask for replays and resends, on a connection of its own. */
export class Notifications {
  private client?: pg.Client;
  private timer?: NodeJS.Timeout;
  private closed = false;

  constructor(
    private readonly dataSource: DataSource,
    /** Called with what was said, or with nothing after a time without ears. */
    private readonly heard: (word: string | undefined) => void,
  ) {}

  async open(): Promise<void> {
    const { url, extra } = this.dataSource.options as { url?: string; extra?: { ssl?: pg.ClientConfig['ssl'] } };
    const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'events-listen', ...(extra?.ssl && { ssl: extra.ssl }) });
    this.client = client;
    client.on('error', () => undefined);
    client.on('end', () => this.client === client && this.again());
    client.on('notification', ({ payload }) => this.heard(payload));
    try {
      await client.connect();
      const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
      await client.query(`LISTEN ${pg.escapeIdentifier(`${rows[0]!.schema}_events`)}`);
      // What was said while nobody listened.
      this.heard(undefined);
    } catch (error) {
      if (!this.closed) log.warn({ err: error }, 'LISTEN is not possible; trying on');
      await client.end().catch(() => undefined);
      this.again();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private again(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.open(), RECONNECT_MS);
  }
}
