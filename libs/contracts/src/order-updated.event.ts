import { z } from 'zod';
import { defineEvent } from './define-event.js';

const minor = z.int().nonnegative();

export const orderUpdated = defineEvent({
  name: 'OrderUpdated',
  version: 1,
  owner: 'commerce',
  description:
    'A change of an order that its buyer gets by e-mail: the receipt, a shipment, a cancellation or a refund.',
  about: 'orderId',
  data: z.object({
    orderId: z.uuid(),
    accountId: z.uuid().nullable().describe('Null for a guest who bought with an e-mail address'),
    guestId: z
      .uuid()
      .optional()
      .describe(
        'For a guest: the subject of the session, which becomes the account at sign-up. When that account is ' +
          'erased, the event is found by it',
      ),
    news: z.enum(['paid', 'shipped', 'cancelled', 'refunded']),
    email: z.string().min(3).max(254).describe('As the buyer entered it'),
    language: z.enum(['en', 'fr', 'es', 'de']),
    number: z.string().min(1).max(40).describe('The number that people see, for example SH-7K3Q9D'),
    path: z
      .string()
      .startsWith('/')
      .max(300)
      .describe('Path of the page that shows the order; for a guest with the token of the order'),
    lines: z
      .array(
        z.object({
          name: z.string().min(1).max(120),
          size: z.string().max(20).nullable(),
          quantity: z.int().positive(),
          totalMinor: minor,
        }),
      )
      .min(1)
      .max(50),
    subtotalMinor: minor.describe('All amounts: minor units of the currency'),
    discountMinor: minor,
    shippingMinor: minor,
    totalMinor: minor,
    refundedMinor: minor.describe('Refunded so far'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe('ISO 4217'),
    address: z.array(z.string().min(1).max(200)).max(9).describe('The lines of the delivery address'),
    tracking: z
      .object({
        carrier: z.string().min(1).max(80),
        number: z.string().min(1).max(80),
        url: z
          .url({ protocol: /^https$/ })
          .max(500)
          .nullable(),
      })
      .nullable(),
  }),
});
