import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  discoveryCreated,
  discoveryHidden,
  discoveryRemoved,
  discoveryShown,
  type EventOf,
  playerNotified,
  tokensAwarded,
} from '@sprayhunt/contracts';
import {
  busOptions,
  InjectConfig,
  latitude,
  liveEvents,
  log,
  longitude,
  Problem,
  type Scope,
} from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import { RateLimits } from '../limits/rate-limits.js';
import { BearerTokens } from '../partners/bearer-tokens.js';
import { describedBy } from '../openapi/route-schema.js';
import { SessionStore } from '../session/session-store.js';
import { Visitors } from '../session/visitors.js';
import type { Viewport } from './last-viewports.js';
import { LiveConnections } from './live-connections.js';

const BEAT_MS = 15_000;
/** Number of beats after which each listener's session is checked again. */
const RECHECK_BEATS = 4;
/** Default radius of `discoveries/nearby`. */
const USUAL_RADIUS = 5_000;

const STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** Scope that partners need for discovery events. */
const SCOPE: Scope = 'discoveries:read';

const viewport = z.object({
  latitude: z.coerce.number().pipe(latitude),
  longitude: z.coerce.number().pipe(longitude),
  radius: z.coerce.number().min(1).max(500_000).default(USUAL_RADIUS),
});

const coordinate = {
  type: 'number',
  description: 'A viewport for this connection; without it the last nearby query counts.',
};
const LIVE: FastifySchema = {
  operationId: 'live',
  summary:
    'Server-sent events: `tokens` and `notification` for the player, `discovery` and `removed` near the last viewport',
  security: [{}, { session: [] }, { partner: [SCOPE] }],
  querystring: {
    type: 'object',
    properties: { latitude: coordinate, longitude: coordinate, radius: coordinate },
  },
  response: {
    200: {
      description:
        '`tokens` holds {balance, change, reason}; ' +
        '`notification` holds {unread, kind}, where kind is null when notifications were only read; ' +
        '`discovery` holds {id, title, latitude, longitude, …} of a work that was added or put back on the map; ' +
        '`removed` holds {id} of a work that was taken off the map; comments keep the line open.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
};

/** `GET /api/live`: live events for the players they concern. For display only; the services' data is authoritative. */
@Injectable()
export class LiveFeed implements OnModuleInit, OnModuleDestroy {
  private beat: NodeJS.Timeout;
  private beats = 0;
  private unsubscribers: Array<() => Promise<void>> = [];

  constructor(
    private readonly connections: LiveConnections,
    private readonly visitors: Visitors,
    private readonly sessions: SessionStore,
    private readonly limits: RateLimits,
    private readonly tokens: BearerTokens,
    @InjectConfig() private readonly config: GatewayConfig,
  ) {}

  onModuleInit(): void {
    this.beat = setInterval(() => this.onBeat(), BEAT_MS).unref();
  }

  /** Reads events from now on; a gateway without listeners reads none. */
  private readEvents(): void {
    if (this.unsubscribers.length > 0) return;
    const bus = busOptions(this.config, 'gateway', 'gateway-live');
    this.unsubscribers = [
      liveEvents(bus, [tokensAwarded], ({ data: { accountId, balance, amount, reason } }) =>
        this.connections.send(accountId, 'tokens', { balance, change: amount, reason }),
      ),
      liveEvents(bus, [playerNotified], ({ data: { accountId, unread, kind } }) =>
        this.connections.send(accountId, 'notification', { unread, kind }),
      ),
      liveEvents(bus, [discoveryCreated], ({ data }) => this.sendShown(data)),
      liveEvents(bus, [discoveryShown], ({ data }) => this.sendShown(data)),
      liveEvents(bus, [discoveryHidden], ({ data }) => this.sendRemoved(data)),
      liveEvents(bus, [discoveryRemoved], ({ data }) => this.sendRemoved(data)),
    ];
  }

  /** A work is on the map: a new one, or one that moderators put back. */
  private sendShown({
    discoveryId: id,
    title,
    latitude,
    longitude,
    role,
    pinType,
    isFreshArt,
    pictureId,
    createdAt,
  }: EventOf<typeof discoveryShown>['data']): void {
    const imageUrl = pictureId && `/objects/${pictureId}`;
    void this.connections.sendAround({ latitude, longitude }, 'discovery', {
      id,
      title,
      latitude,
      longitude,
      imageUrl,
      userRole: role,
      pinType,
      isFreshArt,
      createdAt,
    });
  }

  private sendRemoved({
    discoveryId: id,
    latitude,
    longitude,
  }: {
    discoveryId: string;
    latitude?: number;
    longitude?: number;
  }): void {
    if (latitude !== undefined && longitude !== undefined)
      void this.connections.sendAround({ latitude, longitude }, 'removed', { id });
  }

  private async stopReading(): Promise<void> {
    await Promise.all(this.unsubscribers.splice(0).map((end) => end()));
  }

  /** Called before the server stops listening, which would otherwise wait for these connections. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.beat);
    this.connections.endAll();
    await this.stopReading();
  }

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    // The viewport is read, with its limits, by its own schema.
    server.get('/live', describedBy(LIVE), (request, reply) => this.listen(request, reply));
  }

  private async listen(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('reads', await this.tokens.rateLimitKey(request));
    const { session, partner, address } = await this.visitors.of(request);
    if (partner && !partner.scopes.includes(SCOPE))
      throw new Problem('SCOPE_MISSING', `The live feed needs the scope ${SCOPE}, which this token does not have.`);
    const listener = {
      session: session?.id,
      player: session?.holder.kind === 'player' ? session.holder.subject : undefined,
      partner,
      address,
      viewport: readViewport(request.query as Record<string, unknown>),
    };
    this.connections.admit(listener);
    void reply.headers(STREAM);
    if (request.method === 'HEAD') return reply.send();
    reply.hijack();
    this.readEvents();
    reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    this.connections.add(listener, reply.raw);
    return reply;
  }

  private onBeat(): void {
    this.connections.beat();
    if (this.connections.size === 0) void this.stopReading();
    this.beats += 1;
    if (this.beats % RECHECK_BEATS === 0)
      void this.endExpired().catch((error: unknown) =>
        log.warn({ err: error }, 'The sessions of live connections could not be checked'),
      );
  }

  private async endExpired(): Promise<void> {
    const open = this.connections.sessions();
    const live = await this.sessions.liveAmong([...open]);
    for (const session of open) if (!live.has(session)) this.connections.end(session);
  }
}

function readViewport(query: Record<string, unknown>): Viewport | undefined {
  if (query['latitude'] === undefined && query['longitude'] === undefined) return undefined;
  const result = viewport.safeParse(query);
  if (result.success) return result.data;
  throw new Problem('VALIDATION_FAILED', 'The viewport is not a valid place.', {
    fields: result.error.issues.map(({ path, message, code }) => ({
      field: path.join('.'),
      code: code.toUpperCase(),
      detail: message,
    })),
  });
}
