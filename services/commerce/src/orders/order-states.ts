/** The statuses of an order. */
export const ORDER_STATUSES = ['awaiting_payment', 'paid', 'shipped', 'cancelled', 'expired', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * The transitions of an order. An expired one becomes paid if its money arrived late and its goods were still in stock,
 * and refunded if they were not. A cancelled or refunded order stays so: money that arrives later is refunded.
 */
const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  awaiting_payment: ['paid', 'cancelled', 'expired'],
  paid: ['shipped', 'cancelled', 'refunded'],
  shipped: ['refunded'],
  expired: ['paid', 'refunded'],
  cancelled: [],
  refunded: [],
};

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => NEXT[from].includes(to);

/** Whether the pieces of such an order are reserved: taken out of the stock and not shipped. */
export const holdsStock = (status: OrderStatus): boolean => status === 'awaiting_payment' || status === 'paid';
