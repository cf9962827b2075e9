import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { world } from './access/world.js';
import { Buyer, stripeAt } from './buyer.js';
import { control, installStops, killCommerce, type StopPoint, waitUntilQuiet, removeStops, stopAt } from './cut-off.js';
import { expectInvariants, expectSeen, inDatabase } from './invariants.js';

let stripe: Stripe;
let product: string;

export async function prepareStore(): Promise<void> {
  stripe = stripeAt(world.stack.sandboxUrl);
  product = (await rows<{ id: string }>(`SELECT id FROM commerce.products WHERE slug = 'cap-tote'`))[0]!.id;
}

const rows = <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  inDatabase(world.stack, async (client) => (await client.query(sql, values)).rows as T[]);
const SOON = { timeout: 20_000, interval: 50 };

/** A flow of one player or buyer, from start to end; the service is killed in the action. */
interface Flow {
  who: 'guest' | 'player';
  prepare?(one: Buyer): Promise<unknown>;
  action(one: Buyer): Promise<unknown>;
  /** While the service is away. */
  meanwhile?(one: Buyer): Promise<unknown>;
  /** The client's next step, and the expected result. */
  end(one: Buyer): Promise<unknown>;
}

interface Step {
  name: string;
  flow: Flow;
  /** Missing where the action has ended. */
  at?(one: Buyer): StopPoint | Promise<StopPoint>;
}

const isOrder = (one: Buyer, status: string) =>
  eventually(async () => expect(await one.order()).toMatchObject({ status }), SOON);
const isMember = (one: Buyer, expected: object) =>
  eventually(async () => expect(await one.membership()).toMatchObject(expected), SOON);
const isMailed = (one: Buyer, mails: number) => eventually(async () => expect(await one.mails()).toBe(mails), SOON);
async function isPaid(one: Buyer): Promise<void> {
  await isOrder(one, 'paid');
  await isMailed(one, 1);
}
async function paidOrder(one: Buyer): Promise<void> {
  await one.checkout(product);
  await one.confirm();
  await isPaid(one);
}
const tryToOrder = (one: Buyer) => one.tryCheckout(product);
const orderOf = async ({ email }: Buyer) =>
  (await rows<{ id: string; status: string }>(`SELECT id, status FROM commerce.orders WHERE email = $1`, email))[0]!;

const checkout: Flow = {
  who: 'guest',
  action: tryToOrder,
  end: async (one) => {
    await paidOrder(one);
    expect(await rows(`SELECT FROM commerce.orders WHERE email = $1`, one.email)).toHaveLength(1);
  },
};
const leftCheckout: Flow = {
  who: 'guest',
  action: tryToOrder,
  meanwhile: async (one) => {
    const { id } = await orderOf(one);
    await rows(`UPDATE commerce.orders SET reserved_until = now() - interval '1 minute' WHERE id = $1`, id);
    await rows(`UPDATE commerce_jobs._private_jobs SET run_at = now() WHERE key = 'look-at-order-payment:' || $1`, id);
  },
  end: (one) => eventually(async () => expect(await orderOf(one)).toMatchObject({ status: 'expired' }), SOON),
};
const payment: Flow = {
  who: 'guest',
  prepare: (one) => one.checkout(product),
  action: (one) => one.confirm(),
  end: isPaid,
};
/** The buyer pays while the service is away. */
const latePayment: Flow = {
  who: 'guest',
  action: (one) => one.checkout(product),
  meanwhile: (one) => one.confirm(),
  end: isPaid,
};
const cancelling: Flow = {
  who: 'guest',
  prepare: paidOrder,
  action: (one) => one.tryCancel(),
  end: async (one) => {
    await one.cancel();
    await eventually(async () => expect((await one.order()).refunded.amount).toBeGreaterThan(0), SOON);
    // Of the payment, of the cancellation, and of the money.
    await isMailed(one, 3);
  },
};
const givingUp: Flow = {
  who: 'guest',
  prepare: (one) => one.checkout(product),
  action: (one) => one.tryCancel(),
  end: async (one) => {
    await one.cancel();
    await expect(one.confirm()).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  },
};

const ACTIVE = { status: 'active', isPro: true };
const subscribing: Flow = {
  who: 'player',
  action: (one) => one.trySubscribe(),
  end: async (one) => {
    await one.subscribe();
    await one.confirm();
    await isMember(one, ACTIVE);
  },
};
const firstPayment: Flow = {
  who: 'player',
  prepare: (one) => one.subscribe(),
  action: (one) => one.confirm(),
  end: (one) => isMember(one, ACTIVE),
};
const lateFirstPayment: Flow = {
  who: 'player',
  action: (one) => one.subscribe(),
  meanwhile: (one) => one.confirm(),
  end: (one) => isMember(one, ACTIVE),
};

