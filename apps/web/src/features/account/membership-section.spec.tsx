import '../../test/without-map';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { membership, payByCard, paymentServer, VISA } from '../../test/payments';
import { openProfile } from '../../test/profile';
import { problem } from '../../test/server';

const PERIOD = { currentPeriodEnd: '2026-12-23T12:00:00.000Z', card: VISA };
const active = membership({ status: 'active', isPro: true, ...PERIOD });
const invoice = (id: string, more: object = {}) => ({
  id,
  number: `SH-${id}`,
  date: '2026-11-23T12:00:00.000Z',
  total: { amount: 999, currency: 'USD' },
  status: 'paid',
  pdfUrl: `https://pay.example/${id}.pdf`,
  ...more,
});
const list = (nodes: object[], endCursor: string | null = null) => ({
  nodes,
  edges: [],
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});

async function open(known: object, more: Parameters<typeof openProfile>[0] = {}) {
  const stage = await openProfile(paymentServer({ 'query membership': known, 'query invoices': list([]), ...more }));
  await stage.user.click(screen.getByText('Sprayhunt Pro', { selector: 'summary *' }));
  return stage;
}

describe('the membership in the profile', () => {
  it.each([
    [
      { status: 'trialing', isPro: true, trialEndsAt: '2026-11-30T12:00:00.000Z' },
      'Free trial until November 30, 2026. Then $9.99 a month.',
    ],
    [
      { status: 'trialing', isPro: true, trialEndsAt: '2026-11-30T12:00:00.000Z', cancelAtPeriodEnd: true },
      'Free trial until November 30, 2026. It ends then, and nothing is charged.',
    ],
    [{ status: 'active', isPro: true, ...PERIOD }, 'Renews on December 23, 2026 for $9.99.'],
    [
      { status: 'active', isPro: true, cancelAtPeriodEnd: true, ...PERIOD },
      'Ends on December 23, 2026. You keep Pro until then.',
    ],
    [
      { status: 'past_due', isPro: true, graceUntil: '2026-11-30T12:00:00.000Z' },
      'The last payment failed. Change your card before November 30, 2026, or your membership ends.',
    ],
    [{ status: 'incomplete' }, 'The first payment is not finished yet.'],
    [{ status: 'cancelled' }, 'Your membership has ended.'],
  ])('says where it stands: %o', async (facts, sentence) => {
    await open(membership(facts));
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('is offered to players who have none, without a badge and without invoices', async () => {
    const { to } = await open(membership());
    expect(await screen.findByRole('link', { name: 'Become a member of Sprayhunt Pro' })).toHaveAttribute(
      'href',
      '/subscribe',
    );
    expect(within(screen.getByRole('region', { name: 'About you' })).queryByText('Pro')).toBeNull();
    expect(to('query invoices')).toEqual([]);
  });

  it('a member has the badge, is asked before it is cancelled, and can take that back', async () => {
    const ends = { ...active, cancelAtPeriodEnd: true };
    const { user, to } = await open(active, { 'mutation cancelMembership': ends, 'mutation resumeMembership': active });
    expect(await within(screen.getByRole('region', { name: 'About you' })).findByText('Pro')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Cancel membership' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel your membership?' });
    expect(dialog).toHaveTextContent('You keep Pro until December 23, 2026, and nothing more is charged.');
    expect(to('mutation cancelMembership')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel membership' }));
    expect(await screen.findByText('Ends on December 23, 2026. You keep Pro until then.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resume membership' }));
    expect(await screen.findByText('Renews on December 23, 2026 for $9.99.')).toBeVisible();
    expect(to('mutation cancelMembership')).toHaveLength(1);
  });

  it('says in the dialog why it could not be cancelled', async () => {
    const { user } = await open(active, {
      'mutation cancelMembership': problem(503, 'PAYMENTS_UNAVAILABLE', 'Payments are unavailable.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel membership' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel membership' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Payments are unavailable.');
  });

  it('takes another card, and the focus returns', async () => {
    const { user, to } = await open(active, {
      'mutation changeCard': { clientSecret: 'seti_1_secret_1', kind: 'setup' },
      'mutation settleMembership': { ...active, card: { ...VISA, last4: '4444', brand: 'mastercard' } },
    });
    expect(await screen.findByText('Visa ending in 4242, valid until 04/2031')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change card' }));
    await payByCard(user, 'Save card');
    expect(await screen.findByText('Mastercard ending in 4444, valid until 04/2031')).toBeVisible();
    expect(screen.getByText('Card Changed')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change card' })).toHaveFocus());
    expect(to('mutation changeCard')).toHaveLength(1);
  });

  it('lists invoices with their PDF, further ones by cursor', async () => {
    const { user, to } = await open(active, {
      'query invoices': ({ body }) =>
        (body as { after?: string }).after
          ? list([invoice('2', { status: 'void' })])
          : list([invoice('1', { status: 'open' })], 'c1'),
    });
    expect(await screen.findByText('SH-1')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Invoice of Nov 23, 2026, PDF' })).toHaveAttribute(
      'href',
      'https://pay.example/1.pdf',
    );
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('SH-2')).toBeVisible();
    expect(screen.getByText('SH-1').closest('li')).toHaveTextContent(/Open\$9\.99/);
    expect(to('query invoices').map(({ body }) => (body as { after?: string }).after)).toEqual([undefined, 'c1']);
  });
});
