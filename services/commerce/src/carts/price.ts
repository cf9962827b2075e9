import { brandRule, type BrandRule } from '../catalogue/brands.js';
import { percentOf } from '../catalogue/money.js';

/** Input of a price; amounts are whole minor units. */
export interface Priceable {
  unitMinor: number;
  quantity: number;
  brand: string | null;
  /** Cans per piece. */
  cans: number;
}

/** All in whole minor units. */
export interface PricedTotals {
  subtotal: number;
  wholesaleDiscount: number;
  shipping: number;
  total: number;
  /** Threshold of free shipping for these lines. */
  freeShippingFrom: number;
}

/** Charged below the threshold of free shipping (docs/readings.md). */
export const SHIPPING_FEE_MINOR = 7_90;
/** The advertised threshold (product.md section 10). */
const FREE_SHIPPING_FROM_MINOR = 75_00;

/**
 * The totals of an order. Wholesale counts the cans of a brand in the whole order and takes its percentage off each
 * line of the brand, rounded to the minor unit line by line. Free shipping depends on the amount after that.
 * @returns the total of each line after wholesale, in their order, and those of the order
 */
export function priceLines(lines: readonly Priceable[]): { lineTotals: number[]; totals: PricedTotals } {
  const rules = lines.map((line) => brandRule(line));
  const cans = cansByRule(lines, rules);
  const priced = lines.map(({ unitMinor, quantity }, index) => {
    const [beforeDiscount, rule] = [unitMinor * quantity, rules[index]];
    const discount =
      rule && cans.get(rule)! >= rule.wholesaleFrom ? percentOf(beforeDiscount, rule.wholesalePercent) : 0;
    return { full: beforeDiscount, discount };
  });
  const subtotal = sum(priced.map(({ full: beforeDiscount }) => beforeDiscount));
  const wholesaleDiscount = sum(priced.map(({ discount }) => discount));
  const freeShippingFrom = Math.max(
    FREE_SHIPPING_FROM_MINOR,
    ...rules.map((rule, index) => (lines[index]!.quantity > 0 && rule?.freeShippingFrom) || 0),
  );
  const goods = subtotal - wholesaleDiscount;
  const shipping = goods === 0 || goods >= freeShippingFrom ? 0 : SHIPPING_FEE_MINOR;
  return {
    lineTotals: priced.map(({ full: beforeDiscount, discount }) => beforeDiscount - discount),
    totals: { subtotal, wholesaleDiscount, shipping, total: goods + shipping, freeShippingFrom },
  };
}

function cansByRule(lines: readonly Priceable[], rules: readonly (BrandRule | undefined)[]): Map<BrandRule, number> {
  const cans = new Map<BrandRule, number>();
  rules.forEach((rule, index) => {
    const line = lines[index]!;
    if (rule) cans.set(rule, (cans.get(rule) ?? 0) + line.cans * line.quantity);
  });
  return cans;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
