import { Injectable } from '@nestjs/common';
import type { StoredProduct, StoredVariant } from '../catalogue/product-reads.js';
import { ProductReads } from '../catalogue/product-reads.js';
import type { CartNotice } from '../schema.generated.js';
import { tooLarge, type WantedLine } from './cart-input.js';
import { priceLines, type PricedTotals } from './price.js';

/** A line with its product, its price and its notices for the buyer. */
export interface PricedLine extends WantedLine {
  product: StoredProduct;
  /** Missing where the size is no longer sold. */
  variant?: StoredVariant;
  unitMinor: number;
  /** After wholesale, of the pieces that can be had. */
  totalMinor: number;
  /** Pieces that can be had. */
  available: number;
  notice: CartNotice | null;
}

export interface PricedCart {
  lines: PricedLine[];
  totals: PricedTotals;
}

/** Largest amount of one payment, in minor units. */
const MAX_MINOR = 999_999_99;

/** Prices lines by what products cost and how many there are now. */
@Injectable()
export class PricedCarts {
  constructor(private readonly products: ProductReads) {}

  /**
   * The lines whose product exists, with totals of the available pieces.
   * @param lines with `unitMinor` where the buyer saw a price before
   * @throws Problem `CART_TOO_LARGE`
   */
  async price(lines: readonly (WantedLine & { unitMinor?: number })[]): Promise<PricedCart> {
    const products = await this.products.byIds(lines.map(({ productId }) => productId));
    const found = lines.flatMap((line, index) => {
      const product = products[index];
      return product ? [withProduct(line, product)] : [];
    });
    const { lineTotals, totals } = priceLines(
      found.map(({ unitMinor, quantity, available, product: { brand, cans } }) => ({
        unitMinor,
        quantity: Math.min(quantity, available),
        brand,
        cans,
      })),
    );
    if (totals.total > MAX_MINOR || totals.subtotal > MAX_MINOR) throw tooLarge();
    return { lines: found.map((line, index) => ({ ...line, totalMinor: lineTotals[index]! })), totals };
  }
}

function withProduct(
  { productId, size, quantity, unitMinor: seen }: WantedLine & { unitMinor?: number },
  product: StoredProduct,
): Omit<PricedLine, 'totalMinor'> {
  const variant = product.isOffered ? product.variants.find((each) => each.size === size) : undefined;
  const available = variant?.stock ?? 0;
  const isReserved = variant?.isReserved ?? false;
  const unitMinor = product.priceMinor;
  return {
    productId,
    size,
    quantity,
    product,
    ...(variant && { variant }),
    unitMinor,
    available,
    notice: noticeOf({
      isSold: variant !== undefined,
      available,
      isReserved,
      quantity,
      hasNewPrice: seen !== undefined && seen !== unitMinor,
    }),
  };
}

function noticeOf({
  isSold,
  available,
  isReserved,
  quantity,
  hasNewPrice,
}: {
  isSold: boolean;
  available: number;
  isReserved: boolean;
  quantity: number;
  hasNewPrice: boolean;
}): CartNotice | null {
  if (!isSold) return 'gone';
  if (available === 0) return isReserved ? 'reserved' : 'out_of_stock';
  if (available < quantity) return 'fewer_left';
  return hasNewPrice ? 'price_changed' : null;
}
