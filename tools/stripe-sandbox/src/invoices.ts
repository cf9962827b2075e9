import { z } from 'zod';
import { invalid } from './api-error.js';
import { collect } from './billing.js';
import { finalize, voidInvoice } from './invoicing.js';
import { bool, params, text } from './params.js';
import { listOf, listRoute, route } from './route.js';

export const invoiceRoutes = [
  listRoute(
    '/v1/invoices',
    'invoice',
    {
      customer: text.optional(),
      subscription: text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    },
    (invoice, { customer, subscription, status }) =>
      (customer ?? invoice.customer) === invoice.customer &&
      (status ?? invoice.status) === invoice.status &&
      (subscription === undefined || invoice.parent?.subscription_details?.subscription === subscription),
  ),
  listOf(
    '/v1/invoice_payments',
    (world) => world.store.list('invoice').flatMap(({ payments }) => payments!.data),
    {
      invoice: text.optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text.optional() }).optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    },
    (one, { invoice, payment, status }) =>
      (invoice ?? one.invoice) === one.invoice &&
      (payment?.payment_intent ?? one.payment.payment_intent) === one.payment.payment_intent &&
      (status ?? one.status) === one.status,
  ),
  route('GET', '/v1/invoices/:id', params({}), (world, _, id) => world.getOrThrow('invoice', id)),
  route('POST', '/v1/invoices/:id/finalize', params({ auto_advance: bool.optional() }), (world, _, id) => {
    const invoice = world.getOrThrow('invoice', id);
    if (invoice.status !== 'draft')
      throw invalid('This invoice is already finalized, you cannot re-finalize a non-draft invoice.', {
        code: 'invoice_not_editable',
      });
    world.unschedule(id, 'finalize');
    return finalize(world, invoice);
  }),
  route(
    'POST',
    '/v1/invoices/:id/pay',
    params({ payment_method: text.optional(), off_session: bool.optional() }),
    (world, { payment_method: method, off_session: offSession }, id) => {
      const former = world.getOrThrow('invoice', id);
      const open = former.status === 'draft' ? finalize(world, former) : former;
      world.unschedule(id, 'finalize');
      if (former.status === 'paid') throw invalid('Invoice is already paid');
      if (open.status === 'void' || open.status === 'uncollectible')
        throw invalid(`Invoice is ${open.status} and cannot be paid.`);
      const fault =
        open.status === 'open' ? collect(world, open, { method, offSession: offSession ?? true }) : undefined;
      if (fault) throw fault;
      return world.getOrThrow('invoice', id);
    },
  ),
  route('POST', '/v1/invoices/:id/void', params({}), (world, _, id) => {
    const invoice = world.getOrThrow('invoice', id);
    if (invoice.status !== 'open') throw invalid('You can only void open invoices.', { code: 'invoice_not_editable' });
    world.unschedule(id, 'retry');
    voidInvoice(world, invoice);
    return world.getOrThrow('invoice', id);
  }),
];
