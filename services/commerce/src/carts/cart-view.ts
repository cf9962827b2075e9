import { money } from '../catalogue/money.js';
import { productView } from '../catalogue/product-view.js';
import type * as Schema from '../schema.generated.js';
import type { PricedTotals } from './price.js';
import type { PricedCart, PricedLine } from './priced-cart.js';

/** A cart in the form of the schema. */
export const cartView = ({ lines, totals }: PricedCart): Schema.Cart => ({
  lines: lines.map(lineView),
  totals: totalsView(totals),
});

export const totalsView = ({
  subtotal,
  wholesaleDiscount,
  shipping,
  total,
  freeShippingFrom,
}: PricedTotals): Schema.Totals => ({
  subtotal: money(subtotal),
  wholesaleDiscount: money(wholesaleDiscount),
  shipping: money(shipping),
  total: money(total),
  freeShippingFrom: money(freeShippingFrom),
});

const lineView = ({
  product,
  size,
  quantity,
  unitMinor,
  totalMinor,
  notice,
  available,
}: PricedLine): Schema.CartLine => ({
  product: productView(product),
  productId: product.id,
  size: size || null,
  quantity,
  unitPrice: money(unitMinor),
  lineTotal: money(totalMinor),
  notice,
  available,
});
