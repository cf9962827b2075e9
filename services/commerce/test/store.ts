import type { GraphQLResult, player } from '@sprayhunt/service-kit/harness';
import type { RunningCommerce } from './running-commerce.js';

export type Caller = ReturnType<typeof player>;

export interface Order {
  id: string;
  number: string;
  status: string;
  totals: { total: { amount: number } };
  refunded: { amount: number };
  canCancel: boolean;
  tracking: { carrier: string } | null;
}
export interface Payload {
  order: Order;
  clientSecret: string;
  token: string;
}

const ORDER = `{ id number status email placedAt paidAt reservedUntil canCancel address { name city country } totals {
  total { amount } } refunded { amount } tracking { carrier number url }
  lines { name size quantity product { slug } unitPrice { amount } lineTotal { amount } } }`;
export const ADDRESS = {
  name: 'Zoe Z',
  line1: '1 Rue du Mur',
  city: 'Montréal',
  region: 'QC',
  postalCode: 'H2X 1Y4',
  country: 'CA',
};

/** What buyers do in the store of a running service. */
export async function storeOf(commerce: RunningCommerce) {
  const ids: Record<string, string> = {};
  for (const { id, slug } of await commerce.database.query<{ id: string; slug: string }[]>(
    `SELECT id, slug FROM products`,
  ))
    ids[slug] = id;
  const line = (slug: string, quantity = 1, size: string | null = null) => ({ productId: ids[slug], quantity, size });
  const rows = <T>(sql: string, ...values: unknown[]) => commerce.database.query<T[]>(sql, values);
  const codeOf = ({ errors }: GraphQLResult<unknown>) => errors?.[0]?.extensions.code;
  const tryCheckout = (lines: object[], as: Caller, more: object = {}) =>
    commerce.graphql<{ checkout: Payload }>(
      `mutation ($input: CheckoutInput!) { checkout(input: $input) { order ${ORDER} clientSecret token } }`,
      { input: { email: 'zoe@example.org', address: ADDRESS, lines, ...more } },
      as,
    );
  const call = (name: 'settleOrder' | 'cancelOrder') => (id: string, as: Caller, token?: string) =>
    commerce.graphql<Record<string, Order>>(
      `mutation ($id: ID!, $token: String) { ${name}(id: $id, token: $token) ${ORDER} }`,
      { id, token },
      as,
    );
  const intentOf = async (id: string) =>
    (await rows<{ intent: string }>(`SELECT intent_id AS intent FROM orders WHERE id = $1`, id))[0]!.intent;
  return {
    ids,
    line,
    rows,
    codeOf,
    tryCheckout,
    checkout: async (lines: object[], as: Caller, more: object = {}) =>
      (await tryCheckout(lines, as, more)).data!.checkout,
    settle: call('settleOrder'),
    cancel: call('cancelOrder'),
    order: async (id: string, as: Caller, token?: string) =>
      (
        await commerce.graphql<{ order: Order | null }>(
          `query ($id: ID!, $token: String) { order(id: $id, token: $token) ${ORDER} }`,
          { id, token },
          as,
        )
      ).data!.order,
    intentOf,
    /** The buyer's card is charged, as by the page. */
    pay: async (id: string, card = 'pm_card_visa') =>
      commerce.stripe.paymentIntents.confirm(await intentOf(id), { payment_method: card }),
    stock: async (slug: string, size = '') =>
      (
        await rows<{ stock: number }>(
          `SELECT stock FROM product_variants v JOIN products p ON p.id = product_id WHERE slug = $1 AND size = $2`,
          slug,
          size,
        )
      )[0]!.stock,
    setStock: (slug: string, pieces: number) =>
      rows(
        `UPDATE product_variants SET stock = $2 FROM products p WHERE p.id = product_id AND slug = $1`,
        slug,
        pieces,
      ),
    /** Has a job of the order run now. */
    look: (id: string) =>
      rows(
        `SELECT FROM commerce_jobs.add_job('look-at-order-payment', json_build_object('orderId', $1::text),
          job_key => 'look-at-order-payment:' || $1::text)`,
        id,
      ),
    /** The half hour is over. */
    overdue: (id: string) => rows(`UPDATE orders SET reserved_until = now() - interval '1 minute' WHERE id = $1`, id),
    shop: (operation: string, variables: object, as: Caller) =>
      commerce.graphql<Record<string, Order>>(operation.replace('ORDER', ORDER), variables, as),
  };
}
