import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** Tokens of one order that open it. */
const KEPT = 10;

const ADD = `INSERT INTO order_tokens (hash, order_id) VALUES ($1, $2)`;
const DROP_OLD = `
  DELETE FROM order_tokens WHERE order_id = $1 AND hash NOT IN (SELECT hash FROM order_tokens WHERE order_id = $1 ORDER BY created_at DESC, hash LIMIT ${KEPT})`;

/** A new token that opens an order; the ten newest are good. */
export async function newOrderToken(tx: EntityManager, orderId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await tx.query(ADD, [tokenHash(token), orderId]);
  await tx.query(DROP_OLD, [orderId]);
  return token;
}

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
