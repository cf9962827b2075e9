/** Where an order stands. */
export const ORDER_STATUSES = ['awaiting_payment', 'paid', 'shipped', 'cancelled', 'expired', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * The steps of an order. An expired one becomes paid where its money came late and its goods were still there, and
 * refunded where they were not. What is cancelled or refunded stays so: money that comes in later goes back.
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

/** Whether the pieces of such an order are taken out of the stock and still here. */
export const holdsStock = (status: OrderStatus): boolean => status === 'awaiting_payment' || status === 'paid';
