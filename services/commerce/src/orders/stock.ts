import type { EntityManager } from 'typeorm';

interface StockLine {
  variantId: string;
  quantity: number;
}

const DECREMENT_STOCK = `UPDATE product_variants SET stock = stock - $2 WHERE id = $1 AND stock >= $2`;
const RETURN_STOCK = `
  UPDATE product_variants SET stock = stock + held.quantity FROM (
    SELECT v.id, l.quantity FROM order_lines l JOIN product_variants v ON v.id = l.variant_id WHERE l.order_id = $1
      ORDER BY v.id FOR UPDATE OF v) AS held
  WHERE product_variants.id = held.id`;

/**
 * Takes pieces out of the stock, always in the order of the variants, so that two orders cannot deadlock.
 * @returns the variants with insufficient stock; the caller then has to roll back
 */
export async function reserveStock(tx: EntityManager, lines: readonly StockLine[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { variantId, quantity } of lines.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1))) {
    const [, count] = await tx.query<[unknown, number]>(DECREMENT_STOCK, [variantId, quantity]);
    if (count === 0) missing.push(variantId);
  }
  return missing;
}

/** Returns the pieces of an order to the stock. */
export async function releaseStock(tx: EntityManager, orderId: string): Promise<void> {
  await tx.query(RETURN_STOCK, [orderId]);
}
