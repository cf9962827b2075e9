import type { EntityManager } from 'typeorm';

interface Held {
  variantId: string;
  quantity: number;
}

const TAKE = `UPDATE product_variants SET stock = stock - $2 WHERE id = $1 AND stock >= $2`;
const GIVE_BACK = `
  UPDATE product_variants SET stock = stock + held.quantity FROM (
    SELECT v.id, l.quantity FROM order_lines l JOIN product_variants v ON v.id = l.variant_id WHERE l.order_id = $1 ORDER BY v.id FOR UPDATE OF v) AS held
  WHERE product_variants.id = held.id`;

/**
 * Takes pieces out of the stock, always in the order of the variants, so that two orders cannot deadlock.
 * @returns the variants of which there are too few; the caller then has to roll back
 */
export async function reserveStock(tx: EntityManager, lines: readonly Held[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { variantId, quantity } of lines.toSorted((one, other) => (one.variantId < other.variantId ? -1 : 1))) {
    const [, count] = await tx.query<[unknown, number]>(TAKE, [variantId, quantity]);
    if (count === 0) missing.push(variantId);
  }
  return missing;
}

/** Returns the pieces of an order to the stock. */
export async function releaseStock(tx: EntityManager, orderId: string): Promise<void> {
  await tx.query(GIVE_BACK, [orderId]);
}
