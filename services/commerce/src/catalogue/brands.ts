/** Wholesale and shipping rules of our own two brands of paint (product.md section 10, docs/readings.md). */
export interface BrandRule {
  /** Cans of the brand in one order from which wholesale applies. */
  wholesaleFrom: number;
  wholesalePercent: number;
  /**
   * Shipping of an order with any can of the brand is free from this amount, in minor units; missing for the usual one.
   */
  freeShippingFrom?: number;
}

export const BRANDS: Readonly<Record<string, BrandRule>> = {
  Nightline: { wholesaleFrom: 50, wholesalePercent: 25, freeShippingFrom: 200_00 },
  Kerbside: { wholesaleFrom: 100, wholesalePercent: 30 },
};

/** The rule of a product that is paint of one of our brands. */
export const brandRule = ({ brand, cans }: { brand: string | null; cans: number }): BrandRule | undefined =>
  brand && cans > 0 ? BRANDS[brand] : undefined;
