import { Injectable } from '@nestjs/common';
import { webhookPaused } from '@sprayhunt/contracts';
import { log, Outbox, Problem } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type { ChangeKind } from '../changes/change.entity.js';
import { ChangeReads } from '../changes/change-reads.js';
import { WebhookMessages, pingAt } from './messages.js';
import type { Message, Outcome, PostMessage } from './post-message.js';

/** Pause after the nth failure; later pauses are as long as the last. */
const RETRY_PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400] as const;
/** Time from the first failure until the endpoint is paused. */
const MAX_FAILING_SECONDS = 72 * 3_600;
/** A longer `Retry-After` of an endpoint is shortened. */
const MAX_RETRY_AFTER_SECONDS = 3_600;
const HTTP_GONE = 410;

/** Changes per read. */
const PAGE_SIZE = 50;
/**
 * A process delivers to an endpoint for this long before other endpoints get their turn; the lease is longer than a
 * turn and one more delivery.
 */
const TURN_SECONDS = 30;
const LEASE_SECONDS = 120;

export interface DueEndpoint {
  id: string;
  url: string;
  kinds: ChangeKind[];
  bbox: [number, number, number, number] | null;
  secret: Buffer;
  formerSecret: Buffer | null;
  position: number;
  attempts: number;
  failingSince: Date | null;
  isTesting: boolean;
  /** Positions of changes to be sent again. */
  resending: number[];
  /** Whether new changes are due. */
  isDue: boolean;
}

const IS_DUE = `(state = 'active' AND next_at <= $1 AND position < (SELECT max(position) FROM changes))`;
const HAS_DUE = `(is_testing OR resending <> '{}' OR ${IS_DUE})`;
/** Due messages without a lease of another process. */
const IS_WAITING = `${HAS_DUE} AND (leased_until IS NULL OR leased_until <= $1)`;
const WAITING = `SELECT count(*)::int AS waiting FROM webhook_endpoints WHERE ${IS_WAITING}`;
/** The endpoint that has waited longest comes first. */
const LEASE_ENDPOINTS = `
  UPDATE webhook_endpoints SET leased_until = $1::timestamptz + make_interval(secs => ${LEASE_SECONDS})
  WHERE id IN (
    SELECT id FROM webhook_endpoints WHERE ${IS_WAITING}
    ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING id, url, kinds, bbox, secret, CASE WHEN former_secret_until > $1 THEN former_secret END AS "formerSecret",
    position::float8 AS position, attempts, failing_since AS "failingSince", is_testing AS "isTesting",
      resending::float8[] AS resending, ${IS_DUE} AS "isDue"`;
const RELEASE_LEASE = `UPDATE webhook_endpoints SET leased_until = NULL WHERE id = $1`;

const INSERT_ATTEMPT = `INSERT INTO webhook_deliveries (endpoint_id, message_id, kind, at, attempt, status, duration_ms,
  error)
  SELECT id, $2, $3, $4, $5, $6, $7, $8 FROM webhook_endpoints WHERE id = $1`;
/** Has no effect if the endpoint was deleted, paused or moved to another position meanwhile. */
const ADVANCE_POSITION = `
  UPDATE webhook_endpoints SET position = $3::bigint, attempts = 0, failing_since = NULL, next_at = $4,
    last_delivered_at = CASE WHEN $5 THEN $4 ELSE last_delivered_at END
  WHERE id = $1 AND position = $2::bigint AND state = 'active' RETURNING id`;
const REMOVE_RESENT = `UPDATE webhook_endpoints SET resending = array_remove(resending, $2::bigint) WHERE id = $1`;
const ATTEMPTS = `SELECT coalesce(max(attempt), 0)::int AS attempts FROM webhook_deliveries WHERE endpoint_id = $1
  AND message_id = $2`;
const SCHEDULE_RETRY = `UPDATE webhook_endpoints SET attempts = $3, failing_since = $4, next_at = $5 WHERE id = $1
  AND position = $2::bigint AND state = 'active'`;
const PAUSE_ENDPOINT = `
  UPDATE webhook_endpoints endpoint SET state = 'paused', paused_at = $2, failing_since = $3 FROM partner_clients client
  WHERE endpoint.id = $1 AND endpoint.state = 'active' AND client.client_id = endpoint.client_id
  RETURNING client.client_id AS "clientId", client.owner_id AS "ownerId"`;

