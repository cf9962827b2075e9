import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

export const CATEGORIES = ['apparel', 'accessories', 'spray_paint', 'markers'] as const;
export type ProductCategory = (typeof CATEGORIES)[number];

/** Merchandise. The table also has `search`, generated, by which programs of an earlier release search. */
@Entity({ name: 'products' })
@Index('products_slug', ['slug'], { unique: true })
@Index('products_order', ['position', 'id'])
@Index('products_search', { synchronize: false })
@Index('products_without_words', { synchronize: false })
@Index('products_search_words', { synchronize: false })
export class Product {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  slug: string;

  @Column('text')
  name: string;

  @Column('text')
  description: string;

  @Column('text')
  category: ProductCategory;

  @Column('text', { nullable: true })
  brand: string | null;

  /** Cans in one piece; 0 for products other than paint. */
  @Column('integer', { default: 0 })
  cans: number;

  /** Minor units of US dollars. */
  @Column('integer', { name: 'price_minor' })
  priceMinor: number;

  @Column('integer', { name: 'original_minor', nullable: true })
  originalMinor: number | null;

  /** Position in the catalogue. */
  @Column('integer')
  position: number;

  /** A product that is not offered can be neither found nor bought; orders keep it. */
  @Column('boolean', { name: 'is_offered', default: true })
  isOffered: boolean;

  /** The folded words of name, brand, category and description (`product-search.ts`); null until they are made. */
  @Column('tsvector', { name: 'search_words', nullable: true, select: false })
  searchWords: string | null;
}

/** One size of a product with its stock. A product without sizes has one variant, of the size ''. */
@Entity({ name: 'product_variants' })
@Index('product_variants_size', ['productId', 'size'], { unique: true })
export class ProductVariant {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'product_id' })
  productId: string;

  @ManyToOne(() => Product, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'product_id', foreignKeyConstraintName: 'product_variants_product' })
  product: Relation<Product>;

  @Column('text', { default: '' })
  size: string;

  /** Pieces for sale, without those that open orders reserve. */
  @Column('integer')
  stock: number;

  /** Position among the sizes. */
  @Column('integer')
  position: number;
}
