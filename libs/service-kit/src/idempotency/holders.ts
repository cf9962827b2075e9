import type { EntityManager } from 'typeorm';

/** A key that the account has used for the same operation stays the account's; the subject's is of no use any more. */
const MOVE = `
  UPDATE idempotency_keys moved SET holder_id = $2 WHERE holder_id = $1 AND NOT EXISTS (
    SELECT FROM idempotency_keys own WHERE own.holder_id = $2 AND own.key = moved.key
      AND own.operation = moved.operation)`;
const DELETE = `DELETE FROM idempotency_keys WHERE holder_id = ANY ($1::uuid[])`;

/** Deletes the keys of accounts that are erased. */
export async function eraseIdempotencyKeys(tx: EntityManager, accounts: readonly string[]): Promise<void> {
  await tx.query(DELETE, [accounts]);
}

/** Moves the keys of a merged subject to its account. */
export async function moveIdempotencyKeys(tx: EntityManager, subjectId: string, accountId: string): Promise<void> {
  await tx.query(MOVE, [subjectId, accountId]);
  await tx.query(DELETE, [[subjectId]]);
}
