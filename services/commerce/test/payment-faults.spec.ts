import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Jobs } from '@sprayhunt/service-kit';
import { player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { Customers } from '../src/memberships/customers.js';
import { reconcilePayments } from '../src/reconciliation/reconcile-payments.js';
import { SettleMembership } from '../src/memberships/settle-membership.js';
import { runCommerce, type RunningCommerce } from './running-commerce.js';

let commerce: RunningCommerce;
beforeAll(async () => {
  commerce = await runCommerce();
});
afterAll(() => commerce.stop());

type Someone = ReturnType<typeof player>;
const subscribe = async (as: Someone) => {
  const { data, errors } = await commerce.graphql<{ getOrCreateSubscription: { clientSecret: string } }>(
    `mutation { getOrCreateSubscription { clientSecret } }`,
    {},
    as,
  );
  return data?.getOrCreateSubscription.clientSecret ?? errors![0]!.extensions.code;
};
const rows = (as: Someone) =>
  commerce.database.query<{ id: string; status: string; subscription_id: string | null }[]>(
    `SELECT id, status, subscription_id FROM memberships WHERE account_id = $1`,
    [as.subject],
  );
const lose = (drop: number) => commerce.control('/replies', { drop });
/** Of Stripe, for an account: its subscriptions. */
const atStripe = async (as: Someone) =>
  (
    await commerce.stripe.subscriptions.list({
      customer: await commerce.app.get(Customers).getOrCreate(as.subject),
      status: 'all',
    })
  ).data;

describe('a process that dies while a membership begins', () => {
  // The responses to both attempts of a call are lost: Stripe has done it, and nothing is stored here.
  it.each([
    ['after the row, while the customer is made', async () => undefined],
    ['while the subscription is made', (one: Someone) => commerce.app.get(Customers).getOrCreate(one.subject)],
  ])('%s, leaves a row that its job and the next request finish, with one subscription', async (_, before) => {
    const one = player();
    // The price is there already.
    await subscribe(player());
    await before(one);
    await lose(2);
    expect(await subscribe(one)).toBe('PAYMENTS_UNAVAILABLE');
    await lose(0);
    expect(await rows(one)).toMatchObject([{ status: 'incomplete', subscription_id: null }]);
    await commerce.app.get(SettleMembership).settle((await rows(one))[0]!.id);
    const [subscription, ...others] = await atStripe(one);
    expect([await rows(one), others]).toMatchObject([
      [{ status: 'incomplete', subscription_id: subscription!.id }],
      [],
    ]);
    expect(await subscribe(one)).toMatch(/^pi_\w+_secret_/);
    expect(await atStripe(one)).toHaveLength(1);
  });

  it('after the payment, leaves one that Stripe’s event finishes, also if the row has no subscription yet', async () => {
    const one = player();
    const secret = await subscribe(one);
    await commerce.database.query(`UPDATE memberships SET subscription_id = NULL WHERE account_id = $1`, [one.subject]);
    await commerce.listen();
    await commerce.stripe.paymentIntents.confirm(secret.split('_secret_')[0]!, { payment_method: 'pm_card_visa' });
    await eventually(async () =>
      expect(await rows(one)).toMatchObject([{ status: 'active', subscription_id: expect.stringMatching(/^sub_/) }]),
    );
  });
});

it('a membership without events is checked after an hour, and one that never began is abandoned after two days', async () => {
  await commerce.control('/webhooks', { paused: true });
  const [silent, left] = [player(), player()];
  const secret = await subscribe(silent);
  await commerce.stripe.paymentIntents.confirm(secret.split('_secret_')[0]!, { payment_method: 'pm_card_visa' });
  await commerce.database.query(`UPDATE memberships SET looked_at = now() - interval '2 hours' WHERE account_id = $1`, [
    silent.subject,
  ]);
  await commerce.database.query(
    `INSERT INTO memberships (id, account_id, kind, is_verified, created_at)
      VALUES (gen_random_uuid(), $1, 'trial', false, now() - interval '3 days')`,
    [left.subject],
  );
  await commerce.database.transaction((tx) => commerce.app.get(Jobs).runSoon(tx, reconcilePayments));
  await eventually(async () =>
    expect([await rows(silent), await rows(left)]).toMatchObject([[{ status: 'active' }], [{ status: 'cancelled' }]]),
  );
});
