import { createHash } from 'node:crypto';
import { Column, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import { namedQuery } from '../database/sql-pool.js';
import { Problem } from '../errors/problem.js';

/** A change that a caller made under an `Idempotency-Key`. The row commits with the change. */
@Entity({ name: 'idempotency_keys' })
@Index('idempotency_keys_created_at', ['createdAt'])
export class KeyedChange {
  /** The caller: an account, a guest's own id, or a partner's client. */
  @PrimaryColumn('uuid', { name: 'holder_id', primaryKeyConstraintName: 'idempotency_keys_pkey' })
  holderId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key: string;

  /** The mutation's name: one key may be used once for each. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  operation: string;

  /** SHA-256 of the input as JSON. */
  @Column('bytea', { name: 'input_hash' })
  inputHash: Buffer;

  /** The id that the change returned. */
  @Column('text', { name: 'result' })
  result: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}

export interface KeyedRequest {
  /** Undefined for a request without a key, which runs each time. */
  key: string | undefined;
  operation: string;
  input: unknown;
}

/** How long a key is valid, as the REST description promises. */
export const RETENTION = `interval '7 days'`;
const SECONDS_TO_WAIT = 1;

const LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'idempotency', $1::text, $2::text, $3::text), 0)) AS locked`;
const FIND = `
  SELECT input_hash AS "inputHash", result FROM idempotency_keys
  WHERE holder_id = $1 AND key = $2 AND operation = $3 AND created_at > now() - ${RETENTION}`;
const KEEP = `
  INSERT INTO idempotency_keys (holder_id, key, operation, input_hash, result) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (holder_id, key, operation)
  DO UPDATE SET input_hash = excluded.input_hash, result = excluded.result, created_at = now()`;

/**
 * Runs `change`, or returns what it returned to the first request with this key. The key is stored in the transaction
 * of the change, so neither a lost response, a timeout nor a killed process leads to a second one.
 * @param holderId the caller; without one, as without a key, the change runs each time
 * @param change returns the id of what it made
 * @throws Problem `IDEMPOTENCY_KEY_RUNNING` while the first request runs, `IDEMPOTENCY_KEY_REUSED` for another input
 */
export async function once(
  tx: EntityManager,
  holderId: string | undefined,
  { key, operation, input }: KeyedRequest,
  change: () => Promise<string>,
): Promise<string> {
  if (key === undefined || holderId === undefined) return change();
  const id = [holderId, key, operation];
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest();
  await lock(tx, id);
  const first = await find(tx, id);
  if (first && !first.inputHash.equals(inputHash))
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key belongs to a request with another body.');
  if (first) return first.result;
  const result = await change();
  await namedQuery(tx, 'keep-idempotency-key', KEEP, [...id, inputHash, result]);
  return result;
}

async function lock(tx: EntityManager, id: readonly string[]): Promise<void> {
  const [row] = await namedQuery<{ locked: boolean }>(tx, 'lock-idempotency-key', LOCK, [...id]);
  if (!row!.locked)
    throw new Problem('IDEMPOTENCY_KEY_RUNNING', 'The first request with this Idempotency-Key is still running.', {
      retryAfter: SECONDS_TO_WAIT,
    });
}

async function find(
  tx: EntityManager,
  id: readonly string[],
): Promise<Pick<KeyedChange, 'inputHash' | 'result'> | undefined> {
  const [row] = await namedQuery<Pick<KeyedChange, 'inputHash' | 'result'>>(tx, 'find-idempotency-key', FIND, [...id]);
  return row;
}
