import { Problem } from '@sprayhunt/service-kit';
import type { DataSource } from 'typeorm';

const STOCK = `UPDATE product_variants v SET stock = $3 FROM products p WHERE p.id = v.product_id AND p.slug = $1 AND v.size = $2 RETURNING v.id`;
const PRICE = `UPDATE products SET price_minor = $2, original_minor = $3 WHERE slug = $1 RETURNING id`;
const OFFER = `UPDATE products SET is_offered = $2 WHERE slug = $1 RETURNING id`;
const LIST = `
  SELECT slug, name, price_minor AS "priceMinor", original_minor AS "originalMinor", is_offered AS "isOffered",
    (SELECT json_object_agg(size, stock ORDER BY v.position) FROM product_variants v WHERE v.product_id = p.id) AS stock,
    (SELECT json_object_agg(size, quantity) FROM (
      SELECT l.size, sum(l.quantity)::int AS quantity FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.status = 'awaiting_payment' AND l.product_id = p.id GROUP BY 1) AS one) AS reserved
  FROM products p ORDER BY position, id LIMIT 1000`;

/** Changes to products by the operators of the shop. Open orders keep their prices and their reserved stock. */
export class ProductChanges {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Products with stock and unpaid reservations by size; a product of one size has them under the size ''. Null
   * reservations: none.
   */
  list(): Promise<object[]> {
    return this.dataSource.query(LIST);
  }

  /** @param stock pieces that can be sold, beside what open orders hold @throws Problem `NOT_FOUND` */
  setStock(slug: string, size: string, stock: number): Promise<void> {
    return this.change(STOCK, [slug, size, stock], 'There is no such product, or not in this size.');
  }

  /**
   * Minor units of US dollars. @param original what it cost before, null for no discount @throws Problem `NOT_FOUND`
   */
  setPrice(slug: string, price: number, original: number | null): Promise<void> {
    return this.change(PRICE, [slug, price, original]);
  }

  /** A product that is not offered can be neither found nor bought. @throws Problem `NOT_FOUND` */
  offer(slug: string, isOffered: boolean): Promise<void> {
    return this.change(OFFER, [slug, isOffered]);
  }

  private async change(statement: string, values: unknown[], otherwise = 'There is no such product.'): Promise<void> {
    const [changed] = await this.dataSource.query<[unknown[], number]>(statement, values);
    if (changed.length === 0) throw new Problem('NOT_FOUND', otherwise);
  }
}
