import { Problem } from '@sprayhunt/service-kit';
import type { DataSource } from 'typeorm';

const UPDATE_STOCK = `UPDATE product_variants v SET stock = $3 FROM products p WHERE p.id = v.product_id AND p.slug = $1
  AND v.size = $2 RETURNING v.id`;
const UPDATE_PRICE = `UPDATE products SET price_minor = $2, original_minor = $3 WHERE slug = $1 RETURNING id`;
const UPDATE_OFFERED = `UPDATE products SET is_offered = $2 WHERE slug = $1 RETURNING id`;
const SELECT_PRODUCTS = `
  SELECT slug, name, price_minor AS "priceMinor", original_minor AS "originalMinor", is_offered AS "isOffered",
    (SELECT json_object_agg(size, stock ORDER BY v.position) FROM product_variants v
      WHERE v.product_id = p.id) AS stock,
    (SELECT json_object_agg(size, quantity) FROM (
      SELECT l.size, sum(l.quantity)::int AS quantity FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.status = 'awaiting_payment' AND l.product_id = p.id GROUP BY 1) AS by_size) AS reserved
  FROM products p ORDER BY position, id LIMIT 1000`;

/** Changes to products by the operators of the shop. Open orders keep their prices and their reserved stock. */
export class ProductChanges {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * All products with their stock and unpaid reservations by size; a product without sizes uses the size ''. `reserved`
   * is null without reservations.
   */
  list(): Promise<object[]> {
    return this.dataSource.query(SELECT_PRODUCTS);
  }

  /** @param stock pieces for sale, without those that open orders reserve @throws Problem `NOT_FOUND` */
  setStock(slug: string, size: string, stock: number): Promise<void> {
    return this.change(UPDATE_STOCK, [slug, size, stock], 'There is no such product, or not in this size.');
  }

  /**
   * Sets the price in minor units of US dollars.
   * @param original the former price, null without a discount
   * @throws Problem `NOT_FOUND`
   */
  setPrice(slug: string, price: number, original: number | null): Promise<void> {
    return this.change(UPDATE_PRICE, [slug, price, original]);
  }

  /** Offers or withdraws a product; a withdrawn one can be neither found nor bought. @throws Problem `NOT_FOUND` */
  setOffered(slug: string, isOffered: boolean): Promise<void> {
    return this.change(UPDATE_OFFERED, [slug, isOffered]);
  }

  private async change(
    statement: string,
    values: unknown[],
    notFoundMessage = 'There is no such product.',
  ): Promise<void> {
    const [changed] = await this.dataSource.query<[unknown[], number]>(statement, values);
    if (changed.length === 0) throw new Problem('NOT_FOUND', notFoundMessage);
  }
}
