import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  accountErased,
  accountVerified,
  contactConfirmed,
  membershipChanged,
  membershipNews,
} from '@sprayhunt/contracts';
import { encodeCursor } from '@sprayhunt/service-kit';
import { eventOf, guest, player, type GraphQLResult } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import Stripe from 'stripe';
import { Membership } from '../src/memberships/membership.entity.js';
import { OnContactConfirmedHandler } from '../src/memberships/on-contact-confirmed.handler.js';
import { SettleMembership } from '../src/memberships/settle-membership.js';
import { TrialUses } from '../src/memberships/trial-uses.js';
import { runCommerce, type RunningCommerce } from './running-commerce.js';

const DAY = 86_400;

let commerce: RunningCommerce;
beforeAll(async () => {
  commerce = await runCommerce();
  await commerce.listen();
});
afterAll(() => commerce.stop());

type Someone = ReturnType<typeof player>;
interface View {
  status: string;
  isPro: boolean;
  canTrial: boolean;
  cancelAtPeriodEnd: boolean;
  trialEndsAt: string | null;
  graceUntil: string | null;
  price: { amount: number; currency: string };
  trialDays: number;
  card: { brand: string; last4: string } | null;
}
const VIEW =
  'status isPro canTrial cancelAtPeriodEnd trialEndsAt currentPeriodEnd graceUntil trialDays price { amount ' +
  'currency } card { brand last4 expMonth expYear }';
type Setup = { clientSecret: string; kind: string };

const call = (name: string, as?: Someone) =>
  commerce.graphql<Record<string, View>>(`mutation { ${name} { ${VIEW} } }`, {}, as);
const settled = async (as: Someone) => (await call('settleMembership', as)).data!['settleMembership']!;
const view = async (as: Someone) =>
  (await commerce.graphql<{ membership: View }>(`{ membership { ${VIEW} } }`, {}, as)).data!.membership;
const subscribe = (as?: Someone) =>
  commerce.graphql<{ getOrCreateSubscription: Setup }>(
    `mutation { getOrCreateSubscription { clientSecret kind } }`,
    {},
    as,
  );
let form = 0;
const FORM = () => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email: `ann${(form += 1)}@example.com`,
  phone: `+61 400 000 ${100 + form}`,
  city: 'Melbourne',
  state: 'VIC',
});
const trial = (as: Someone | undefined, input: object = FORM()) =>
  commerce.graphql<{ createTrialSubscription: Setup }>(
    `mutation ($input: TrialInput!) { createTrialSubscription(input: $input) { clientSecret kind } }`,
    { input },
    as,
  );
