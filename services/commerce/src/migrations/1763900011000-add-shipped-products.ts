import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Shipped {
  slug: string;
  name: string;
  category: string;
  brand: string | null;
  cans: number;
  priceMinor: number;
  originalMinor: number | null;
  description: string;
  /** Pieces by size; '' where there is one size only. */
  stock: Record<string, number>;
}

/**
 * The catalogue that the product comes with (`data/products.json`), once: from then on it is the operator's, whose
 * prices, stock and removals stay.
 */
export class AddShippedProducts1763900011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const shipped = JSON.parse(
      await readFile(new URL('../../data/products.json', import.meta.url), 'utf8'),
    ) as Shipped[];
    for (const [
      index,
      { slug, name, category, brand, cans, priceMinor, originalMinor, description, stock },
    ] of shipped.entries()) {
      const [{ id }] = (await runner.query(
        `INSERT INTO products (id, slug, name, category, brand, cans, price_minor, original_minor, description,
          position)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
        [slug, name, category, brand, cans, priceMinor, originalMinor, description, index + 1],
      )) as [{ id: string }];
      const sizes = Object.keys(stock);
      await runner.query(
        `INSERT INTO product_variants (id, product_id, size, stock, position)
         SELECT gen_random_uuid(), $1, size, stock, position
           FROM unnest($2::text[], $3::integer[]) WITH ORDINALITY AS given (size, stock, position)`,
        [id, sizes, Object.values(stock)],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM products`);
  }
}
