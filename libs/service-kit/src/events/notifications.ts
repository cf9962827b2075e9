import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { directConnection } from '../database/pooler.js';
import { log } from '../logging/log.js';

const RECONNECT_MS = 500;

export const REPLAY = 'replay';
export const RESEND = 'resend';

type OnNotify = (payload: string | undefined) => void;

/** Receives the notifications (NOTIFY) of other processes, on its own connection. */
@Injectable()
export class Notifications {
  private readonly listeners = new Map<string, OnNotify>();
  private client?: pg.Client;
  private timer?: NodeJS.Timeout;
  private isClosed = false;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Registers a listener; call it before `open`.
   * @param channel without its prefix, the schema: `events` is `<schema>_events`
   * @param onNotify called with the payload, or with undefined after notifications may have been missed
   */
  listen(channel: string, onNotify: OnNotify): void {
    this.listeners.set(channel, onNotify);
  }

  async open(): Promise<void> {
    const client = new pg.Client({ ...directConnection(this.dataSource.options), application_name: 'events-listen' });
    this.client = client;
    client.on('error', () => undefined);
    client.on('end', () => this.client === client && this.scheduleReconnect());
    try {
      await client.connect();
      const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
      const channels = new Map(
        [...this.listeners].map(([channel, onNotify]) => [`${rows[0]!.schema}_${channel}`, onNotify]),
      );
      client.on('notification', ({ channel, payload }) => channels.get(channel)?.(payload));
      for (const channel of channels.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      for (const onNotify of channels.values()) onNotify(undefined);
    } catch (error) {
      if (!this.isClosed) log.warn({ err: error }, 'LISTEN failed; retrying');
      await client.end().catch(() => undefined);
      this.scheduleReconnect();
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private scheduleReconnect(): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.open(), RECONNECT_MS);
  }
}