const codeOf = ({ errors }: GraphQLResult<unknown>) => errors?.[0]?.extensions.code;
const intentOf = (secret: string) => secret.split('_secret_')[0]!;
async function paid(as: Someone) {
  const { clientSecret } = (await subscribe(as)).data!.getOrCreateSubscription;
  await commerce.stripe.paymentIntents.confirm(intentOf(clientSecret), { payment_method: 'pm_card_visa' });
  return settled(as);
}
/** Deletes the recorded trials of cards: the sandbox has fewer cards than this file has people. */
const otherCards = () => commerce.database.query(`DELETE FROM trial_uses WHERE key LIKE 'card:%'`);
async function tried(as: Someone, { card = 'pm_card_visa', input = FORM() }: { card?: string; input?: object } = {}) {
  await otherCards();
  const { clientSecret } = (await trial(as, input)).data!.createTrialSubscription;
  await commerce.stripe.setupIntents.confirm(intentOf(clientSecret), { payment_method: card });
  return clientSecret;
}
const row = async (as: Someone) =>
  (
    await commerce.database.query<{ id: string; subscription_id: string }[]>(
      `SELECT * FROM memberships WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [as.subject],
    )
  )[0]!;
const publishedOf = async (as: Someone) =>
  (await commerce.published(membershipChanged))
    .filter(({ accountId }) => accountId === as.subject)
    .map(({ pro, until }) => [pro, until !== null]);
const versionsOf = async (as: Someone) =>
  (await commerce.published(membershipChanged))
    .filter(({ accountId }) => accountId === as.subject)
    .map(({ version }) => version!);
const newsOf = async (as: Someone) =>
  (await commerce.published(membershipNews))
    .filter(({ accountId }) => accountId === as.subject)
    .map(({ kind }) => kind);
const newContacts = () => ({ email: `person${(form += 1)}@example.com`, phone: `+6140001${form}` });
const keysOf = ({ subject }: Someone) =>
  commerce.database.query<{ kind: string }[]>(`SELECT kind FROM contact_keys WHERE account_id = $1 ORDER BY kind`, [
    subject,
  ]);
async function confirm(one: Someone, kind: 'phone' | 'email', value: string): Promise<void> {
  await commerce.publish(eventOf(contactConfirmed, { accountId: one.subject, kind, value }));
  await eventually(async () => expect(await keysOf(one)).toContainEqual({ kind }));
}
const advance = (seconds: number) => commerce.control('/clock', { advance: seconds });

describe('a paid membership', () => {
  it('begins with the payment of $9.99 for a month, and the same intent comes again in two tabs [MEMB-10 MEMB-11 REST-42]', async () => {
    const one = player();
    expect(await view(one)).toMatchObject({
      status: 'none',
      isPro: false,
      canTrial: true,
      trialDays: 7,
      price: { amount: 999, currency: 'USD' },
    });
    const asked = await Promise.all([subscribe(one), subscribe(one), subscribe(one)]);
    const secrets = new Set(asked.map(({ data }) => data!.getOrCreateSubscription.clientSecret));
    expect(secrets.size).toBe(1);
    const [secret] = [...secrets];
    expect(secret).toMatch(/^pi_\w+_secret_\w+$/);
    expect(await view(one)).toMatchObject({ status: 'incomplete', isPro: false });
    expect(await publishedOf(one)).toEqual([]);
    const intent = await commerce.stripe.paymentIntents.confirm(intentOf(secret!), { payment_method: 'pm_card_visa' });
    expect([intent.amount, intent.currency, intent.status]).toEqual([999, 'usd', 'succeeded']);
    expect(await settled(one)).toMatchObject({
      status: 'active',
      isPro: true,
      cancelAtPeriodEnd: false,
      card: { brand: 'visa', last4: '4242' },
    });
    await settled(one);
    expect(await publishedOf(one)).toEqual([[true, false]]);
    expect(codeOf(await subscribe(one))).toBe('ALREADY_MEMBER');
    const invoices = await commerce.graphql<{
      invoices: {
        nodes: { total: { amount: number }; status: string; pdfUrl: string }[];
        pageInfo: { hasNextPage: boolean };
      };
    }>(`{ invoices(first: 10) { nodes { total { amount } status pdfUrl } pageInfo { hasNextPage } } }`, {}, one);
    expect(invoices.data!.invoices).toMatchObject({
      nodes: [{ total: { amount: 999 }, status: 'paid', pdfUrl: expect.stringContaining('http') }],
      pageInfo: { hasNextPage: false },
    });
  });

  it('is for players with a confirmed contact: guests and pending players are refused, and nothing begins [SIGN-21]', async () => {
    const [pending, anyone] = [player({ status: 'pending' }), guest()];
    expect([codeOf(await subscribe()), codeOf(await subscribe(anyone)), codeOf(await subscribe(pending))]).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
      'CONTACT_NOT_VERIFIED',
    ]);
    expect(await view(pending)).toMatchObject({ status: 'none' });
  });

  it('lists its invoices only by cursors of the list', async () => {
    const [one, other] = [player(), player()];
    await paid(one);
    await paid(other);
    const { data } = await commerce.stripe.invoices.list({ subscription: (await row(other)).subscription_id });
    for (const id of ['in_unknown', data[0]!.id]) {
      const after = encodeCursor(id);
      const { errors } = await commerce.graphql(
        `query ($after: String) { invoices(first: 1, after: $after) { nodes { id } } }`,
        { after },
        one,
      );
      const fields = [{ field: 'after', code: 'INVALID_CURSOR' }];
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', fields });
    }
  });

  it('follows webhooks alone, ends with its period on request, and continues if that is undone', async () => {
    const one = player();
    expect(codeOf(await call('cancelMembership', one))).toBe('NOT_FOUND');
    const { clientSecret } = (await subscribe(one)).data!.getOrCreateSubscription;
    await commerce.stripe.paymentIntents.confirm(intentOf(clientSecret), { payment_method: 'pm_card_visa' });
    await eventually(async () => expect(await view(one)).toMatchObject({ status: 'active', isPro: true }));
    expect((await call('cancelMembership', one)).data!['cancelMembership']).toMatchObject({
      status: 'active',
      isPro: true,
      cancelAtPeriodEnd: true,
    });
    expect((await call('resumeMembership', one)).data!['resumeMembership']).toMatchObject({ cancelAtPeriodEnd: false });
    await call('cancelMembership', one);
    expect(await publishedOf(one)).toEqual([
      [true, false],
      [true, true],
      [true, false],
      [true, true],
    ]);
    const [first, second, third, fourth] = (await versionsOf(one)) as [number, number, number, number];
    expect([second - first, third - second, fourth - third].every((step) => step > 0)).toBe(true);
    await advance(32 * DAY);
    await eventually(async () => expect(await view(one)).toMatchObject({ status: 'cancelled', isPro: false }));
    expect((await publishedOf(one)).at(-1)).toEqual([false, false]);
    expect(await newsOf(one)).toEqual(['ended']);
    expect((await paid(one)).status).toBe('active');
  });

  it('whose renewal fails keeps Pro for the grace period, and another card pays the overdue invoice', async () => {
    const one = player();
    await paid(one);
    const change = async () =>
      (await commerce.graphql<{ changeCard: Setup }>(`mutation { changeCard { clientSecret kind } }`, {}, one)).data!
        .changeCard;
    const { clientSecret, kind } = await change();
    expect([kind, (await change()).clientSecret]).toEqual(['setup', clientSecret]);
    await commerce.stripe.setupIntents.confirm(intentOf(clientSecret), {
      payment_method: 'pm_card_chargeCustomerFail',
    });
    expect((await settled(one)).card).toMatchObject({ last4: '0341' });
    await advance(31 * DAY + 2 * 3_600);
    await eventually(async () =>
      expect(await view(one)).toMatchObject({ status: 'past_due', isPro: true, graceUntil: expect.any(String) }),
    );
    expect(await newsOf(one)).toEqual(['payment_failed']);
    expect((await publishedOf(one)).at(-1)).toEqual([true, true]);
    const again = await change();
    expect(again.clientSecret).not.toBe(clientSecret);
    await commerce.stripe.setupIntents.confirm(intentOf(again.clientSecret), { payment_method: 'pm_card_mastercard' });
    expect(await settled(one)).toMatchObject({
      status: 'active',
      isPro: true,
      graceUntil: null,
      card: { brand: 'mastercard' },
    });
    expect((await publishedOf(one)).at(-1)).toEqual([true, false]);
  });

  it('loses Pro at the end of the grace period, and ends after the last try of a payment', async () => {
    const one = player();
    await paid(one);
    const { clientSecret } = (
      await commerce.graphql<{ changeCard: Setup }>(`mutation { changeCard { clientSecret kind } }`, {}, one)
    ).data!.changeCard;
    await commerce.stripe.setupIntents.confirm(intentOf(clientSecret), {
      payment_method: 'pm_card_chargeCustomerFail',
    });
    await settled(one);
    await advance(31 * DAY + 2 * 3_600);
    await eventually(async () => expect((await view(one)).status).toBe('past_due'));
    await commerce.database.query(
      `UPDATE memberships SET grace_until = now() - interval '1 second' WHERE account_id = $1`,
      [one.subject],
    );
    expect(await settled(one)).toMatchObject({ status: 'past_due', isPro: false });
    await advance(60 * DAY);
    await eventually(async () => expect(await view(one)).toMatchObject({ status: 'cancelled', isPro: false }));
    expect((await publishedOf(one)).at(-1)).toEqual([false, false]);
  });
});

describe('a trial', () => {
  it('that ended here takes no Pro from a later membership, however late its subscription is settled', async () => {
    const one = player();
    await tried(one);
    await eventually(async () => expect(await view(one)).toMatchObject({ status: 'trialing', isPro: true }));
    const { id } = await row(one);
    await commerce.database.query(
      `UPDATE memberships SET status = 'cancelled', end_reason = 'trial_used' WHERE id = $1`,
      [id],
    );
    await paid(one);
    // As if nothing had settled it until now.
    await commerce.database.manager.update(Membership, { id }, { publishedPro: true });
    await commerce.app.get(SettleMembership).settle(id);
    expect(await view(one)).toMatchObject({ status: 'active', isPro: true });
    expect((await publishedOf(one)).at(-1)).toEqual([true, false]);
    expect(await commerce.database.manager.findOneBy(Membership, { id })).toMatchObject({ publishedPro: false });
  });

  // The page's call and Stripe's event may both settle it: whichever does so waits until the trial is replaced.
  it.each([
    ['while its card is read', 'paymentMethods', 'retrieve'],
    ['while its subscription is created', 'subscriptions', 'create'],
  ] as const)('that is replaced %s spends neither card nor contact', async (_when, resource, method) => {
    const one = player();
    await confirm(one, 'email', newContacts().email);
    const calls = commerce.app.get(Stripe)[resource] as Record<typeof method, (...args: unknown[]) => Promise<unknown>>;
    const call = calls[method].bind(calls);
    const isOfTrial = ([first]: unknown[]) => method === 'retrieve' || 'trial_period_days' in (first as object);
    let replaced: Promise<unknown> | undefined;
    const calling = jest.spyOn(calls, method).mockImplementation(async (...args) => {
      if (isOfTrial(args)) await (replaced ??= subscribe(one));
      return call(...args);
    });
    await tried(one);
    const trials = () =>
      commerce.database.query<{ id: string; end: string; status: string }[]>(
        `SELECT id, status, end_reason AS end FROM memberships WHERE account_id = $1 AND kind = 'trial'`,
        [one.subject],
      );
    await eventually(async () => expect(await trials()).toMatchObject([{ end: 'replaced' }]));
    const { id } = (await trials())[0]!;
    await Promise.all(calling.mock.results.map(({ value }) => value as Promise<unknown>));
    await commerce.app.get(SettleMembership).settle(id);
    expect(await commerce.database.query(`SELECT FROM trial_uses WHERE membership_id = $1`, [id])).toEqual([]);
    expect(await trials()).toMatchObject([{ status: 'cancelled', end: 'replaced' }]);
    expect((await view(one)).status).toBe('incomplete');
    calling.mockRestore();
  });

  it('that is cancelled ends although another call has just cancelled its subscription', async () => {
    const one = player();
    await confirm(one, 'email', newContacts().email);
    await tried(one);
    await eventually(async () => expect(await view(one)).toMatchObject({ status: 'trialing' }));
    const { id } = await row(one);
    await commerce.database.query(`UPDATE memberships SET status = 'cancelled', end_reason = 'ended' WHERE id = $1`, [
      id,
    ]);
    const { subscriptions } = commerce.app.get(Stripe);
    const cancel = subscriptions.cancel.bind(subscriptions);
    const cancelling = jest.spyOn(subscriptions, 'cancel').mockImplementationOnce(async (...args) => {
      await cancel(...args);
      return cancel(...args);
    });
    await commerce.app.get(SettleMembership).settle(id);
    // Stripe's event about it may lead to a call of its own meanwhile.
    expect(cancelling).toHaveBeenCalled();
    const [subscription] = cancelling.mock.calls[0]!;
    expect(await subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' });
    expect(await view(one)).toMatchObject({ status: 'cancelled', isPro: false });
    cancelling.mockRestore();
  });

  it('needs the form, charges nothing, and lasts seven days [TRIAL-06 TRIAL-09 ENT-34]', async () => {
    const one = player();
    const wrong = await trial(one, { ...FORM(), firstName: ' ', email: 'x', phone: '12' });
    expect(wrong.errors![0]!.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'firstName' }, { field: 'email' }, { field: 'phone' }],
    });
    const input = FORM();
    const [first, again] = [await trial(one, input), await trial(one, input)];
    const { clientSecret, kind } = first.data!.createTrialSubscription;
    expect(again.data!.createTrialSubscription.clientSecret).toBe(clientSecret);
    expect([kind, clientSecret]).toEqual(['setup', expect.stringMatching(/^seti_\w+_secret_\w+$/)]);
    await tried(one, { input });
    expect(await settled(one)).toMatchObject({
      status: 'trialing',
      isPro: true,
      cancelAtPeriodEnd: false,
      canTrial: false,
    });
    const { data } = await commerce.stripe.invoices.list({ subscription: (await row(one)).subscription_id });
    expect(data.map(({ total }) => total)).toEqual([0]);
    const subscription = await commerce.stripe.subscriptions.retrieve((await row(one)).subscription_id);
    expect(subscription.trial_end! - subscription.trial_start!).toBe(7 * DAY);
    expect(codeOf(await trial(one))).toBe('TRIAL_USED');
    // Three days before its end it is announced; at its end the membership is paid.
    await advance(4 * DAY + 60);
    await eventually(async () => expect(await newsOf(one)).toEqual(['trial_ends_soon']));
    await advance(3 * DAY + 2 * 3_600);
    await eventually(async () => expect(await view(one)).toMatchObject({ status: 'active', isPro: true }));
    expect(await publishedOf(one)).toEqual([[true, false]]);
  });

  it('is open to a guest with a session, and charges wait until the account has confirmed a contact', async () => {
    expect(codeOf(await trial(undefined))).toBe('UNAUTHENTICATED');
    const [waits, confirms] = [guest(), guest()];
    for (const one of [waits, confirms]) {
      await tried(one);
      await eventually(async () =>
        expect(await view(player({ subject: one.subject, status: 'pending' }))).toMatchObject({
          status: 'trialing',
          isPro: true,
          cancelAtPeriodEnd: true,
        }),
      );
    }
    await commerce.publish(eventOf(accountVerified, { accountId: confirms.subject, contactKind: 'phone' }));
    await eventually(async () =>
      expect(await view(player({ subject: confirms.subject }))).toMatchObject({ cancelAtPeriodEnd: false }),
    );
    await advance(8 * DAY);
    await eventually(async () =>
      expect(await view(player({ subject: confirms.subject }))).toMatchObject({ status: 'active', isPro: true }),
    );
    await eventually(async () =>
      expect(await view(player({ subject: waits.subject }))).toMatchObject({ status: 'cancelled', isPro: false }),
    );
    const { data } = await commerce.stripe.invoices.list({ subscription: (await row(waits)).subscription_id });
    expect(data.filter(({ total }) => total > 0)).toEqual([]);
  });

  it('is available once for each card', async () => {
    const [first, another] = [player(), player()];
    await tried(first, { card: 'pm_card_amex' });
    expect((await settled(first)).status).toBe('trialing');
    const secret = (await trial(another)).data!.createTrialSubscription.clientSecret;
    await commerce.stripe.setupIntents.confirm(intentOf(secret), { payment_method: 'pm_card_amex' });
    expect(await settled(another)).toMatchObject({ status: 'none', canTrial: false });
    expect(codeOf(await trial(another))).toBe('TRIAL_USED');
    expect((await paid(another)).status).toBe('active');
  });

  it('is available once for each confirmed contact, however it is written, also if its card comes first or its event late', async () => {
    const [first, second, third] = [player(), player(), player()];
    const { email, phone } = newContacts();
    await confirm(first, 'email', email);
    await tried(first);
    expect((await settled(first)).status).toBe('trialing');
    await confirm(first, 'phone', phone);
    const [name, host] = email.split('@');
    await confirm(second, 'email', `${name}+trial@${host}`);
    await tried(second);
    expect(await settled(second)).toMatchObject({ status: 'none', isPro: false, canTrial: false });
    await tried(third);
    await eventually(async () => expect((await settled(third)).status).toBe('trialing'));
    await confirm(third, 'phone', phone);
    await eventually(async () =>
      expect(await view(third)).toMatchObject({ status: 'none', isPro: false, canTrial: false }),
    );
    expect(await newsOf(third)).toEqual(['ended']);
    const { subscription_id: sub } = await row(third);
    await eventually(async () => expect((await commerce.stripe.subscriptions.retrieve(sub)).ended_at).not.toBeNull());
  });

  it('is not spent by a stranger who names its contacts in a form, who learns nothing about them either', async () => {
    const [owner, stranger] = [player(), guest()];
    const { email, phone } = newContacts();
    const input = { ...FORM(), email, phone };
    await tried(stranger, { input });
    await eventually(async () =>
      expect(await view(player({ subject: stranger.subject, status: 'pending' }))).toMatchObject({
        status: 'trialing',
      }),
    );
    await confirm(owner, 'email', email);
    await confirm(owner, 'phone', phone);
    await tried(owner, { input });
    expect((await settled(owner)).status).toBe('trialing');
    const curious = guest();
    await tried(curious, { input });
    await eventually(async () =>
      expect(await view(player({ subject: curious.subject, status: 'pending' }))).toMatchObject({ status: 'trialing' }),
    );
  });

  it('is claimed for the accounts of a batch in one order, so that two processes cannot deadlock', async () => {
    const [lower, higher] = [player(), player()].toSorted((a, b) => (a.subject < b.subject ? -1 : 1)) as [
      Someone,
      Someone,
    ];
    const events = [higher, lower].map(({ subject: accountId }) =>
      eventOf(contactConfirmed, { accountId, kind: 'email', value: newContacts().email }),
    );
    const uses = commerce.app.get(TrialUses);
    const waiting = () =>
      commerce.database.query<unknown[]>(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND usename = current_user AND wait_event_type = 'Lock'`,
      );
    let keeping: Promise<void> | undefined;
    await commerce.database.transaction(async (other) => {
      await uses.hasConfirmedContact(other, lower.subject);
      keeping = commerce.database.transaction((tx) =>
        commerce.app.get(OnContactConfirmedHandler).storeContactKeys(events, tx),
      );
      await eventually(async () => expect(await waiting()).not.toEqual([]));
      await uses.hasConfirmedContact(other, higher.subject);
    });
    await keeping;
    expect([await keysOf(lower), await keysOf(higher)]).toMatchObject([[{ kind: 'email' }], [{ kind: 'email' }]]);
  });

  it('counts for the newest contact of an account, and its keys are deleted with the account', async () => {
    const [one, other] = [player(), player()];
    const [former, present] = [newContacts(), newContacts()];
    const late = eventOf(contactConfirmed, { accountId: one.subject, kind: 'email', value: former.email });
    await confirm(one, 'email', present.email);
    await commerce.publish({ ...late, time: new Date(Date.now() - 60_000).toISOString() });
    await tried(one);
    expect((await settled(one)).status).toBe('trialing');
    await confirm(other, 'email', former.email);
    await tried(other);
    expect((await settled(other)).status).toBe('trialing');
    await commerce.publish(eventOf(accountErased, { accountId: one.subject }));
    await eventually(async () => expect(await keysOf(one)).toEqual([]));
  });

  it('that was not begun makes room for a payment, and the other way round', async () => {
    const one = player();
    await trial(one);
    expect((await subscribe(one)).data!.getOrCreateSubscription.kind).toBe('payment');
    await tried(one);
    expect((await settled(one)).status).toBe('trialing');
  });
});

