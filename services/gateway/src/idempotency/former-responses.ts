import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { deleteBefore, Problem, SqlPool } from '@sprayhunt/service-kit';
import type { HttpResponse } from '../problems/problem-response.js';
import type { Visitor } from '../session/visitors.js';
import { keyOwner } from './idempotency-key.js';

interface Row {
  body_hash: Buffer;
  state: 'running' | 'done';
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

const FIND = `
  SELECT body_hash, state, status, headers, body FROM idempotency_keys
  WHERE scope = $1 AND key = $2 AND route = $3 AND expires_at > now() AND (state = 'done' OR running_until >= now())`;

/**
 * Responses that gateways of the former release stored, and may still store while this one is rolled out. The next
 * release drops their table.
 */
@Injectable()
export class FormerResponses {
  constructor(private readonly pool: SqlPool) {}

  /**
   * @param route method and path, without its query
   * @param sent query and body
   * @throws Problem `IDEMPOTENCY_KEY_REUSED` for another body, `IDEMPOTENCY_KEY_RUNNING` while the first request runs
   */
  async find(visitor: Visitor, key: string, route: string, sent: unknown): Promise<HttpResponse | undefined> {
    // Strangers shared the scope of callers without a session.
    const owner = keyOwner(visitor);
    if (owner === undefined) return undefined;
    const { rows } = await this.pool.query<Row>({
      name: 'find-former-response',
      text: FIND,
      values: [owner, key, route],
    });
    const [row] = rows;
    if (!row) return undefined;
    const bodyHash = createHash('sha256').update(JSON.stringify(sent)).digest();
    if (!row.body_hash.equals(bodyHash))
      throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key belongs to a request with another body.');
    if (row.state !== 'done')
      throw new Problem('IDEMPOTENCY_KEY_RUNNING', 'The first request with this Idempotency-Key is still running.', {
        retryAfter: 1,
      });
    return { status: row.status, headers: row.headers, body: row.body ?? undefined };
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'idempotency_keys', 'expires_at', 'now()', signal);
  }
}
