import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const orderPaid = defineEvent({
  name: 'OrderPaid',
  version: 1,
  owner: 'commerce',
  description: 'An order of merchandise was paid.',
  about: 'orderId',
  data: z.object({
    orderId: z.uuid(),
    accountId: z.uuid().nullable().describe('Null for a guest who bought with an e-mail address'),
    totalMinor: z.int().nonnegative().describe('Minor units of the currency'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe('ISO 4217'),
  }),
});
