import {
  accountDataErased,
  accountErased,
  contactConfirmed,
  membershipChanged,
  orderUpdated,
  signUpExpired,
  subjectMerged,
} from '@sprayhunt/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventOf, guest, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { runCommerce, type RunningCommerce } from './running-commerce.js';
import { storeOf, type Caller } from './store.js';

let commerce: RunningCommerce;
let store: Awaited<ReturnType<typeof storeOf>>;
beforeAll(async () => {
  commerce = await runCommerce();
  await commerce.listen();
  store = await storeOf(commerce);
});
afterAll(() => commerce.stop());
// The sandbox has fewer cards than this file has people.
beforeEach(() => store.rows(`DELETE FROM trial_uses WHERE key LIKE 'card:%'`));

const merge = (from: Caller, into: Caller) =>
  commerce.publish(eventOf(subjectMerged, { subjectId: from.subject, accountId: into.subject }));
const expire = (one: Caller) => commerce.publish(eventOf(signUpExpired, { accountId: one.subject }));
const erase = (one: Caller) => commerce.publish(eventOf(accountErased, { accountId: one.subject }));
const isMerged = (one: Caller) =>
  eventually(async () =>
    expect(await store.rows(`SELECT FROM erased_accounts WHERE account_id = $1`, one.subject)).toHaveLength(1),
  );
const isConfirmed = (one: Caller) =>
  eventually(async () =>
    expect(
      (await commerce.published(accountDataErased)).filter(({ accountId }) => accountId === one.subject),
    ).toHaveLength(1),
  );
