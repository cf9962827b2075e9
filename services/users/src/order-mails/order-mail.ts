import type { EventOf, orderUpdated } from '@sprayhunt/contracts';
import type { OutgoingMessage } from '../messages/messages.js';
import { ORDER_TEXTS } from './order-texts.js';

/**
 * The mail about an order, in the order's language: the receipt with its lines and totals, or a change of the order.
 * @param publicUrl address of the product, without a trailing slash
 */
export function orderMail(order: EventOf<typeof orderUpdated>['data'], publicUrl: string): OutgoingMessage {
  const { news, number, email, lines, currency, address, tracking, path } = order;
  const words = ORDER_TEXTS[order.language];
  const format = new Intl.NumberFormat(words.locale, { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  const money = (minor: number) => format.format(minor / 10 ** digits);
  const amounts = [
    ...lines.map(
      ({ name, size, quantity, totalMinor }) =>
        `${quantity} × ${name}${size ? ` (${size})` : ''}: ${money(totalMinor)}`,
    ),
    '',
    `${words.subtotal}: ${money(order.subtotalMinor)}`,
    ...(order.discountMinor > 0 ? [`${words.wholesale}: −${money(order.discountMinor)}`] : []),
    `${words.shipping}: ${order.shippingMinor > 0 ? money(order.shippingMinor) : words.free}`,
    `${words.total}: ${money(order.totalMinor)}`,
    ...(order.refundedMinor > 0 ? [`${words.refunded}: ${money(order.refundedMinor)}`] : []),
  ];
  const parts = [
    [words.opening[news](number)],
    ...(tracking ? [[words.tracking(tracking.carrier, tracking.number), ...(tracking.url ? [tracking.url] : [])]] : []),
    amounts,
    ...(address.length > 0 && news !== 'refunded' && news !== 'cancelled' ? [[`${words.deliverTo}:`, ...address]] : []),
    [`${words.seeOrder}: ${publicUrl}${path}`],
  ];
  return {
    channel: 'email',
    to: email,
    subject: words.subject[news](number),
    text: parts.map((part) => part.join('\n')).join('\n\n'),
  };
}
