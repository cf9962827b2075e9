import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { directConnection } from '../database/pooler.js';
import { log } from '../logging/log.js';

const RECONNECT_MS = 500;

export const REPLAY = 'replay';
export const RESEND = 'resend';

type Heard = (word: string | undefined) => void;

/** Hears the NOTIFYs of other processes, on a connection of its own. */
@Injectable()
export class Notifications {
  private readonly heard = new Map<string, Heard>();
  private client?: pg.Client;
  private timer?: NodeJS.Timeout;
  private closed = false;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Before `open`.
   * @param channel without the schema, which stands before it: `events` is `<schema>_events`
   * @param heard called with what was said, or with nothing after a time in which something may have been missed
   */
  listen(channel: string, heard: Heard): void {
    this.heard.set(channel, heard);
  }

  async open(): Promise<void> {
    const client = new pg.Client({ ...directConnection(this.dataSource.options), application_name: 'events-listen' });
    this.client = client;
    client.on('error', () => undefined);
    client.on('end', () => this.client === client && this.again());
    try {
      await client.connect();
      const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
      const channels = new Map([...this.heard].map(([channel, heard]) => [`${rows[0]!.schema}_${channel}`, heard]));
      client.on('notification', ({ channel, payload }) => channels.get(channel)?.(payload));
      for (const channel of channels.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      for (const heard of channels.values()) heard(undefined);
    } catch (error) {
      if (!this.closed) log.warn({ err: error }, 'LISTEN failed; retrying');
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