async function confirm(one: Caller): Promise<void> {
  await commerce.publish(
    eventOf(contactConfirmed, { accountId: one.subject, kind: 'email', value: `${one.subject}@example.com` }),
  );
  await eventually(async () =>
    expect(await store.rows(`SELECT FROM contact_keys WHERE account_id = $1`, one.subject)).toHaveLength(1),
  );
}
/** Transactions that wait for a row. */
const WAITING = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user
    AND wait_event_type = 'Lock'`;
const pendingOf = (one: Caller) => player({ subject: one.subject, status: 'pending' });
const intentOf = (secret: string) => secret.split('_secret_')[0]!;
const stateOf = async (id: string) =>
  (
    await store.rows<object>(
      `SELECT status, captured, refunded, buyer_id AS buyer, email, address IS NOT NULL AS "hasAddress" FROM orders
        WHERE id = $1`,
      id,
    )
  )[0]!;

async function bought(as: Caller) {
  const { order, token } = await store.checkout([store.line('cap-tote')], as);
  await store.pay(order.id);
  await store.settle(order.id, as);
  return { id: order.id, token };
}

let form = 0;
const FORM = () => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email: `merged${(form += 1)}@example.com`,
  phone: `+61 400 010 ${100 + form}`,
  city: 'Melbourne',
  state: 'VIC',
});
interface View {
  status: string;
  isPro: boolean;
  canTrial: boolean;
  cancelAtPeriodEnd: boolean;
}
const VIEW = '{ status isPro canTrial cancelAtPeriodEnd }';
const settled = async (as: Caller) =>
  (await commerce.graphql<{ settleMembership: View }>(`mutation { settleMembership ${VIEW} }`, {}, as)).data!
    .settleMembership;
const view = async (as: Caller) =>
  (await commerce.graphql<{ membership: View }>(`{ membership ${VIEW} }`, {}, as)).data!.membership;
const trial = async (as: Caller) =>
  (
    await commerce.graphql<{ createTrialSubscription: { clientSecret: string } }>(
      `mutation ($input: TrialInput!) { createTrialSubscription(input: $input) { clientSecret } }`,
      { input: FORM() },
      as,
    )
  ).data!.createTrialSubscription.clientSecret;
async function tried(as: Caller, card = 'pm_card_visa') {
  await commerce.stripe.setupIntents.confirm(intentOf(await trial(as)), { payment_method: card });
  await eventually(async () => expect(await view(pendingOf(as))).toMatchObject({ status: 'trialing', isPro: true }));
}
async function subscribed(as: Caller) {
  const { data } = await commerce.graphql<{ getOrCreateSubscription: { clientSecret: string } }>(
    `mutation { getOrCreateSubscription { clientSecret } }`,
    {},
    as,
  );
  await commerce.stripe.paymentIntents.confirm(intentOf(data!.getOrCreateSubscription.clientSecret), {
    payment_method: 'pm_card_visa',
  });
  await settled(as);
}
const publishedOf = async (as: Caller) =>
  (await commerce.published(membershipChanged))
    .filter(({ accountId }) => accountId === as.subject)
    .map(({ pro }) => pro);
const subscriptionsOf = (as: Caller) =>
  store.rows<{ id: string; status: string; end: string | null; sub: string }>(
    `SELECT id, status, end_reason AS end, subscription_id AS sub FROM memberships WHERE account_id = $1
      ORDER BY created_at`,
    as.subject,
  );
const endedAtStripe = async (sub: string) => (await commerce.stripe.subscriptions.retrieve(sub)).ended_at !== null;

describe('a sign-up that expired', () => {
  it('leaves the paid order as it is, with token, e-mail and money, and its news are still sent', async () => {
    const one = guest();
    const { id, token } = await bought(one);
    const before = await stateOf(id);
    await expire(one);
    await isConfirmed(one);
    expect(await stateOf(id)).toEqual({ ...before, buyer: null });
    expect(before).toMatchObject({ status: 'paid', refunded: 0, email: 'zoe@example.org', hasAddress: true });
    expect(await store.order(id, guest(), token)).toMatchObject({ status: 'paid', canCancel: true });
    await store.shop(
      `mutation ($id: ID!) { markShipped(id: $id, carrier: "Post", number: "P-1") ORDER }`,
      { id },
      { ...player(), roles: ['shopkeeper'] },
    );
    expect(
      (await commerce.published(orderUpdated))
        .filter(({ orderId }) => orderId === id)
        .map(({ news, email }) => [news, email]),
    ).toEqual([
      ['paid', 'zoe@example.org'],
      ['shipped', 'zoe@example.org'],
    ]);
  });

  it('leaves an order whose payment is under way, which the buyer can still pay', async () => {
    const one = guest();
    const { order, token } = await store.checkout([store.line('cap-tote')], one);
    await expire(one);
    await isConfirmed(one);
    await store.pay(order.id);
    expect((await store.settle(order.id, guest(), token)).data!['settleOrder']).toMatchObject({ status: 'paid' });
  });

  it('ends its trial, which no one can use any more, and removes the cart', async () => {
    const one = guest();
    await tried(one);
    await commerce.graphql(
      `mutation ($lines: [CartLineInput!]!) { setCart(lines: $lines) { lines { quantity } } }`,
      { lines: [store.line('cap-tote')] },
      pendingOf(one),
    );
    const [running] = await subscriptionsOf(one);
    await expire(one);
    await isConfirmed(one);
    await eventually(async () => expect(await endedAtStripe(running!.sub)).toBe(true));
    expect(await store.rows(`SELECT FROM carts WHERE player_id = $1`, one.subject)).toEqual([]);
    expect(await subscriptionsOf(one)).toEqual([]);
  });
});

describe('orders of a guest who turns out to have an account', () => {
  it('are the account’s: not cancelled, not refunded, and their tokens are valid', async () => {
    const [one, account] = [guest(), player()];
    const { id, token } = await bought(one);
    const before = await stateOf(id);
    for (let times = 0; times < 2; times += 1) await merge(one, account);
    await isMerged(one);
    expect(await stateOf(id)).toEqual({ ...before, buyer: account.subject });
    expect([await store.order(id, account), await store.order(id, guest(), token), await store.order(id, one)]).toEqual(
      [expect.objectContaining({ id }), expect.objectContaining({ id }), null],
    );
    expect(await (await commerce.personalData(account)).json()).toMatchObject({ orders: [{ status: 'paid' }] });
  });

  it('go with the account if it is erased, in either order of the events', async () => {
    for (const order of [
      [merge, erase],
      [(_: Caller, into: Caller) => erase(into), merge],
    ] as const) {
      const [one, account] = [guest(), player()];
      const { id } = await bought(one);
      await order[0](one, account);
      if (order[0] === merge) await isMerged(one);
      else await isConfirmed(account);
      await (order[1] === merge ? merge(one, account) : erase(account));
      await eventually(async () =>
        expect(await stateOf(id)).toMatchObject({
          status: 'cancelled',
          buyer: null,
          email: null,
          refunded: expect.any(Number),
        }),
      );
    }
  });

  it('that wait for payment move too, also where the account has the same order open', async () => {
    const [one, account] = [guest(), player()];
    const [moved, own] = [
      await store.checkout([store.line('cap-tote')], one),
      await store.checkout([store.line('cap-tote')], account),
    ];
    await merge(one, account);
    await eventually(async () =>
      expect(await stateOf(moved.order.id)).toMatchObject({ buyer: account.subject, status: 'awaiting_payment' }),
    );
    await store.pay(moved.order.id);
    expect((await store.settle(moved.order.id, account)).data!['settleOrder']).toMatchObject({ status: 'paid' });
    expect((await store.checkout([store.line('cap-tote')], account)).order.id).toBe(own.order.id);
  });

  it('whose refund is under way have it sent, once', async () => {
    const [one, account] = [guest(), player()];
    const { id } = await bought(one);
    await Promise.all([store.cancel(id, one), merge(one, account)]);
    await isMerged(one);
    await eventually(async () =>
      expect(await stateOf(id)).toMatchObject({
        status: 'cancelled',
        buyer: account.subject,
        email: 'zoe@example.org',
      }),
    );
    await eventually(async () => expect((await store.order(id, account))!.refunded.amount).toBeGreaterThan(0));
    expect((await commerce.stripe.refunds.list({ payment_intent: await store.intentOf(id) })).data).toHaveLength(1);
  });

  it('are placed before the merge or not at all, whatever is under way', async () => {
    const [one, account] = [guest(), player()];
    const [placed] = await Promise.all([store.tryCheckout([store.line('cap-tote')], one), merge(one, account)]);
    await isMerged(one);
    if (placed.data?.checkout)
      expect(await stateOf(placed.data.checkout.order.id)).toMatchObject({ buyer: account.subject });
    else expect(store.codeOf(placed)).toBe('UNAUTHENTICATED');
    expect(store.codeOf(await store.tryCheckout([store.line('dusk-hoodie', 1, 'M')], one))).toBe('UNAUTHENTICATED');
  });

  it('of a chain of merges come to the last account, in any order', async () => {
    const [one, pending, account] = [guest(), guest(), player()];
    const { id } = await bought(one);
    await merge(pending, account);
    await isMerged(pending);
    await merge(one, pending);
    await eventually(async () => expect(await stateOf(id)).toMatchObject({ buyer: account.subject, status: 'paid' }));
  });

  it('stay as a guest’s where the sign-up that they were merged into has expired', async () => {
    const [one, pending] = [guest(), guest()];
    const { id, token } = await bought(one);
    await expire(pending);
    await isConfirmed(pending);
    await merge(one, pending);
    await eventually(async () =>
      expect(await stateOf(id)).toMatchObject({ status: 'paid', buyer: null, email: 'zoe@example.org' }),
    );
    expect(await store.order(id, guest(), token)).toMatchObject({ id });
  });
});

it.each([
  ['is merged', merge],
  ['is erased', erase],
  ['expires', expire],
])(
  'an account that %s while its order is being paid waits for the payment, which waits for nothing',
  async (_, end) => {
    const [one, account] = [guest(), player()];
    await commerce.graphql(
      `mutation ($lines: [CartLineInput!]!) { setCart(lines: $lines) { lines { quantity } } }`,
      { lines: [store.line('cap-tote')] },
      pendingOf(one),
    );
    const { order } = await store.checkout([store.line('cap-tote')], one);
    await commerce.database.transaction(async (payment) => {
      await payment.query(`SELECT FROM orders WHERE id = $1 FOR UPDATE`, [order.id]);
      await end(one, account);
      await eventually(async () => expect(await store.rows(WAITING)).not.toEqual([]));
      await payment.query(`UPDATE carts SET lines = '[]' WHERE player_id = $1`, [one.subject]);
    });
    await isMerged(one);
  },
);

it('an order keeps no hashes of its buyer after the erasure, also where a former release has left them', async () => {
  const one = player();
  const { id } = await bought(one);
  await store.rows(
    `UPDATE orders SET status = 'shipped', contact_hash = sha256('a'), address_hash = sha256('b') WHERE id = $1`,
    id,
  );
  await erase(one);
  await isConfirmed(one);
  expect(
    await store.rows(`SELECT contact_hash AS contact, address_hash AS address FROM orders WHERE id = $1`, id),
  ).toEqual([{ contact: null, address: null }]);
});

it('the cart of a merged sign-up joins the account’s: the greater quantity of each line, once', async () => {
  const [one, account] = [guest(), player()];
  const put = (lines: object[], as: Caller) =>
    commerce.graphql(
      `mutation ($lines: [CartLineInput!]!) { setCart(lines: $lines) { lines { quantity } } }`,
      { lines },
      as,
    );
  await put([store.line('cap-tote', 3), store.line('plaster-beanie', 1)], pendingOf(one));
  await put([store.line('cap-tote', 2), store.line('dusk-hoodie', 1, 'M')], account);
  for (let times = 0; times < 2; times += 1) await merge(one, account);
  const lines = async () =>
    (
      await store.rows<{ lines: { productId: string; quantity: number }[] }>(
        `SELECT lines FROM carts WHERE player_id = $1`,
        account.subject,
      )
    )[0]!.lines.map(({ productId, quantity }) => [productId, quantity]);
  await eventually(async () =>
    expect(await lines()).toEqual([
      [store.ids['cap-tote'], 3],
      [store.ids['dusk-hoodie'], 1],
      [store.ids['plaster-beanie'], 1],
    ]),
  );
  expect(await store.rows(`SELECT FROM carts WHERE player_id = $1`, one.subject)).toEqual([]);
});

describe('the trial of a guest who turns out to have an account', () => {
  it('goes on in the account, once, renews itself as that of a player with a confirmed contact, and its card can be changed', async () => {
    const [one, account] = [guest(), player()];
    await confirm(account);
    await tried(one);
    for (let times = 0; times < 2; times += 1) await merge(one, account);
    await eventually(async () =>
      expect(await view(account)).toMatchObject({
        status: 'trialing',
        isPro: true,
        cancelAtPeriodEnd: false,
        canTrial: false,
      }),
    );
    expect([await publishedOf(account), (await subscriptionsOf(account)).length, await subscriptionsOf(one)]).toEqual([
      expect.arrayContaining([true]),
      1,
      [],
    ]);
    const { data } = await commerce.graphql<{ changeCard: { clientSecret: string } }>(
      `mutation { changeCard { clientSecret } }`,
      {},
      account,
    );
    await commerce.stripe.setupIntents.confirm(intentOf(data!.changeCard.clientSecret), {
      payment_method: 'pm_card_mastercard',
    });
    expect(
      (
        await commerce.graphql<{ settleMembership: { card: object } }>(
          `mutation { settleMembership { card { brand } } }`,
          {},
          account,
        )
      ).data!.settleMembership.card,
    ).toEqual({ brand: 'mastercard' });
  });

  it('keeps its customer beside the account’s: the card can be changed, invoices of both are listed, and both end with the account', async () => {
    const [one, account] = [guest(), player()];
    await confirm(account);
    await subscribed(account);
    await commerce.graphql(`mutation { cancelMembership { status } }`, {}, account);
    await commerce.control('/clock', { advance: 32 * 86_400 });
    await eventually(async () => expect(await view(account)).toMatchObject({ status: 'cancelled' }));
    await tried(one);
    await merge(one, account);
    await eventually(async () =>
      expect(await view(account)).toMatchObject({ status: 'trialing', isPro: true, cancelAtPeriodEnd: false }),
    );
    const changed = await commerce.graphql<{ changeCard: { clientSecret: string } }>(
      `mutation { changeCard { clientSecret } }`,
      {},
      account,
    );
    await commerce.stripe.setupIntents.confirm(intentOf(changed.data!.changeCard.clientSecret), {
      payment_method: 'pm_card_mastercard',
    });
    expect(await settled(account)).toMatchObject({ status: 'trialing' });
    interface Invoices {
      invoices: {
        nodes: { id: string; total: { amount: number } }[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };
    }
    const page = async (first: number, after: string | null = null) =>
      (
        await commerce.graphql<Invoices>(
          `query ($first: Int!, $after: String) { invoices(first: $first, after: $after) { nodes { id total { amount }
            } pageInfo { hasNextPage endCursor } } }`,
          { first, after },
          account,
        )
      ).data!.invoices;
    const all = await page(10);
    expect(all.nodes.map(({ total }) => total.amount)).toEqual([0, 999]);
    const first = await page(1);
    const second = await page(1, first.pageInfo.endCursor);
    expect([...first.nodes, ...second.nodes]).toEqual(all.nodes);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    const subs = (await subscriptionsOf(account)).map(({ sub }) => sub);
    await erase(account);
    await eventually(async () => expect(await Promise.all(subs.map(endedAtStripe))).toEqual([true, true]));
    await eventually(async () =>
      expect(
        await store.rows(`SELECT FROM customers WHERE account_id = ANY ($1) OR account_id IS NULL`, [
          one.subject,
          account.subject,
        ]),
      ).toEqual([]),
    );
  });

  it('ends without a charge in an account that has not confirmed a contact, and continues once it has, in either order of the events', async () => {
    for (const order of [
      [merge, confirm],
      [(_: Caller, into: Caller) => confirm(into), merge],
    ] as const) {
      const [one, pending] = [guest(), player({ status: 'pending' })];
      await store.rows(`DELETE FROM trial_uses WHERE key LIKE 'card:%'`);
      await tried(one);
      await order[0](one, pending);
      if (order[0] === merge)
        await eventually(async () =>
          expect(await view(pending)).toMatchObject({ status: 'trialing', cancelAtPeriodEnd: true }),
        );
      await (order[1] === merge ? merge(one, pending) : confirm(pending));
      await eventually(async () =>
        expect(await view(pending)).toMatchObject({ status: 'trialing', isPro: true, cancelAtPeriodEnd: false }),
      );
    }
  });

  it('is given back where the account is a member already, and ends where the account has had its trial', async () => {
    const [first, member, second, had] = [guest(), player(), guest(), guest()];
    await subscribed(member);
    await tried(first);
    await tried(had, 'pm_card_mastercard');
    await store.rows(
      `UPDATE memberships SET status = 'cancelled', end_reason = 'ended' WHERE account_id = $1`,
      had.subject,
    );
    await tried(second, 'pm_card_amex');
    const [[dropped], [refused]] = [await subscriptionsOf(first), await subscriptionsOf(second)];
    await merge(first, member);
    await merge(second, had);
    await eventually(async () =>
      expect([await endedAtStripe(dropped!.sub), await endedAtStripe(refused!.sub)]).toEqual([true, true]),
    );
    expect(await store.rows(`SELECT FROM trial_uses WHERE membership_id = $1`, dropped!.id)).toEqual([]);
    expect([await view(member), await view(player({ subject: had.subject }))]).toMatchObject([
      { status: 'active', canTrial: false },
      { status: 'cancelled' },
    ]);
    expect((await subscriptionsOf(had)).map(({ status, end }) => [status, end])).toEqual([
      ['cancelled', 'ended'],
      ['cancelled', 'trial_used'],
    ]);
  });

  it('ends where a contact of the account has had one in another account', async () => {
    const [one, account, former] = [guest(), player(), player()];
    const email = 'had-a-trial@example.com';
    for (const { subject: accountId } of [former, account])
      await commerce.publish(eventOf(contactConfirmed, { accountId, kind: 'email', value: email }));
    await eventually(async () =>
      expect(
        await store.rows(`SELECT FROM contact_keys WHERE account_id = ANY ($1)`, [former.subject, account.subject]),
      ).toHaveLength(2),
    );
    await tried(former, 'pm_card_mastercard');
    await tried(one);
    await merge(one, account);
    await eventually(async () =>
      expect((await subscriptionsOf(account)).map(({ status, end }) => [status, end])).toEqual([
        ['cancelled', 'trial_used'],
      ]),
    );
  });

  it('that waits for its card goes on in the account', async () => {
    const [one, account] = [guest(), player()];
    await confirm(account);
    const secret = await trial(one);
    await merge(one, account);
    await isMerged(one);
    await commerce.stripe.setupIntents.confirm(intentOf(secret), { payment_method: 'pm_card_visa' });
    await eventually(async () =>
      expect(await view(account)).toMatchObject({ status: 'trialing', isPro: true, cancelAtPeriodEnd: false }),
    );
  });
});
