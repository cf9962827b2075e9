import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { membershipChanged } from '@sprayhunt/contracts';
import { guest, player, type GraphQLResult } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { runCommerce, type RunningCommerce } from './running-commerce.js';
import { ADDRESS } from './store.js';

let first: RunningCommerce;
let second: Awaited<ReturnType<RunningCommerce['another']>>;
beforeAll(async () => {
  first = await runCommerce();
  second = await first.another();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

type Someone = ReturnType<typeof player>;
type Setup = { clientSecret: string };
type Checkout = { checkout: { order: { id: string }; clientSecret: string } };

const rows = <T>(sql: string, ...values: unknown[]) => first.database.query<T[]>(sql, values);
/** The same call in two tabs of each process, all at once. */
const everywhere = <T>(call: (graphql: RunningCommerce['graphql']) => Promise<T>): Promise<T[]> =>
  Promise.all([first, second, first, second].map(({ graphql }) => call(graphql)));
const codeOf = ({ errors }: GraphQLResult<unknown>) => errors?.[0]?.extensions.code;
const intentOf = (secret: string) => secret.split('_secret_')[0]!;
const settle = (as: Someone) =>
  everywhere((graphql) =>
    graphql(
      `
        mutation {
          settleMembership {
            status
          }
        }
      `,
      {},
      as,
    ),
  );
const published = async (as: Someone) =>
  (await first.published(membershipChanged)).filter(({ accountId }) => accountId === as.subject).map(({ pro }) => pro);
async function atStripe(as: Someone) {
  const [customer] = await rows<{ id: string }>(
    `SELECT stripe_id AS id FROM customers WHERE account_id = $1`,
    as.subject,
  );
  return (await first.stripe.subscriptions.list({ customer: customer!.id, status: 'all' })).data;
}

describe('two processes of the service', () => {
  it('open one membership and one payment for a player who subscribes in four tabs at once [MEMB-10]', async () => {
    const one = player();
    const setups = await everywhere((graphql) =>
      graphql<{ getOrCreateSubscription: Setup }>(
        `
          mutation {
            getOrCreateSubscription {
              clientSecret
            }
          }
        `,
        {},
        one,
      ),
    );
    const secrets = new Set(setups.map(({ data }) => data?.getOrCreateSubscription.clientSecret));
    expect(secrets.size).toBe(1);
    await first.stripe.paymentIntents.confirm(intentOf([...secrets][0]!), { payment_method: 'pm_card_visa' });
    await settle(one);
    expect(await rows(`SELECT status FROM memberships WHERE account_id = $1`, one.subject)).toEqual([
      { status: 'active' },
    ]);
    expect(await atStripe(one)).toMatchObject([{ status: 'active' }]);
    expect(await published(one)).toEqual([true]);
  });

  it('start one trial with one card for a player who starts and returns in four tabs at once', async () => {
    const one = player();
    const input = {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.com',
      phone: '+61 400 000 100',
      city: 'Melbourne',
      state: 'VIC',
    };
    const setups = await everywhere((graphql) =>
      graphql<{ createTrialSubscription: Setup }>(
        `
          mutation ($input: TrialInput!) {
            createTrialSubscription(input: $input) {
              clientSecret
            }
          }
        `,
        { input },
        one,
      ),
    );
    const secrets = new Set(setups.map(({ data }) => data?.createTrialSubscription.clientSecret));
    expect(secrets.size).toBe(1);
    await first.stripe.setupIntents.confirm(intentOf([...secrets][0]!), { payment_method: 'pm_card_visa' });
    await settle(one);
    expect(await rows(`SELECT kind, status FROM memberships WHERE account_id = $1`, one.subject)).toEqual([
      { kind: 'trial', status: 'trialing' },
    ]);
    expect(await atStripe(one)).toMatchObject([{ status: 'trialing' }]);
    expect(await published(one)).toEqual([true]);
  });

  it('place one order with one payment for a cart that is sent in four tabs at once', async () => {
    const [buyer, [product]] = [guest(), await rows<{ id: string }>(`SELECT id FROM products WHERE slug = 'cap-tote'`)];
    const input = {
      email: 'zoe@example.org',
      address: ADDRESS,
      lines: [{ productId: product!.id, quantity: 1, size: null }],
    };
    const checkouts = await everywhere((graphql) =>
      graphql<Checkout>(
        `
          mutation ($input: CheckoutInput!) {
            checkout(input: $input) {
              order {
                id
              }
              clientSecret
            }
          }
        `,
        { input },
        buyer,
      ),
    );
    expect(new Set(checkouts.map(({ data }) => data?.checkout.clientSecret)).size).toBe(1);
    expect(await rows(`SELECT id FROM orders WHERE buyer_id = $1`, buyer.subject)).toEqual([
      { id: checkouts[0]!.data!.checkout.order.id },
    ]);
    const intents = (await first.stripe.paymentIntents.list({ limit: 100 })).data.filter(
      ({ metadata }) => metadata['order'] === checkouts[0]!.data!.checkout.order.id,
    );
    expect(intents).toHaveLength(1);
  });

  it('sell the last ten pieces to ten of 50 buyers at once [MERCH-16]', async () => {
    const [mask] = await rows<{ product: string; variant: string }>(
      `SELECT p.id AS product, v.id AS variant FROM products p JOIN product_variants v ON v.product_id = p.id
        WHERE slug = 'respirator-mask' AND size = 'M/L'`,
    );
    await rows(`UPDATE product_variants SET stock = 10 WHERE id = $1`, mask!.variant);
    const input = {
      email: 'zoe@example.org',
      address: ADDRESS,
      lines: [{ productId: mask!.product, quantity: 1, size: 'M/L' }],
    };
    const buyers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? first : second).graphql<Checkout>(
          `mutation ($input: CheckoutInput!) { checkout(input: $input) { order { id } clientSecret } }`,
          { input },
          guest(),
        ),
      ),
    );
    expect(buyers.filter(({ data }) => data?.checkout)).toHaveLength(10);
    expect(buyers.filter((each) => codeOf(each) === 'OUT_OF_STOCK')).toHaveLength(40);
    expect(await rows(`SELECT stock FROM product_variants WHERE id = $1`, mask!.variant)).toEqual([{ stock: 0 }]);
  });

  it('store an event once that comes to both, and handle it once', async () => {
    await first.listen();
    await second.listen();
    const one = player();
    const { data } = await first.graphql<{ getOrCreateSubscription: Setup }>(
      `mutation { getOrCreateSubscription { clientSecret } }`,
      {},
      one,
    );
    await first.stripe.paymentIntents.confirm(intentOf(data!.getOrCreateSubscription.clientSecret), {
      payment_method: 'pm_card_visa',
    });
    await first.control('/webhooks/flush', { timeout_ms: 30_000 });
    await eventually(async () => expect(await rows(`SELECT FROM payment_events WHERE settled_at IS NULL`)).toEqual([]));
    expect(await rows(`SELECT stripe_id FROM payment_events GROUP BY 1 HAVING count(*) > 1`)).toEqual([]);
    expect(await rows(`SELECT status FROM memberships WHERE account_id = $1`, one.subject)).toEqual([
      { status: 'active' },
    ]);
    expect(await published(one)).toEqual([true]);
  });
});
