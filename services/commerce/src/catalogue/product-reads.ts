import { Injectable } from '@nestjs/common';
import { prefixQuery, SqlPool } from '@sprayhunt/service-kit';
import type { Product, ProductCategory } from './product.entity.js';

/** A product with its sizes, as lists, carts and orders read it. */
export type StoredProduct = Omit<Product, 'isOffered' | 'searchWords'> & {
  isOffered: boolean;
  variants: StoredVariant[];
};

export interface StoredVariant {
  id: string;
  size: string;
  stock: number;
  /** Out of stock, but unpaid orders reserve some pieces. */
  isReserved: boolean;
}

const COLUMNS = `p.id, p.slug, p.name, p.description, p.category, p.brand, p.cans, p.price_minor AS "priceMinor",
  p.original_minor AS "originalMinor",
  p.position, p.is_offered AS "isOffered",
  (SELECT json_agg(json_build_object('id', v.id, 'size', v.size, 'stock', v.stock, 'isReserved', v.stock = 0
    AND EXISTS (
    SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.status = 'awaiting_payment'
      AND l.variant_id = v.id)) ORDER BY v.position) FROM product_variants v WHERE v.product_id = p.id) AS variants`;

const LIST = {
  name: 'products',
  text: `SELECT ${COLUMNS} FROM products p
    WHERE p.is_offered AND ($1::text IS NULL OR p.category = $1)
      AND ($2::text IS NULL OR p.search_words @@ to_tsquery('simple', $2))
      AND (p.position, p.id) > ($3::integer, $4::uuid) ORDER BY p.position, p.id LIMIT $5`,
};
const BY_SLUG = {
  name: 'product-by-slug',
  text: `SELECT ${COLUMNS} FROM products p WHERE p.slug = $1 AND p.is_offered`,
};
const BY_IDS = { name: 'products-by-ids', text: `SELECT ${COLUMNS} FROM products p WHERE p.id = ANY ($1::uuid[])` };

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The catalogue's lists: one named statement each. */
@Injectable()
export class ProductReads {
  constructor(private readonly pool: SqlPool) {}

  /** The offered products, in the order of the catalogue. */
  async list(
    filter: { category?: ProductCategory; search?: string },
    first: number,
    after: { position: number; id: string } = { position: -1, id: FIRST_ID },
  ) {
    const search = filter.search === undefined ? null : prefixQuery(filter.search);
    if (search === '') return { items: [], hasNextPage: false };
    const { rows } = await this.pool.query<StoredProduct>({
      ...LIST,
      values: [filter.category ?? null, search, after.position, after.id, first + 1],
    });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }

  async bySlug(slug: string): Promise<StoredProduct | null> {
    const { rows } = await this.pool.query<StoredProduct>({ ...BY_SLUG, values: [slug] });
    return rows[0] ?? null;
  }

  /** In the order of the ids, including withdrawn products; null for an unknown id. Ids are UUIDs. */
  async byIds(ids: readonly string[]): Promise<(StoredProduct | null)[]> {
    const { rows } = await this.pool.query<StoredProduct>({ ...BY_IDS, values: [ids] });
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }
}