/**
 * Delivers changes to endpoints, in order and at least once; an endpoint that fails for 72 hours is paused (ADR 16).
 */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangeReads,
    private readonly messages: WebhookMessages,
    private readonly outbox: Outbox,
  ) {}

  /** Number of endpoints with due messages that no process has leased. */
  async waiting(now: Date): Promise<number> {
    const [counted] = await this.dataSource.query<[{ waiting: number }]>(WAITING, [now]);
    return counted.waiting;
  }

  /** Leases up to `limit` endpoints with due messages to this process. */
  async lease(limit: number, now: Date): Promise<DueEndpoint[]> {
    const [rows] = await this.dataSource.query<[DueEndpoint[], number]>(LEASE_ENDPOINTS, [now, limit]);
    return rows;
  }

  /** Sends the due messages of a leased endpoint until none is left, one fails, or its turn ends. */
  async deliver(endpoint: DueEndpoint, post: PostMessage, clock: () => Date, signal: AbortSignal): Promise<void> {
    try {
      if (endpoint.isTesting) await this.ping(endpoint, post, clock());
      if (endpoint.resending.length > 0) await this.resend(endpoint, post, clock, signal);
      if (endpoint.isDue) await this.catchUp(endpoint, post, clock, signal);
    } catch (error) {
      log.warn({ err: error, endpoint: endpoint.id }, 'A webhook could not be delivered; retrying later');
    } finally {
      await this.dataSource.query(RELEASE_LEASE, [endpoint.id]).catch(() => undefined);
    }
  }

  private async catchUp(
    endpoint: DueEndpoint,
    post: PostMessage,
    clock: () => Date,
    signal: AbortSignal,
  ): Promise<void> {
    const turnEnds = performance.now() + TURN_SECONDS * 1_000;
    for (let isMore = true; isMore && !signal.aborted && performance.now() < turnEnds;) {
      const page = await this.page(endpoint, clock());
      if (!page) return;
      for (const change of page.changes) {
        if (signal.aborted || performance.now() >= turnEnds) return;
        if (!(await this.send(endpoint, change.kind, await this.messages.of(change), change.position, post, clock())))
          return;
      }
      if (page.position > endpoint.position && !(await this.advance(endpoint, page.position, clock(), false))) return;
      isMore = page.hasNextPage;
    }
  }

  /** Null for an endpoint whose position is older than the stored changes; it is paused. */
  private async page(endpoint: DueEndpoint, now: Date) {
    try {
      return await this.changes.after(endpoint.position, PAGE_SIZE, { kinds: endpoint.kinds, box: endpoint.bbox });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'CHANGES_EXPIRED') throw error;
      await this.pause(endpoint, endpoint.failingSince ?? now, now);
      return null;
    }
  }

  /** @returns whether to continue with the next change */
  private async send(
    endpoint: DueEndpoint,
    kind: string,
    message: Message,
    position: number,
    post: PostMessage,
    now: Date,
  ): Promise<boolean> {
    const outcome = await this.attempt(endpoint, kind, message, endpoint.attempts + 1, post, now);
    if (outcome.error === null) return this.advance(endpoint, position, now, true);
    const failingSince = endpoint.failingSince ?? now;
    const end = failingSince.getTime() + MAX_FAILING_SECONDS * 1_000;
    if (outcome.status === HTTP_GONE || now.getTime() >= end) await this.pause(endpoint, failingSince, now);
    else {
      const pause = Math.max(
        RETRY_PAUSES_SECONDS[Math.min(endpoint.attempts, RETRY_PAUSES_SECONDS.length - 1)]!,
        Math.min(outcome.retryAfter ?? 0, MAX_RETRY_AFTER_SECONDS),
      );
      const next = new Date(Math.min(now.getTime() + pause * 1_000, end));
      await this.dataSource.query(SCHEDULE_RETRY, [
        endpoint.id,
        endpoint.position,
        endpoint.attempts + 1,
        failingSince,
        next,
      ]);
    }
    return false;
  }

  /** Sends each change again once, whatever the result; the rest follows in a later turn. */
  private async resend(
    endpoint: DueEndpoint,
    post: PostMessage,
    clock: () => Date,
    signal: AbortSignal,
  ): Promise<void> {
    const turnEnds = performance.now() + TURN_SECONDS * 1_000;
    for (const position of endpoint.resending) {
      if (signal.aborted || performance.now() >= turnEnds) return;
      const change = await this.changes.at(position);
      if (change && endpoint.kinds.includes(change.kind)) {
        const message = await this.messages.of(change);
        const [{ attempts }] = await this.dataSource.query<[{ attempts: number }]>(ATTEMPTS, [endpoint.id, message.id]);
        await this.attempt(endpoint, change.kind, message, attempts + 1, post, clock());
      }
      await this.dataSource.query(REMOVE_RESENT, [endpoint.id, position]);
    }
  }

  private async ping(endpoint: DueEndpoint, post: PostMessage, now: Date): Promise<void> {
    await this.attempt(endpoint, 'ping', pingAt(now), 1, post, now);
    await this.dataSource.query(`UPDATE webhook_endpoints SET is_testing = false WHERE id = $1`, [endpoint.id]);
  }

  private async attempt(
    { id, url, secret, formerSecret }: DueEndpoint,
    kind: string,
    message: Message,
    attempt: number,
    post: PostMessage,
    now: Date,
  ): Promise<Outcome> {
    const outcome = await post(url, formerSecret ? [secret, formerSecret] : [secret], message, now);
    await this.dataSource.query(INSERT_ATTEMPT, [
      id,
      message.id,
      kind,
      now,
      attempt,
      outcome.status,
      outcome.durationMs,
      outcome.error,
    ]);
    return outcome;
  }

  private async advance(endpoint: DueEndpoint, position: number, now: Date, isDelivery: boolean): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(ADVANCE_POSITION, [
      endpoint.id,
      endpoint.position,
      position,
      now,
      isDelivery,
    ]);
    Object.assign(endpoint, { position, attempts: 0, failingSince: null });
    return count === 1;
  }

  private async pause({ id, url }: DueEndpoint, failingSince: Date, now: Date): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const [[paused]] = await tx.query<[{ clientId: string; ownerId: string | null }[], number]>(PAUSE_ENDPOINT, [
        id,
        now,
        failingSince,
      ]);
      if (!paused) return;
      await this.outbox.add(tx, webhookPaused, {
        endpointId: id,
        ...paused,
        host: new URL(url).host,
        failingSince: failingSince.toISOString(),
        pausedAt: now.toISOString(),
      });
    });
  }
}
