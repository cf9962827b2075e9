import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve, signedOut } from '../test/server';
import { stubGlobal } from '../test/stub-global';
import { TooltipProvider } from '../ui/tooltip';
import CheckoutScreen from './checkout';
import OrderScreen from './order';

type Responses = Parameters<typeof serve>[0];
const usd = (amount: number) => ({ amount, currency: 'USD' });
const product = { id: 'p-pin', slug: 'chalk-enamel-pin', name: 'Chalk Pin', image: '/products/chalk-enamel-pin.svg' };
const totals = (shipping = 790, subtotal = 1_299) => ({
  subtotal: usd(subtotal),
  wholesaleDiscount: usd(0),
  shipping: usd(shipping),
  total: usd(subtotal + shipping),
  freeShippingFrom: usd(7_500),
});
const line = { productId: 'p-pin', product, size: null, quantity: 1, unitPrice: usd(1_299), lineTotal: usd(1_299) };
const quote = { lines: [{ ...line, notice: null, available: 9 }], totals: totals() };
const order = {
  id: 'o1',
  number: 'SH-7K3Q9D',
  status: 'awaiting_payment',
  placedAt: '2026-11-22T12:00:00.000Z',
  paidAt: null,
  shippedAt: null,
  cancelledAt: null,
  email: 'jo@example.org',
  address: {
    name: 'Jo Doe',
    line1: '1 Main St',
    line2: null,
    city: 'Brooklyn',
    region: 'NY',
    postalCode: '11206',
    country: 'US',
    phone: null,
  },
  lines: [{ ...line, name: 'Chalk Pin' }],
  totals: totals(),
  refunded: usd(0),
  tracking: null,
  canCancel: true,
  reservedUntil: '2026-11-22T12:30:00.000Z',
};
const payload = { orderId: 'o1', order, totals: totals(), clientSecret: 'pi_1_secret_2', token: 'tok' };
const settings = { mode: 'test', publishableKey: 'pk_test_local', sandboxUrl: 'http://127.0.0.1:12111' };

const guest = (more: Responses = {}) =>
  serve({
    'GET /api/auth/user': () => signedOut(),
    'query quote': quote,
    'query paymentSettings': settings,
    'query orderPayment': payload,
    'query order': order,
    'mutation checkout': payload,
    ...more,
  });
const open = (at = '/merch/checkout') =>
  renderAt(
    at,
    <TooltipProvider>
      <Routes>
        <Route path={paths.checkout} element={<CheckoutScreen />} />
        <Route path={paths.order} element={<OrderScreen />} />
      </Routes>
    </TooltipProvider>,
  );
const field = (label: RegExp) => screen.getByLabelText(label);
const toPayment = () => screen.findByRole('button', { name: 'Continue to payment' });

async function fillIn(user: ReturnType<typeof open>['user']) {
  await toPayment();
  await user.type(field(/^E-mail/), 'jo@example.org');
  await user.type(field(/^Full name/), 'Jo Doe');
  await user.type(field(/^Street/), '1 Main St');
  await user.type(field(/^City/), 'Brooklyn');
  await user.type(field(/^State/), 'NY');
  await user.type(field(/^ZIP/), '11206');
}

beforeEach(() => {
  localStorage.setItem('cart', JSON.stringify({ key: 'k', lines: [{ productId: 'p-pin', size: null, quantity: 1 }] }));
});
afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

