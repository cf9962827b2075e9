import { money } from '../catalogue/money.js';
import { totalsView } from '../carts/cart-view.js';
import type * as Schema from '../schema.generated.js';
import type { StoredOrder } from './order-reads.js';
import { canTransition } from './order-states.js';

/** An order in the form of the schema; the products of its lines are resolved when selected. */
export function orderView({
  lines,
  email,
  address,
  carrier,
  trackingNumber,
  trackingUrl,
  ...order
}: StoredOrder): Schema.Order {
  const { id, number, status, placedAt, paidAt, shippedAt, cancelledAt, reservedUntil } = order;
  return {
    id,
    number,
    status,
    placedAt,
    paidAt,
    shippedAt,
    cancelledAt,
    email,
    address,
    lines: lines.map(({ productId, name, size, quantity, unitMinor, totalMinor }) => ({
      productId,
      name,
      size: size || null,
      quantity,
      unitPrice: money(unitMinor),
      lineTotal: money(totalMinor),
    })),
    totals: totalsView(order),
    refunded: money(order.refunded),
    tracking: carrier && trackingNumber ? { carrier, number: trackingNumber, url: trackingUrl } : null,
    canCancel: canTransition(status, 'cancelled'),
    reservedUntil: status === 'awaiting_payment' ? reservedUntil : null,
  };
}
