import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { deleteBefore, log, SqlPool } from '@sprayhunt/service-kit';
import type { FastifyInstance } from 'fastify';
import { BearerTokens } from './bearer-tokens.js';

/** Usage of a client in a span of time. */
export interface Used {
  /** Requests with a valid token. */
  calls: number;
  /** Of these, those that a limit refused (429). */
  refused: number;
  points: number;
}

/** Usage of one hour or one day, which begins at this moment. */
export interface UsedFrom extends Used {
  at: string;
}

/** Usage that is not written yet. */
interface Waiting extends Used {
  clientId: string;
  /** Where the hour begins, in milliseconds since 1970. */
  hour: number;
}

const HOUR = 3_600_000;
/** Milliseconds between two writes of the counts. */
const WRITE_MS = 2_000;
/** Largest number of rows that wait to be written; it is reached only while the database is down. */
const MAX_WAITING = 10_000;
const KEPT_DAYS = 31;

/** Adds rows of (client, hour, calls, refused, points); none for a client that was revoked meanwhile. */
const ADD = `
  INSERT INTO partner_usage AS kept (client_id, hour, calls, refused, points)
  SELECT client_id, to_timestamp(hour / 1000.0), calls, refused, points
  FROM unnest($1::uuid[], $2::float8[], $3::bigint[], $4::bigint[], $5::bigint[])
    AS used (client_id, hour, calls, refused, points)
  WHERE NOT EXISTS (SELECT FROM revoked_clients WHERE revoked_clients.client_id = used.client_id)
  ORDER BY client_id, hour
  ON CONFLICT (client_id, hour) DO UPDATE
    SET calls = kept.calls + excluded.calls, refused = kept.refused + excluded.refused,
      points = kept.points + excluded.points`;

/** $1 the client; every span of $2 ('hour', 'day') until now, $3 in all, in UTC, with zeros where nothing was used. */
const READ = `
  WITH spans AS (
    SELECT generate_series(
      date_trunc($2, now(), 'UTC') - ($3::int - 1) * ('1 ' || $2)::interval,
      date_trunc($2, now(), 'UTC'),
      ('1 ' || $2)::interval) AS at),
  used AS (
    SELECT date_trunc($2, hour, 'UTC') AS at, sum(calls) AS calls, sum(refused) AS refused, sum(points) AS points
    FROM partner_usage WHERE client_id = $1 AND hour >= (SELECT min(at) FROM spans) GROUP BY 1)
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, coalesce(calls, 0)::float8 AS calls,
    coalesce(refused, 0)::float8 AS refused, coalesce(points, 0)::float8 AS points
  FROM spans LEFT JOIN used USING (at) ORDER BY spans.at`;

/**
 * Counts what partners' clients use, for their owners to see: each gateway adds what it counted to the rows that all
 * share, every two seconds. One that is killed loses what it had not written; the points that limit a client do not
 * depend on it.
 */
@Injectable()
export class PartnerUsage implements BeforeApplicationShutdown {
  private waiting = new Map<string, Waiting>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly pool: SqlPool,
    private readonly tokens: BearerTokens,
  ) {}

  /** Counts each call that a partner makes to any path. */
  register(server: FastifyInstance): void {
    server.addHook('onResponse', async (request, { statusCode }) => {
      const partner = await this.tokens.known(request)?.catch(() => undefined);
      if (partner) this.add(partner.clientId, { calls: 1, refused: statusCode === 429 ? 1 : 0, points: 0 });
    });
  }

  /** Adds to the usage of a client in this hour. */
  add(clientId: string, used: Used): void {
    this.keep({ clientId, hour: Math.floor(Date.now() / HOUR) * HOUR, ...used });
  }

  /** @returns of a client, each of the last spans of time, the oldest first */
  async of(clientId: string, span: 'hour' | 'day', count: number): Promise<UsedFrom[]> {
    const { rows } = await this.pool.query<UsedFrom>({
      name: 'partner-usage',
      text: READ,
      values: [clientId, span, count],
    });
    return rows;
  }

  /** Deletes usage older than the days that are shown. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'partner_usage', 'hour', `now() - interval '${KEPT_DAYS} days'`, signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const rows = [...this.waiting.values()];
    if (rows.length === 0) return;
    this.waiting = new Map();
    const column = (name: keyof Waiting) => rows.map((row) => row[name]);
    try {
      await this.pool.query({
        name: 'add-usage',
        text: ADD,
        values: [column('clientId'), column('hour'), column('calls'), column('refused'), column('points')],
      });
    } catch (error) {
      log.warn({ err: error }, "The usage of partners' clients could not be stored; it is retried");
      for (const row of rows) this.keep(row);
    }
  }

  /** Adds to the counts of the next write. */
  private keep({ clientId, hour, calls, refused, points }: Waiting): void {
    const key = `${clientId} ${hour}`;
    const kept = this.waiting.get(key);
    if (!kept && this.waiting.size >= MAX_WAITING) return;
    this.waiting.set(key, {
      clientId,
      hour,
      calls: (kept?.calls ?? 0) + calls,
      refused: (kept?.refused ?? 0) + refused,
      points: (kept?.points ?? 0) + points,
    });
    this.timer ??= setTimeout(() => void this.write(), WRITE_MS).unref();
  }
}
