import type * as Schema from '../schema.generated.js';
import { brandRule } from './brands.js';
import { money, moneyText, percentOf } from './money.js';
import type { StoredProduct } from './product-reads.js';

/** Stock up to which buyers see how many are left. */
const FEW = 10;

/** A product as the schema has it. */
export function productView({ variants, ...product }: StoredProduct): Schema.Product {
  const { slug, category, priceMinor: price, originalMinor: original } = product;
  const rule = brandRule(product);
  const [only] = variants;
  const hasSizes = variants.some(({ size }) => size !== '');
  return {
    ...product,
    categorySlug: category.replace('_', '-'),
    image: `/products/${slug}.svg`,
    price: money(price),
    originalPrice: original === null ? null : money(original),
    discountPercent: original === null ? null : discountPercent(original, price),
    wholesalePrice: rule ? money(price - percentOf(price, rule.wholesalePercent)) : null,
    wholesaleFrom: rule?.wholesaleFrom ?? null,
    sizes: hasSizes
      ? variants.map(({ size, stock, isReserved }) => ({ size, inStock: stock > 0, left: fewOf(stock), isReserved }))
      : [],
    inStock: variants.some(({ stock }) => stock > 0),
    isReserved: variants.every(({ stock }) => stock === 0) && variants.some(({ isReserved }) => isReserved),
    left: hasSizes || !only ? null : fewOf(only.stock),
    retailPrice: moneyText(original ?? price),
  };
}

export const discountPercent = (original: number, price: number): number =>
  Math.round(((original - price) / original) * 100);

const fewOf = (stock: number): number | null => (stock <= FEW ? stock : null);
