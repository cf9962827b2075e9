/** The statuses of an order. */
export const ORDER_STATUSES = ['awaiting_payment', 'paid', 'shipped', 'cancelled', 'expired', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * The status transitions of an order. An expired order becomes paid if its payment arrives late and its goods are still
 * in stock, and refunded if they are not. Cancelled and refunded are final: a later payment is refunded.
 */
const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  awaiting_payment: ['paid', 'cancelled', 'expired'],
  paid: ['shipped', 'cancelled', 'refunded'],
  shipped: ['refunded'],
  expired: ['paid', 'refunded'],
  cancelled: [],
  refunded: [],
};

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => TRANSITIONS[from].includes(to);

/** Whether an order with this status reserves its pieces: they are taken out of the stock and not shipped. */
export const holdsStock = (status: OrderStatus): boolean => status === 'awaiting_payment' || status === 'paid';