describe('checkout', () => {
  it('places an order of the cart with the total that was seen, and goes on to its payment [MERCH-14 MERCH-15 MERCH-17]', async () => {
    const calls = guest();
    const { user, path } = open();
    await fillIn(user);
    expect(screen.getByText('$20.89')).toBeVisible();
    await user.click(await toPayment());
    await waitFor(() => expect(path()).toBe('/merch/orders/o1?token=tok'));
    expect(await screen.findByRole('button', { name: 'Pay $20.89' })).toBeVisible();
    const [placed] = calls.filter(({ operation }) => operation === 'mutation checkout');
    expect((placed!.body as { input: object }).input).toEqual({
      email: 'jo@example.org',
      expectedTotal: 2_089,
      lines: [{ productId: 'p-pin', size: null, quantity: 1 }],
      address: {
        name: 'Jo Doe',
        line1: '1 Main St',
        line2: null,
        city: 'Brooklyn',
        region: 'NY',
        postalCode: '11206',
        country: 'US',
        phone: null,
      },
    });
  });

  it('asks for what the country’s addresses have, under the names that it has there', async () => {
    const calls = guest();
    const { user } = open();
    await user.click(await toPayment());
    for (const text of ['Enter an e-mail address', 'Missing: State', 'Missing: ZIP code'])
      expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Country' }));
    await user.click(screen.getByRole('option', { name: 'Germany' }));
    expect(screen.queryByLabelText(/^State/)).toBeNull();
    await user.type(field(/^Postal code/), '123');
    expect(await screen.findByText('Enter it like this: 10115')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Country' }));
    await user.click(screen.getByRole('option', { name: 'Ireland' }));
    expect(screen.queryByLabelText(/^Post/)).toBeNull();
    expect(calls.some(({ operation }) => operation === 'mutation checkout')).toBe(false);
  });

  it('sent again after a lost reply it is the same attempt; a changed total is another one, and is shown first', async () => {
    const calls = guest();
    const { user } = open();
    await fillIn(user);
    const server = globalThis.fetch;
    stubGlobal('fetch', async (input: Request) => {
      await server(input);
      throw new TypeError('lost');
    });
    await user.click(await toPayment());
    await screen.findByText(/never placed twice/);
    const changed = guest({
      'mutation checkout': problem(409, 'TOTAL_CHANGED', 'The total has changed.'),
      'query quote': { ...quote, totals: totals(790, 1_399) },
    });
    await user.click(await toPayment());
    expect(await screen.findByText('The total has changed.')).toBeVisible();
    expect(await screen.findByText('$21.89')).toBeVisible();
    await user.click(await toPayment());
    await waitFor(() => expect(changed.filter(({ operation }) => operation === 'mutation checkout')).toHaveLength(2));
    const keys = [...calls, ...changed]
      .filter(({ operation }) => operation === 'mutation checkout')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('fills in the e-mail address of a player, and leaves what was typed', async () => {
    document.cookie = 'sprayhunt-signed-in=yes';
    localStorage.clear();
    const contacts = [
      { kind: 'phone', value: '+61412345678', verified: true },
      { kind: 'email', value: 'jo@example.org', verified: true },
    ];
    let haveTyped = () => {};
    const typed = new Promise<void>((resolve) => {
      haveTyped = resolve;
    });
    guest({ 'GET /api/auth/user': player, 'query cart': quote, 'query myContacts': contacts });
    const known = open();
    await waitFor(() => expect(field(/^E-mail/)).toHaveValue('jo@example.org'));
    known.unmount();
    guest({ 'GET /api/auth/user': player, 'query cart': quote, 'query myContacts': () => typed.then(() => contacts) });
    const { user } = open();
    await toPayment();
    await user.type(field(/^E-mail/), 'else@example.org');
    haveTyped();
    await user.type(field(/^City/), 'Brooklyn');
    expect(field(/^E-mail/)).toHaveValue('else@example.org');
  });

  it('asks a player whose contact is not confirmed for the code, where they stand', async () => {
    document.cookie = 'sprayhunt-signed-in=yes';
    localStorage.clear();
    guest({
      'GET /api/auth/user': { ...player, status: 'pending', contactHint: 'j…@example.org' },
      'query cart': quote,
      'query myContacts': [],
    });
    open();
    expect(await screen.findByRole('heading', { name: 'One code to go' })).toBeVisible();
    expect(await toPayment()).toBeDisabled();
  });
});

describe('an order', () => {
  it('is paid, confirmed with where the receipt goes, and leaves the cart [MERCH-18 MERCH-19]', async () => {
    let status = 'awaiting_payment';
    guest({
      'query order': () => ({ ...order, status }),
      'POST /v1/payment_methods': { id: 'pm_1' },
      'POST /v1/payment_intents/pi_1/confirm': { id: 'pi_1', status: 'succeeded' },
      'mutation settleOrder': () => ({ ...order, status: (status = 'paid') }),
    });
    const { user } = open('/merch/orders/o1?token=tok');
    await user.click(await screen.findByRole('button', { name: /^4242/ }));
    await user.click(screen.getByRole('button', { name: 'Pay $20.89' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
    expect(screen.getByText('Paid. The receipt goes to jo@example.org.')).toBeVisible();
    expect(localStorage.getItem('cart')).toBeNull();
  });

  it('is settled on the way back from an authentication; one that failed is said', async () => {
    const calls = guest({ 'mutation settleOrder': { ...order, status: 'paid' } });
    const { path, unmount } = open('/merch/orders/o1?token=tok&payment_intent=pi_1&redirect_status=succeeded');
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
    await waitFor(() => expect(path()).toBe('/merch/orders/o1?token=tok'));
    expect(calls.filter(({ operation }) => operation === 'mutation settleOrder').map(({ body }) => body)).toEqual([
      { id: 'o1', token: 'tok' },
    ]);
    unmount();
    // The provider notified the server first.
    guest({ 'query order': { ...order, status: 'paid' } });
    const second = open('/merch/orders/o1?token=tok&payment_intent=pi_1&redirect_status=succeeded');
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
    expect(localStorage.getItem('cart')).toBeNull();
    second.unmount();
    guest();
    open('/merch/orders/o1?token=tok&payment_intent=pi_1&redirect_status=failed');
    expect(await screen.findByText(/did not confirm the card/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Pay $20.89' })).toBeVisible();
  });

  it('shows where the parcel is, and is cancelled after a question', async () => {
    guest({
      'query order': {
        ...order,
        status: 'paid',
        tracking: { carrier: 'Post', number: '123', url: 'https://post.example.org/123' },
      },
      'mutation cancelOrder': { ...order, status: 'cancelled', canCancel: false, refunded: usd(2_089) },
    });
    const { user } = open('/merch/orders/o1?token=tok');
    expect(await screen.findByRole('link', { name: 'Follow the parcel' })).toHaveAttribute(
      'href',
      'https://post.example.org/123',
    );
    await user.click(screen.getByRole('button', { name: 'Cancel the order' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel the order' }));
    expect(await screen.findByText('Cancelled')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel the order' })).toBeNull();
  });

  it('shows that there is no such order, also for orders of others', async () => {
    guest({ 'query order': null });
    open('/merch/orders/o2');
    expect(await screen.findByText('There is no such order')).toBeVisible();
  });
});