/**
 * One card has one trial, and the sandbox has fewer cards than there are people here: recorded trials of cards are
 * deleted.
 */
const CARDS = ['pm_card_visa', 'pm_card_visa_debit', 'pm_card_mastercard', 'pm_card_amex'];
let setUps = 0;
const setUpCard = async (one: Buyer): Promise<void> => {
  await rows(`DELETE FROM commerce.trial_uses WHERE key LIKE 'card:%'`);
  await one.confirm(CARDS[(setUps += 1) % CARDS.length]);
};
const trialForm = async (one: Buyer): Promise<void> => {
  await one.beginTrial();
  await one.signUp();
};
const TRYING = { status: 'trialing', isPro: true };
async function goesOn(one: Buyer): Promise<void> {
  await isMember(one, TRYING);
  await one.confirmContact();
  await isMember(one, { ...TRYING, cancelAtPeriodEnd: false });
}
const trial: Flow = {
  who: 'guest',
  action: (one) => one.tryTrial(),
  end: async (one) => {
    await trialForm(one);
    await setUpCard(one);
    await goesOn(one);
  },
};
const trialCard: Flow = { who: 'guest', prepare: trialForm, action: setUpCard, end: goesOn };
const lateTrialCard: Flow = { who: 'guest', action: trialForm, meanwhile: setUpCard, end: goesOn };
const trialCode: Flow = {
  who: 'guest',
  prepare: async (one) => {
    await trialForm(one);
    await setUpCard(one);
    await isMember(one, TRYING);
  },
  action: (one) => one.confirmContact(),
  end: (one) => isMember(one, { ...TRYING, cancelAtPeriodEnd: false }),
};

const write = (what: string, about: (one: Buyer) => string | Promise<string>) => async (one: Buyer) => ({
  write: what,
  about: await about(one),
});
const before = (call: RegExp) => () => ({ call, when: 'before' as const });
const after = (call: RegExp) => () => ({ call, when: 'after' as const });
const anyone = () => '';
const account = ({ player }: Buyer) => player.accountId;
const order = ({ orderId }: Buyer) => orderId;
const intent = ({ intentId }: Buyer) => intentId;
const subscription = async (one: Buyer) =>
  (
    await rows<{ id: string }>(
      `SELECT subscription_id AS id FROM commerce.memberships WHERE account_id = $1`,
      one.player.accountId,
    )
  )[0]!.id;
const look =
  (when: 'before' | 'after', of: string, id: (one: Buyer) => string | Promise<string>) => async (one: Buyer) => ({
    call: new RegExp(`^GET /v1/${of}/${await id(one)}`),
    when,
  });

const OPEN_INTENT = /^POST \/v1\/payment_intents$/;
const END_INTENT = /^POST \/v1\/payment_intents\/\w+\/cancel$/;
const REFUND = /^POST \/v1\/refunds$/;
const CUSTOMER = /^POST \/v1\/customers$/;
const SUBSCRIBE = /^POST \/v1\/subscriptions$/;
const SET_UP = /^POST \/v1\/setup_intents$/;
const CHANGE = /^POST \/v1\/subscriptions\/\w+$/;

/** The two workers of the service's jobs are busy when the event arrives. */
const storedPayment: Flow = {
  ...payment,
  action: async (one) => {
    await one.confirm();
    await eventually(async () =>
      expect(
        await rows(`SELECT FROM commerce.payment_events WHERE object_id = $1 AND settled_at IS NULL`, one.intentId),
      ).not.toEqual([]),
    );
  },
};

interface Round {
  /** Whether Stripe's events wait meanwhile, so that no job finishes what a request has begun. */
  isSilent: boolean;
  /** The service runs two jobs at a time: at most two flows stop in a job, and come last. */
  steps: Step[];
}

