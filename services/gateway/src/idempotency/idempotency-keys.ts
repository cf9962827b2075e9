import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { deleteBefore, log, Problem, SqlPool } from '@sprayhunt/service-kit';
import type { FastifyRequest } from 'fastify';
import type { HttpResponse } from '../problems/problem-response.js';
import type { Visitor } from '../session/visitors.js';
import { hashedKey, seal, unseal } from './sealed-response.js';

/** The outcome of a request. */
export interface Outcome {
  response: HttpResponse;
  /** Whether a repeated request gets the same response; otherwise it runs again. */
  isFinal: boolean;
}

interface Row {
  route: string;
  body_hash: Buffer;
  state: 'running' | 'done';
  status: number;
  headers: Record<string, string>;
  sealed_body: Buffer | null;
  /** As the former release stores it, in a row under the plain key. */
  body: string | null;
}

const KEY_MAX = 255;
const KEPT = `interval '7 days'`;
/**
 * The lease of a key while its request runs; it is renewed before it expires. An expired lease means that its holder
 * died.
 */
const HELD_FOR = `interval '20 seconds'`;
const HOLD_EVERY_MS = 5_000;

/** Scopes that are ids of accounts, guests and clients; the others are hashes. */
const ACCOUNT_SCOPE = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * The scope of a caller's keys. A guest's subject becomes the account's id at sign-up, so the scope survives it. A
 * partner who acts for a player uses the player's keys. Operations with secrets in their response open a session first;
 * without one a repeated request has the address, user agent and body of the first.
 */
function scopeOf({ partner, named, address, userAgent }: Visitor, bodyHash: Buffer): string {
  const holder = partner?.player?.accountId ?? partner?.clientId ?? named?.holder.subject;
  return (
    holder ??
    createHash('sha256')
      .update(`${address}\n${userAgent ?? ''}\n`)
      .update(bodyHash)
      .digest('base64url')
  );
}

/** @throws Problem `MALFORMED` for a key that is empty or too long */
export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !key || key.length > KEY_MAX)
    throw new Problem('MALFORMED', `An Idempotency-Key has 1 to ${KEY_MAX} characters.`);
  return key;
}

/** Runs a request with an `Idempotency-Key` once; the table stores its response. */
@Injectable()
export class IdempotencyKeys {
  constructor(private readonly pool: SqlPool) {}

