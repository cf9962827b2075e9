import { Injectable } from '@nestjs/common';
import { Column, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import { namedQuery, SqlPool } from '../database/sql-pool.js';
import { Problem } from '../errors/problem.js';
import type { KeyedMutation } from './keyed-mutation.js';
import { hashedKey, type Outcome, seal, unseal } from './sealed-outcome.js';

/** The outcome of a mutation under an `Idempotency-Key`. */
@Entity({ name: 'idempotency_keys' })
@Index('idempotency_keys_created_at', ['createdAt'])
export class IdempotencyKey {
  @PrimaryColumn('uuid', { name: 'holder_id', primaryKeyConstraintName: 'idempotency_keys_pkey' })
  holderId: string;

  /** Its hash. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  operation: string;

  @Column('bytea', { name: 'input_hash' })
  inputHash: Buffer;

  /** Encrypted with the key itself. */
  @Column('bytea', { name: 'sealed_outcome', nullable: true })
  sealedOutcome: Buffer | null;

  /** The id that the transaction returned, in rows of the former release, which stored the key as it is. */
  @Column('text', { name: 'result', nullable: true })
  result: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}

/** A row as far as a repeated request needs it. */
export type StoredKey = Pick<IdempotencyKey, 'inputHash' | 'sealedOutcome' | 'result'>;

/** How long a key is valid, as the REST description promises. */
export const RETENTION = `interval '7 days'`;
const SECONDS_TO_WAIT = 1;

const LOCK = `SELECT
  pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'idempotency', $1::text, $2::text, $3::text), 0)) AS
    locked`;
const FIND = `
  SELECT input_hash AS "inputHash", sealed_outcome AS "sealedOutcome", result FROM idempotency_keys
  WHERE holder_id = (SELECT current_account($1)) AND key = ANY ($2) AND operation = $3
    AND created_at > now() - ${RETENTION}
  ORDER BY sealed_outcome IS NULL LIMIT 1`;
/** A row that is valid is replaced only by the mutation that has committed it. */
const KEEP = `
  INSERT INTO idempotency_keys AS kept (holder_id, key, operation, input_hash, sealed_outcome)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::bytea[])
  ON CONFLICT (holder_id, key, operation) DO UPDATE
    SET input_hash = excluded.input_hash, sealed_outcome = excluded.sealed_outcome,
    result = NULL, created_at = now() WHERE $6 OR kept.created_at <= now() - ${RETENTION}`;

/** The keys by which a stored row is found: the hash, and the key itself in rows of the former release. */
export const storedKeys = (key: string): [hash: string, former: string] => [hashedKey(key), key];

/**
 * @returns the outcome of the first request; undefined without one
 * @throws Problem `IDEMPOTENCY_KEY_REUSED` for another input
 */
export function outcomeOf(row: StoredKey | undefined, { key, inputHash }: KeyedMutation): Outcome | undefined {
  if (!row) return undefined;
  // The former release hashed the parsed input.
  if (row.sealedOutcome === null) return { kind: 'committed', value: row.result };
  if (!row.inputHash.equals(inputHash))
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key belongs to a request with another body.');
  return unseal(row.sealedOutcome, key);
}

/**
 * What the transaction of the first request returned, for mutations that store nothing else.
 * @throws Problem `IDEMPOTENCY_KEY_REUSED` for another input
 */
export function committedValue<T>(row: StoredKey, mutation: KeyedMutation): T {
  const outcome = outcomeOf(row, mutation);
  if (outcome?.kind !== 'committed') throw new Error(`${mutation.operation} stored more than its transaction's value`);
  return outcome.value as T;
}

/** Stores values of transactions in the transaction that returns them. */
export const keepCommitted = (
  tx: EntityManager,
  mutations: readonly { mutation: KeyedMutation; value: unknown }[],
): Promise<unknown> =>
  namedQuery(tx, 'keep-idempotency-keys', KEEP, [
    ...rowsOf(mutations.map(({ mutation, value }) => ({ mutation, outcome: { kind: 'committed', value } }))),
    false,
  ]);

/** One transaction at a time; others do not wait. @throws Problem `IDEMPOTENCY_KEY_RUNNING` */
export async function lockKey(tx: EntityManager, { holderId, key, operation }: KeyedMutation): Promise<void> {
  const [row] = await namedQuery<{ locked: boolean }>(tx, 'lock-idempotency-key', LOCK, [holderId, key, operation]);
  if (!row!.locked) throw stillRunning();
}

export async function findOutcome(tx: EntityManager, mutation: KeyedMutation): Promise<Outcome | undefined> {
  const [row] = await namedQuery<StoredKey>(tx, 'find-idempotency-key', FIND, parametersOf(mutation));
  return outcomeOf(row, mutation);
}

export const stillRunning = () =>
  new Problem('IDEMPOTENCY_KEY_RUNNING', 'The first request with this Idempotency-Key is still running.', {
    retryAfter: SECONDS_TO_WAIT,
  });

/** The stored outcomes, outside of a transaction. */
@Injectable()
export class IdempotencyKeys {
  constructor(private readonly pool: SqlPool) {}

  /** @throws Problem `IDEMPOTENCY_KEY_REUSED` */
  async find(mutation: KeyedMutation): Promise<Outcome | undefined> {
    const values = parametersOf(mutation);
    const { rows } = await this.pool.query<StoredKey>({ name: 'find-idempotency-key', text: FIND, values });
    return outcomeOf(rows[0], mutation);
  }

  async keep(mutation: KeyedMutation, outcome: Outcome): Promise<void> {
    const values = [...rowsOf([{ mutation, outcome }]), mutation.committed !== undefined];
    await this.pool.query({ name: 'keep-idempotency-keys', text: KEEP, values });
  }
}

const parametersOf = ({ holderId, key, operation }: KeyedMutation) => [holderId, storedKeys(key), operation];

/** Columns of the rows. */
const rowsOf = (kept: readonly { mutation: KeyedMutation; outcome: Outcome }[]): unknown[][] => [
  kept.map(({ mutation: { holderId } }) => holderId),
  kept.map(({ mutation: { key } }) => hashedKey(key)),
  kept.map(({ mutation: { operation } }) => operation),
  kept.map(({ mutation: { inputHash } }) => inputHash),
  kept.map(({ mutation: { key }, outcome }) => seal(outcome, key)),
];
