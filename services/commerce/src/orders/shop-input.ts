import { pageSize, requiredText, text } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { ORDER_STATUSES } from './order-states.js';

export const shopOrderList = z.object({
  status: z
    .enum(ORDER_STATUSES)
    .nullish()
    .transform((status) => status ?? undefined),
  search: text({ name: 'The search', max: 254 }).transform((search) => search ?? undefined),
  first: pageSize,
  after: z.string().nullish(),
});
export const shipment = z.object({
  carrier: requiredText({ name: 'The carrier', max: 60, missing: 'Enter the carrier.' }),
  number: requiredText({ name: 'The tracking number', max: 80, missing: 'Enter the tracking number.' }),
  url: z
    .url({ protocol: /^https$/, error: 'Enter an https address.' })
    .max(500, 'The address has at most 500 characters.')
    .nullish()
    .transform((url) => url ?? null),
});
export const refundInput = z.object({
  amount: z
    .int('The amount is in whole minor units.')
    .min(1, 'The amount is at least 1.')
    .max(999_999_99, 'The amount is at most 99,999,999.')
    .nullish()
    .transform((amount) => amount ?? null),
  key: z.uuid('The key is a UUID.'),
});
