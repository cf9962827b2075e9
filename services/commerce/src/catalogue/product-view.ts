import type * as Schema from '../schema.generated.js';
import { brandRule } from './brands.js';
import { money, moneyText, percentOf } from './money.js';
import type { StoredProduct } from './product-reads.js';

/** Buyers see the remaining stock up to this number. */
const MAX_SHOWN_STOCK = 10;

/** A product in the form of the schema. */
export function productView({ variants, ...product }: StoredProduct): Schema.Product {
  const { slug, category, priceMinor: price, originalMinor: original } = product;
  const rule = brandRule(product);
  const [firstVariant] = variants;
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
      ? variants.map(({ size, stock, isReserved }) => ({
          size,
          inStock: stock > 0,
          left: shownStock(stock),
          isReserved,
        }))
      : [],
    inStock: variants.some(({ stock }) => stock > 0),
    isReserved: variants.every(({ stock }) => stock === 0) && variants.some(({ isReserved }) => isReserved),
    left: hasSizes || !firstVariant ? null : shownStock(firstVariant.stock),
    retailPrice: moneyText(original ?? price),
  };
}

export const discountPercent = (original: number, price: number): number =>
  Math.round(((original - price) / original) * 100);

const shownStock = (stock: number): number | null => (stock <= MAX_SHOWN_STOCK ? stock : null);
