import { m } from '#messages';
import type { OrderStatus } from '../../api/graph/graphql';

/** In words, with what follows from it. */
export const ORDER_STATUS: Readonly<Record<OrderStatus, { name: () => string; text: () => string }>> = {
  awaiting_payment: { name: m.store_status_awaiting_payment, text: m.store_status_awaiting_payment_text },
  paid: { name: m.store_status_paid, text: m.store_status_paid_text },
  shipped: { name: m.store_status_shipped, text: m.store_status_shipped_text },
  cancelled: { name: m.store_status_cancelled, text: m.store_status_cancelled_text },
  expired: { name: m.store_status_expired, text: m.store_status_expired_text },
  refunded: { name: m.store_status_refunded, text: m.store_status_refunded_text },
};
