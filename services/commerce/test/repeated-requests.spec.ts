import { randomUUID } from 'node:crypto';
import { guest, withLostResponses } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommerce, type RunningCommerce } from './running-commerce.js';
import { ADDRESS, type Caller, type Payload, storeOf } from './store.js';

let commerce: RunningCommerce;
let store: Awaited<ReturnType<typeof storeOf>>;
beforeAll(async () => {
  commerce = await runCommerce();
  await commerce.listen();
  store = await storeOf(commerce);
});
afterAll(() => commerce.stop());

const CHECKOUT =
  'mutation ($input: CheckoutInput!) { checkout(input: $input) { order { id number } clientSecret token } }';
/** The same request under one key, as often as it is called. */
function checkoutOf(buyer: Caller) {
  const headers = { 'idempotency-key': randomUUID() };
  const input = { email: 'zoe@example.org', address: ADDRESS, lines: [store.line('stencil-tee', 1, 'M')] };
  return async () => {
    const { data, errors } = await commerce.graphql<{ checkout: Payload }>(CHECKOUT, { input }, buyer, headers);
    return errors ? { code: errors[0]!.extensions.code } : data!.checkout;
  };
}
const ordersOf = (buyer: Caller) =>
  store.rows<{ id: string }>(`SELECT id FROM orders WHERE buyer_id = $1`, buyer.subject);
const intentsOf = async (id: string) =>
  (await commerce.stripe.paymentIntents.list({ limit: 100 })).data.filter(({ metadata }) => metadata['order'] === id);

describe('a checkout that is repeated under its Idempotency-Key', () => {
  it('returns the first response, tokens included, also when the order is paid', async () => {
    const buyer = guest();
    const checkout = checkoutOf(buyer);
    const first = (await checkout()) as Payload;
    expect(first.token).toEqual(expect.any(String));
    await store.pay(first.order.id);
    await store.settle(first.order.id, buyer);
    expect(await checkout()).toEqual(first);
    expect(await ordersOf(buyer)).toEqual([{ id: first.order.id }]);
    const stored = await store.rows<{ row: string }>(`SELECT k::text AS row FROM idempotency_keys k`);
    for (const secret of [first.token, first.clientSecret])
      for (const { row } of stored) expect(row).not.toContain(Buffer.from(secret).toString('hex'));
  });

  it('continues its order where the response was lost, also when the order is paid meanwhile', async () => {
    const buyer = guest();
    const checkout = checkoutOf(buyer);
    const lost = (await withLostResponses(commerce.database, checkout)) as Payload;
    await store.pay(lost.order.id);
    await store.settle(lost.order.id, buyer);
    const repeated = await checkout();
    expect(repeated).toMatchObject({ order: lost.order, clientSecret: lost.clientSecret });
    expect(await checkout()).toEqual(repeated);
    expect([await ordersOf(buyer), (await intentsOf(lost.order.id)).length]).toEqual([[{ id: lost.order.id }], 1]);
  });

  it('continues its order where Stripe was not available', async () => {
    const buyer = guest();
    const checkout = checkoutOf(buyer);
    // The responses to both attempts of the call are lost: Stripe has done it.
    await commerce.control('/replies', { drop: 2 });
    expect(await checkout()).toEqual({ code: 'PAYMENTS_UNAVAILABLE' });
    await commerce.control('/replies', { drop: 0 });
    const repeated = (await checkout()) as Payload;
    expect(await checkout()).toEqual(repeated);
    const { id } = repeated.order;
    expect([await ordersOf(buyer), (await intentsOf(id)).length]).toEqual([[{ id }], 1]);
  });
});