describe('an erased account', () => {
  it('is never charged again, has no name in stored records, and no membership begins for it', async () => {
    const [member, trying, begun] = [player(), player(), player()];
    await paid(member);
    await tried(trying);
    await settled(trying);
    await subscribe(begun);
    const rows = await Promise.all([member, trying, begun].map(row));
    await commerce.publish(
      ...[member, trying, begun].map(({ subject }) => eventOf(accountErased, { accountId: subject })),
    );
    await eventually(async () =>
      expect(await commerce.database.query(`SELECT FROM customers WHERE account_id IS NULL`)).toEqual([]),
    );
    await eventually(async () => {
      const subscriptions = await Promise.all(
        rows.map(({ subscription_id: id }) => commerce.stripe.subscriptions.retrieve(id)),
      );
      expect(subscriptions.every(({ ended_at: ended }) => ended !== null)).toBe(true);
    });
    await advance(70 * DAY);
    const charged = await Promise.all(
      rows.map(
        async ({ subscription_id: id }) =>
          (await commerce.stripe.invoices.list({ subscription: id })).data.filter(
            ({ total, status }) => total > 0 && status === 'paid',
          ).length,
      ),
    );
    expect(charged).toEqual([1, 0, 0]);
    const ids = rows.map(({ id }) => id);
    expect(
      await commerce.database.query(
        `SELECT account_id, card_last4, status, contact_keys FROM memberships WHERE id = ANY ($1::uuid[])`,
        [ids],
      ),
    ).toEqual(ids.map(() => ({ account_id: null, card_last4: null, status: 'cancelled', contact_keys: [] })));
    expect(codeOf(await subscribe(member))).toBe('UNAUTHENTICATED');
    expect(codeOf(await trial(trying))).toBe('UNAUTHENTICATED');
    await Promise.all(ids.map((id) => commerce.app.get(SettleMembership).settle(id)));
    expect(
      await commerce.database.query(`SELECT FROM memberships WHERE account_id = ANY ($1::uuid[])`, [
        [member, trying, begun].map(({ subject }) => subject),
      ]),
    ).toEqual([]);
  });
});
