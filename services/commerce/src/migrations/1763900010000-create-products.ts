import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateProducts1763900010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE products (
        id uuid PRIMARY KEY,
        slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80),
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
        description text NOT NULL CHECK (length(description) <= 2000),
        category text NOT NULL CHECK (category IN ('apparel', 'accessories', 'spray_paint', 'markers')),
        brand text CHECK (length(brand) BETWEEN 1 AND 60),
        cans integer NOT NULL DEFAULT 0 CHECK (cans BETWEEN 0 AND 1000),
        price_minor integer NOT NULL CHECK (price_minor BETWEEN 1 AND 1000000),
        original_minor integer CHECK (original_minor > price_minor AND original_minor <= 1000000),
        position integer NOT NULL,
        is_offered boolean NOT NULL DEFAULT true,
        search tsvector NOT NULL GENERATED ALWAYS AS (
          to_tsvector('simple', name || ' ' || coalesce(brand, '') || ' ' || replace(category, '_', ' ') || ' ' ||
            description)) STORED
      )`);
    await runner.query(`CREATE UNIQUE INDEX products_slug ON products (slug)`);
    await runner.query(`CREATE INDEX products_order ON products (position, id)`);
    await runner.query(`CREATE INDEX products_search ON products USING gin (search)`);
    await runner.query(`
      CREATE TABLE product_variants (
        id uuid PRIMARY KEY,
        product_id uuid NOT NULL CONSTRAINT product_variants_product REFERENCES products ON DELETE CASCADE,
        size text NOT NULL DEFAULT '' CHECK (length(size) <= 20),
        stock integer NOT NULL CHECK (stock BETWEEN 0 AND 1000000),
        position integer NOT NULL
      )`);
    await runner.query(`CREATE UNIQUE INDEX product_variants_size ON product_variants (product_id, size)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE product_variants, products`);
  }
}
