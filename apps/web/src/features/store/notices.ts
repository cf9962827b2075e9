import { m } from '#messages';
import type { CartLine } from './use-cart';

/** A notice about a line for the buyer before the payment. */
export function noticeOf({ notice, available }: Pick<CartLine, 'notice' | 'available'>): string | undefined {
  if (notice === 'fewer_left') return m.store_notice_fewer({ count: available });
  if (notice === 'price_changed') return m.store_notice_price();
  if (notice === 'out_of_stock') return m.store_notice_out_of_stock();
  if (notice === 'reserved') return m.store_notice_reserved();
  return notice === 'gone' ? m.store_notice_gone() : undefined;
}
