import { Injectable } from '@nestjs/common';
import type { StoredProduct, StoredVariant } from '../catalogue/product-reads.js';
import { ProductReads } from '../catalogue/product-reads.js';
import type { CartNotice } from '../schema.generated.js';
import { tooLarge, type RequestedLine } from './cart-input.js';
import { priceLines, type PricedTotals } from './price.js';

/** A line with its product, its price and its notices for the buyer. */
export interface PricedLine extends RequestedLine {
  product: StoredProduct;
  /** Missing if the size is no longer sold. */
  variant?: StoredVariant;
  unitMinor: number;
  /** Total of the available pieces, after the wholesale discount. */
  totalMinor: number;
  /** Pieces in stock. */
  available: number;
  notice: CartNotice | null;
}

export interface PricedCart {
  lines: PricedLine[];
  totals: PricedTotals;
}

/** Largest amount of one payment, in minor units. */
const MAX_AMOUNT_MINOR = 999_999_99;

/** Prices lines by current prices and stock. */
@Injectable()
export class PricedCarts {
  constructor(private readonly products: ProductReads) {}

  /**
   * The lines whose product exists, with totals of the available pieces.
   * @param lines with `unitMinor` if the buyer has seen a price before
   * @throws Problem `CART_TOO_LARGE`
   */
  async price(lines: readonly (RequestedLine & { unitMinor?: number })[]): Promise<PricedCart> {
    const products = await this.products.byIds(lines.map(({ productId }) => productId));
    const found = lines.flatMap((line, index) => {
      const product = products[index];
      return product ? [priceLine(line, product)] : [];
    });
    const { lineTotals, totals } = priceLines(
      found.map(({ unitMinor, quantity, available, product: { brand, cans } }) => ({
        unitMinor,
        quantity: Math.min(quantity, available),
        brand,
        cans,
      })),
    );
    if (totals.total > MAX_AMOUNT_MINOR || totals.subtotal > MAX_AMOUNT_MINOR) throw tooLarge();
    return { lines: found.map((line, index) => ({ ...line, totalMinor: lineTotals[index]! })), totals };
  }
}

function priceLine(
  { productId, size, quantity, unitMinor: shownPrice }: RequestedLine & { unitMinor?: number },
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
      isOffered: variant !== undefined,
      available,
      isReserved,
      quantity,
      hasNewPrice: shownPrice !== undefined && shownPrice !== unitMinor,
    }),
  };
}

function noticeOf({
  isOffered,
  available,
  isReserved,
  quantity,
  hasNewPrice,
}: {
  isOffered: boolean;
  available: number;
  isReserved: boolean;
  quantity: number;
  hasNewPrice: boolean;
}): CartNotice | null {
  if (!isOffered) return 'gone';
  if (available === 0) return isReserved ? 'reserved' : 'out_of_stock';
  if (available < quantity) return 'fewer_left';
  return hasNewPrice ? 'price_changed' : null;
}
