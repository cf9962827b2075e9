import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** Valid tokens of one order. */
const MAX_TOKENS = 10;

const INSERT_TOKEN = `INSERT INTO order_tokens (hash, order_id) VALUES ($1, $2)`;
const DELETE_OLD_TOKENS = `
  DELETE FROM order_tokens WHERE order_id = $1 AND hash NOT IN (SELECT hash FROM order_tokens WHERE order_id = $1
    ORDER BY created_at DESC, hash LIMIT ${MAX_TOKENS})`;

/** Creates a token that opens an order. Only the ten newest stay valid. */
export async function newOrderToken(tx: EntityManager, orderId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await tx.query(INSERT_TOKEN, [tokenHash(token), orderId]);
  await tx.query(DELETE_OLD_TOKENS, [orderId]);
  return token;
}

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
