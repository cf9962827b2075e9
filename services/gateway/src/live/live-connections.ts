import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem } from '@sprayhunt/service-kit';
import { Gauge } from 'prom-client';
import type { GatewayConfig } from '../config.js';
import type { Partner } from '../partners/bearer-tokens.js';
import { RevokedClients } from '../partners/revoked-clients.js';
import { SessionEvents } from '../session/session-cache.js';
import { isNear, LastViewports, type Viewport } from './last-viewports.js';

/** The listener of one connection. */
export interface Listener {
  /** Id of the session; undefined without one. */
  session?: string;
  /** Account, for players. */
  player?: string;
  /** For partners; their connection ends with the token. */
  partner?: Partner;
  address: string;
  /** Fixed for this connection; by default the session's last nearby query. */
  viewport?: Viewport;
}

interface Connection extends Listener {
  response: ServerResponse;
}

/** Unread bytes after which a listener is disconnected. */
const BACKLOG_MAX = 64 * 1_024;
const RECONNECT_MS = 2_000;
/** When a gateway stops, its listeners reconnect within this time, each after a random part of it. */
const RECONNECT_SPREAD_MS = 1_000;

const live = new Gauge({ name: 'live_connections', help: 'Open connections for live updates' });

/** The open live connections of this process. */
@Injectable()
export class LiveConnections {
  private readonly open = new Set<Connection>();
  private isEnding = false;
  private readonly maxConnections: number;

  constructor(
    private readonly viewports: LastViewports,
    sessions: SessionEvents,
    revoked: RevokedClients,
    @InjectConfig() config: GatewayConfig,
  ) {
    this.maxConnections = config.LIVE_CONNECTIONS;
    sessions.on('ended', (id) => this.end(id));
    sessions.on('replaced', (id) => this.end(id));
    revoked.on('revoked', (id) => this.endOfPartner(id));
  }

  /** @throws Problem `RATE_LIMITED` for a listener with too many connections */
  admit(listener: Listener): void {
    const same = [...this.open].filter((other) => holderOf(other) === holderOf(listener));
    if (same.length >= this.maxConnections)
      throw new Problem('RATE_LIMITED', 'Too many live connections are open.', { retryAfter: 5 });
  }

  add(listener: Listener, response: ServerResponse): void {
    if (this.isEnding) return void endForReconnect(response);
    const connection = { ...listener, response };
    this.open.add(connection);
    live.inc();
    const end = listener.partner && setTimeout(() => response.end(), listener.partner.expiresAt - Date.now()).unref();
    response.once('close', () => {
      clearTimeout(end);
      this.open.delete(connection);
      live.dec();
    });
    response.write(`retry: ${RECONNECT_MS}\n: connected\n\n`);
    if (isFollower(connection)) void this.viewports.read([connection.session]);
  }

  get size(): number {
    return this.open.size;
  }

  /** Sends to every connection of one player. */
  send(player: string, event: string, data: object): void {
    const text = eventText(event, data);
    for (const connection of this.open) if (connection.player === player) this.write(connection, text);
  }

  /** Sends to all listeners whose viewport contains the place; another gateway may have stored the viewport. */
  async sendAround(place: { latitude: number; longitude: number }, event: string, data: object): Promise<void> {
    await this.viewports.readThrottled(() => [...this.open].filter(isFollower).map(({ session }) => session));
    const text = eventText(event, data);
    for (const connection of this.open) {
      const viewport = connection.viewport ?? (connection.session ? this.viewports.of(connection.session) : undefined);
      if (viewport && isNear(viewport, place)) this.write(connection, text);
    }
  }

  /** Keeps connections open through proxies that close idle ones. */
  beat(): void {
    for (const connection of this.open) this.write(connection, ': \n\n');
  }

  sessions(): Set<string> {
    return new Set([...this.open].flatMap(({ session }) => session ?? []));
  }

  /** Closes the connections of an ended session; the browser reconnects with its present session. */
  end(session: string): void {
    for (const connection of this.open) if (connection.session === session) connection.response.end();
  }

  /** Closes the connections of a partner's client, or of one token. */
  private endOfPartner(id: string): void {
    for (const { partner, response } of this.open)
      if (partner?.clientId === id || partner?.tokenId === id) response.end();
  }

  /** Makes all listeners, also later ones, reconnect to another gateway. */
  endAll(): void {
    this.isEnding = true;
    for (const { response } of this.open) endForReconnect(response);
  }

  private write({ response }: Connection, text: string): void {
    if (response.writableLength > BACKLOG_MAX) response.destroy();
    else response.write(text);
  }
}

/** A listener without a place of its own. */
const isFollower = <L extends Listener>(listener: L): listener is L & { session: string } =>
  listener.session !== undefined && listener.viewport === undefined;

/** The key by which connections are counted. */
const holderOf = ({ session, partner, address }: Listener) => session ?? partner?.clientId ?? address;

const endForReconnect = (response: ServerResponse) =>
  response.end(`retry: ${Math.floor(Math.random() * RECONNECT_SPREAD_MS)}\n\n`);

const eventText = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