/** All steps. Each round ends with one kill, when every flow has stopped at its own point. */
const ROUNDS: Round[] = [
  {
    isSilent: true,
    steps: [
      {
        name: 'checkout: the order’s row and its goods are being written',
        flow: checkout,
        at: write('insert orders', ({ email }) => email),
      },
      {
        name: 'checkout: the payment is written, and its secret not returned',
        flow: checkout,
        at: write('insert order_tokens', anyone),
      },
      {
        name: 'cancelling: the order’s new state and its refund’s row are being written',
        flow: cancelling,
        at: write('update orders', order),
      },
      {
        name: 'cancelling: Stripe has sent the money, and this is being written',
        flow: cancelling,
        at: write('update refunds', order),
      },
      {
        name: 'subscribing: the membership’s row is being written',
        flow: subscribing,
        at: write('insert memberships', account),
      },
      { name: 'trial: the row of the form is being written', flow: trial, at: write('insert memberships', anyone) },
      {
        name: 'checkout: the order is written, and Stripe is not asked for its payment',
        flow: checkout,
        at: before(OPEN_INTENT),
      },
      {
        name: 'checkout: Stripe has opened the payment, and its answer is lost',
        flow: checkout,
        at: after(OPEN_INTENT),
      },
      { name: 'checkout, left: Stripe is not asked for the payment', flow: leftCheckout, at: before(OPEN_INTENT) },
      {
        name: 'checkout, left: Stripe has opened the payment, and its answer is lost',
        flow: leftCheckout,
        at: after(OPEN_INTENT),
      },
      { name: 'checkout: its secret is returned, and the buyer pays while the service is down', flow: latePayment },
      {
        name: 'cancelling: the refund’s row is written, and Stripe is not asked for it',
        flow: cancelling,
        at: before(REFUND),
      },
      { name: 'cancelling: Stripe has sent the money, and its answer is lost', flow: cancelling, at: after(REFUND) },
      { name: 'cancelling before payment: Stripe is not asked to end it', flow: givingUp, at: before(END_INTENT) },
      {
        name: 'cancelling before payment: Stripe has ended it, and its answer is lost',
        flow: givingUp,
        at: after(END_INTENT),
      },
      {
        name: 'subscribing: the row is written, and Stripe is not asked for a customer',
        flow: subscribing,
        at: before(CUSTOMER),
      },
      {
        name: 'subscribing: Stripe has made the customer, and its answer is lost',
        flow: subscribing,
        at: after(CUSTOMER),
      },
      {
        name: 'subscribing: the customer is written, and Stripe is not asked for a subscription',
        flow: subscribing,
        at: before(SUBSCRIBE),
      },
      {
        name: 'subscribing: Stripe has made the subscription, and its answer is lost',
        flow: subscribing,
        at: after(SUBSCRIBE),
      },
      {
        name: 'subscribing: the subscription is written, and not looked at',
        flow: subscribing,
        at: before(/^GET \/v1\/subscriptions\//),
      },
      {
        name: 'subscribing: its state is written, and its secret not fetched',
        flow: subscribing,
        at: before(/^GET \/v1\/subscriptions\/.*latest_invoice/),
      },
      {
        name: 'subscribing: the secret is returned, and the player pays while the service is down',
        flow: lateFirstPayment,
      },
      { name: 'trial: the customer is written, and Stripe is not asked for a setup', flow: trial, at: before(SET_UP) },
      { name: 'trial: Stripe has made the setup, and its answer is lost', flow: trial, at: after(SET_UP) },
      { name: 'trial: the secret is returned, and the card set up while the service is down', flow: lateTrialCard },
    ],
  },
  {
    isSilent: false,
    steps: [
      {
        name: 'checkout: Stripe’s event arrives, and is not stored',
        flow: payment,
        at: write('insert payment_events', intent),
      },
      {
        name: 'checkout: the order is paid, and its events are sent and not ticked off',
        flow: payment,
        at: write('insert sent_events', order),
      },
      {
        name: 'checkout: the payment is looked at, and its state not written',
        flow: payment,
        at: look('after', 'payment_intents', intent),
      },
      {
        name: 'checkout: the order is being made paid, with its event in the outbox',
        flow: payment,
        at: write('insert outbox', order),
      },
      { name: 'checkout: Stripe’s event is stored, and no job has looked', flow: storedPayment },
    ],
  },
  {
    isSilent: false,
    steps: [
      {
        name: 'subscribing: Stripe’s event arrives, and is not stored',
        flow: firstPayment,
        at: write('insert payment_events', subscription),
      },
      {
        name: 'checkout: the order is paid, and Stripe’s event not ticked off',
        flow: payment,
        at: write('update payment_events', intent),
      },
      {
        name: 'subscribing: the paid subscription is looked at, and its state not written',
        flow: firstPayment,
        at: look('after', 'subscriptions', subscription),
      },
    ],
  },
  {
    isSilent: false,
    steps: [
      {
        name: 'subscribing: the membership is being made active, with MembershipChanged in the outbox',
        flow: firstPayment,
        at: write('insert outbox', account),
      },
      {
        name: 'trial: the contact is confirmed, Stripe has let the trial go on, and its answer is lost',
        flow: trialCode,
        at: after(CHANGE),
      },
    ],
  },
  {
    isSilent: false,
    steps: [
      {
        name: 'trial: the contact and the card are being claimed',
        flow: trialCard,
        at: write('insert trial_uses', anyone),
      },
      {
        name: 'trial: it is claimed, and Stripe is not asked for the subscription',
        flow: trialCard,
        at: before(SUBSCRIBE),
      },
    ],
  },
  {
    isSilent: false,
    steps: [
      {
        name: 'trial: Stripe has made the subscription, and its answer is lost',
        flow: trialCard,
        at: after(SUBSCRIBE),
      },
      {
        name: 'trial: the contact is confirmed, and Stripe is not asked to let the trial go on',
        flow: trialCode,
        at: before(CHANGE),
      },
    ],
  },
];

describe('commerce is killed between two steps', () => {
  beforeAll(installStops);
  afterAll(removeStops);

  describe.each(ROUNDS.map((round, index) => ({ ...round, number: index + 1 })))(
    'round $number',
    ({ steps, isSilent }) => {
      const buyers = new Map<Step, Buyer>();

      beforeAll(async () => {
        // One after the other: one card has one trial.
        for (const step of steps) {
          const one = await (step.flow.who === 'guest'
            ? Buyer.guest(world.stack.url, stripe)
            : Buyer.player(world.stack.url, stripe));
          await step.flow.prepare?.(one);
          buyers.set(step, one);
        }
        await waitUntilQuiet();
        await control('/webhooks', { paused: isSilent });
        for (const [step, one] of buyers) {
          if (step.at) await stopAt(await step.at(one), () => step.flow.action(one));
          else await step.flow.action(one);
        }
        await killCommerce(() => Promise.all([...buyers].map(async ([{ flow }, one]) => flow.meanwhile?.(one))));
      });

      it.each(steps.map((step) => [step.name, step] as const))('%s', async (_, step) => {
        await step.flow.end(buyers.get(step)!);
      });

      it('and the invariants hold', () => expectInvariants(world.stack, []));
    },
  );
});

describe('the invariants of the store', () => {
  const paid = `(SELECT id FROM commerce.orders WHERE captured > 0 AND refunded = 0 ORDER BY id LIMIT 1)`;
  const refund = `(SELECT id FROM commerce.refunds ORDER BY id LIMIT 1)`;
  const active = `(SELECT id FROM commerce.memberships WHERE status = 'active' ORDER BY id LIMIT 1)`;

  it.each([
    [
      'an unpaid order',
      `INSERT INTO commerce.orders
        SELECT (json_populate_record(o, json_build_object('id', gen_random_uuid(), 'number', 'SH-DAMAGE', 'intent_id',
          'pi_none'))).* FROM commerce.orders o WHERE id = ${paid}`,
    ],
    ['a payment without its order', `UPDATE commerce.orders SET captured = 0, status = 'expired' WHERE id = ${paid}`],
    [
      'a payment of another amount',
      `UPDATE commerce.orders SET captured = captured - 1, shipping = shipping - 1, total = total - 1
        WHERE id = ${paid}`,
    ],
    ['a payment in another currency', `UPDATE commerce.orders SET currency = 'EUR' WHERE id = ${paid}`],
    [
      'a refund that Stripe does not know',
      `INSERT INTO commerce.refunds (id, order_id, amount, status, stripe_id)
        VALUES (gen_random_uuid(), ${paid}, 1, 'sent', 're_none')`,
    ],
    ['a refund that is forgotten', `DELETE FROM commerce.refunds WHERE id = ${refund}`],
    [
      'a refund that is never sent',
      `UPDATE commerce.refunds SET status = 'wanted', stripe_id = NULL WHERE id = ${refund}`,
    ],
    [
      'a piece that was sold and is still there',
      `UPDATE commerce.product_variants SET stock = stock + 1 WHERE id = (SELECT variant_id FROM commerce.order_lines
        WHERE order_id = ${paid} LIMIT 1)`,
    ],
    [
      'a membership that Stripe has otherwise',
      `UPDATE commerce.memberships SET status = 'past_due' WHERE id = ${active}`,
    ],
    [
      'a second membership of an account',
      `DROP INDEX commerce.memberships_one_open; INSERT INTO commerce.memberships (id, account_id, kind, is_verified)
        SELECT gen_random_uuid(), account_id, kind, true FROM commerce.memberships WHERE id = ${active}`,
    ],
    ['a subscription without its membership', `DELETE FROM commerce.memberships WHERE id = ${active}`],
    [
      'a member who is not Pro where awards are made',
      `UPDATE discovery.pro_members SET pro = false WHERE account_id = (SELECT account_id FROM commerce.memberships
        WHERE id = ${active})`,
    ],
    [
      'an event of Stripe’s that is never handled',
      `UPDATE commerce.payment_events SET settled_at = NULL WHERE id = (SELECT id FROM commerce.payment_events
        LIMIT 1)`,
    ],
    [
      'an order that waits for ever',
      `UPDATE commerce.orders SET status = 'awaiting_payment', captured = 0 WHERE id = ${paid}`,
    ],
  ])('would see %s', (_, damage) => expectSeen(world.stack, [], damage));
});