  /**
   * Runs a request, or repeats its first response. Cookies are not part of it: a response that
   * opened a session opens none when it is repeated.
   * @param route method and path, without its query
   * @param sent query and body
   * @throws Problem `IDEMPOTENCY_KEY_REUSED` for another body, `IDEMPOTENCY_KEY_RUNNING` while the first runs
   */
  async once(
    visitor: Visitor,
    key: string,
    route: string,
    sent: unknown,
    run: () => Promise<Outcome>,
  ): Promise<HttpResponse> {
    const bodyHash = createHash('sha256').update(JSON.stringify(sent)).digest();
    const scope = scopeOf(visitor, bodyHash);
    const holder = randomUUID();
    if (!(await this.take(scope, key, route, bodyHash, holder))) {
      const first = await this.first(scope, key, route, bodyHash);
      return first ?? (await run()).response;
    }
    const holding = setInterval(() => void this.hold(scope, key, route, holder), HOLD_EVERY_MS).unref();
    let kept = false;
    try {
      const { response, isFinal } = await run();
      if (isFinal) {
        await this.keep(scope, key, route, holder, response);
        kept = true;
      }
      return response;
    } finally {
      clearInterval(holding);
      if (!kept) await this.release(scope, key, route, holder);
    }
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'idempotency_keys', 'expires_at', 'now()', signal);
  }

  /**
   * True for the only caller that may run the request; a key with an expired lease is taken over. A gateway of the
   * former release, which this one replaces or runs beside, may have run it: its rows have the plain key.
   */
  private async take(scope: string, key: string, route: string, bodyHash: Buffer, holder: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'take-idempotency-key',
      text: `INSERT INTO idempotency_keys AS held (scope, key, route, body_hash, holder, state, running_until, expires_at)
             SELECT $1::text, $2::text, $3::text, $4::bytea, $5::uuid, 'running', now() + ${HELD_FOR}, now() + ${KEPT}
             WHERE NOT EXISTS (
               SELECT FROM idempotency_keys former WHERE former.scope = $1 AND former.key = $6 AND former.route = $3
               AND former.expires_at > now() AND (former.state = 'done' OR former.running_until >= now()))
             ON CONFLICT (scope, key, route) DO UPDATE
             SET body_hash = excluded.body_hash, holder = excluded.holder, state = 'running', running_until = excluded.running_until,
                 expires_at = excluded.expires_at, status = NULL, headers = NULL, sealed_body = NULL
             WHERE held.expires_at < now()
                OR (held.state = 'running' AND held.running_until < now() AND held.body_hash = excluded.body_hash)`,
      values: [scope, hashedKey(key), route, bodyHash, holder, key],
    });
    return rowCount === 1;
  }

  /** Undefined for a caller who is erased or merged: nothing is stored for them, and they have no session any more. */
  private async first(scope: string, key: string, route: string, bodyHash: Buffer): Promise<HttpResponse | undefined> {
    const { rows } = await this.pool.query<Row>({
      name: 'read-idempotency-key',
      text: `SELECT body_hash, state, status, headers, sealed_body, body FROM idempotency_keys
             WHERE scope = $1 AND key = ANY ($2) AND route = $3 ORDER BY key = $4 LIMIT 1`,
      values: [scope, [hashedKey(key), key], route, key],
    });
    const row = rows[0];
    if (row && !row.body_hash.equals(bodyHash))
      throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key belongs to a request with another body.');
    if (!row && (await this.isGone(scope))) return undefined;
    if (row?.state !== 'done')
      throw new Problem('IDEMPOTENCY_KEY_RUNNING', 'The first request with this Idempotency-Key is still running.', {
        retryAfter: 1,
      });
    const { status, headers, sealed_body: sealed } = row;
    return { status, headers, body: sealed ? unseal(sealed, key) : (row.body ?? undefined) };
  }

  private async isGone(scope: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ gone: boolean }>({
      name: 'is-scope-gone',
      text: `SELECT EXISTS (
               SELECT FROM erased_accounts WHERE account_id = CASE WHEN $1::text ~ $2 THEN $1::text::uuid END) AS gone`,
      values: [scope, ACCOUNT_SCOPE],
    });
    return rows[0]!.gone;
  }

  private async hold(scope: string, key: string, route: string, holder: string): Promise<void> {
    await this.pool
      .query({
        name: 'hold-idempotency-key',
        text: `UPDATE idempotency_keys SET running_until = now() + ${HELD_FOR} WHERE scope = $1 AND key = $2 AND route = $3 AND holder = $4 AND state = 'running'`,
        values: [scope, hashedKey(key), route, holder],
      })
      .catch((error: unknown) => log.warn({ err: error }, 'An Idempotency-Key could not be renewed'));
  }

  private async keep(
    scope: string,
    key: string,
    route: string,
    holder: string,
    { status, headers, body }: HttpResponse,
  ): Promise<void> {
    await this.pool.query({
      name: 'keep-idempotency-key',
      text: `UPDATE idempotency_keys SET state = 'done', status = $5, headers = $6, sealed_body = $7
             WHERE scope = $1 AND key = $2 AND route = $3 AND holder = $4`,
      values: [
        ...[scope, hashedKey(key), route, holder, status, JSON.stringify(headers)],
        body === undefined ? null : seal(body.toString(), key),
      ],
    });
  }

  private async release(scope: string, key: string, route: string, holder: string): Promise<void> {
    await this.pool.query({
      name: 'release-idempotency-key',
      text: `DELETE FROM idempotency_keys WHERE scope = $1 AND key = $2 AND route = $3 AND holder = $4 AND state = 'running'`,
      values: [scope, hashedKey(key), route, holder],
    });
  }
}
