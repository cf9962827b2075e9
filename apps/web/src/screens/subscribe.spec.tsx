import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Router } from '../app/router';
import { player } from '../test/home';
import { declined, membership, payByCard, paymentServer, VISA } from '../test/payments';
import { isDestructive } from '../test/profile';
import { renderAt } from '../test/render';
import { problem, serve, signedOut } from '../test/server';

type Responses = Parameters<typeof serve>[0];

function open(more: Responses = {}) {
  const calls = serve(
    paymentServer({
      'GET /api/auth/user': player,
      'GET /config.json': {},
      'query membership': membership(),
      'POST /api/get-or-create-subscription': { clientSecret: 'pi_1_secret_1' },
      'mutation settleMembership': membership({
        status: 'active',
        isPro: true,
        currentPeriodEnd: '2026-12-23T12:00:00.000Z',
        card: VISA,
      }),
      ...more,
    }),
  );
  return {
    ...renderAt('/subscribe', <Router />),
    calls,
    to: (path: string) => calls.filter((call) => call.path === path),
  };
}

describe('the membership page', () => {
  const asGuest = { 'GET /api/auth/user': () => signedOut() };

  it('shows what Pro adds and costs [MEMB-01 MEMB-02 MEMB-05]', async () => {
    const { path } = open(asGuest);
    expect(await screen.findByRole('heading', { level: 1, name: 'Sprayhunt Pro' })).toBeVisible();
    expect(path()).toBe('/subscribe');
    expect(screen.getByText('The VIP membership: one plan, everything in it.')).toBeVisible();
    const features = within(screen.getByRole('list', { name: 'What Pro adds' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(features).toEqual([
      expect.stringContaining('300+ legal walls'),
      expect.stringContaining('100+ colors'),
      expect.stringContaining('2x token earnings'),
    ]);
    expect((await screen.findByText('$9.99')).parentElement).toHaveTextContent('$9.99a month');
  });

  it('leads back home and to sign out [MEMB-08 MEMB-09]', async () => {
    open(asGuest);
    expect(await screen.findByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/api/logout');
  });

  it('has guests sign in before they pay', async () => {
    const { to } = open(asGuest);
    expect(await screen.findByRole('link', { name: 'Sign in to subscribe' })).toHaveAttribute(
      'href',
      '/api/login?returnTo=%2Fsubscribe%23payment',
    );
    expect(to('/api/get-or-create-subscription')).toEqual([]);
  });

  it('takes a card in test mode, and returns to the site [MEMB-06 MEMB-13 MEMB-17]', async () => {
    const { user, to } = open();
    expect(await screen.findByText('Test mode')).toBeVisible();
    expect(await screen.findByRole('form', { name: 'Card' })).toBeVisible();
    await payByCard(user, 'Pay $9.99 and join');
    await waitFor(() => expect(to('/v1/payment_intents/pi_1/confirm')).toHaveLength(1));
    expect(new URLSearchParams(to('/v1/payment_intents/pi_1/confirm')[0]!.body as string).get('return_url')).toBe(
      window.location.origin,
    );
    expect(to('/api/get-or-create-subscription')).toHaveLength(1);
  });

  it('welcomes a player who has paid as a member [MEMB-16]', async () => {
    const { user } = open();
    await payByCard(user, 'Pay $9.99 and join');
    expect(await screen.findByText('Welcome to Sprayhunt Pro!')).toBeVisible();
    expect(screen.getByText('Your subscription is now active. Enjoy unlimited access!')).toBeVisible();
    expect(await screen.findByText('Renews on December 23, 2026 for $9.99.')).toBeVisible();
  });

  it('a player who may have the trial is led to it [MEMB-12]', async () => {
    open({ 'query membership': membership({ canTrial: true }) });
    expect(await screen.findByRole('link', { name: 'Start the free trial' })).toHaveAttribute('href', '/stripe-signup');
    expect(screen.getByRole('list', { name: 'What is charged, and when' })).toHaveTextContent('$0.00');
  });

  it('says why the provider refused a payment, and lets it be tried again [MEMB-15]', async () => {
    const { user } = open({
      'POST /v1/payment_intents/pi_1/confirm': () => declined('Your card has insufficient funds.'),
    });
    await payByCard(user, 'Pay $9.99 and join');
    expect(await screen.findByText('Payment Failed')).toBeVisible();
    isDestructive('Payment Failed');
    expect(screen.getAllByText('Your card has insufficient funds.')[0]).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay $9.99 and join' })).toBeEnabled();
  });

  it('says when the form cannot be loaded, and tries again [MEMB-07]', async () => {
    let isDown = true;
    const { user } = open({
      'POST /api/get-or-create-subscription': () =>
        isDown ? problem(503, 'PAYMENTS_UNAVAILABLE', 'Unavailable.') : { clientSecret: 'pi_1_secret_1' },
    });
    expect(await screen.findByText('Unable to load payment form. Please try again later.')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Pay $9.99 and join' })).toBeVisible();
  });

  it('a player whose contact is not confirmed is asked for the code right there', async () => {
    const { to } = open({ 'GET /api/auth/user': { ...player, status: 'pending' } });
    expect(await screen.findByLabelText(/^Code/)).toBeVisible();
    expect(to('/api/get-or-create-subscription')).toEqual([]);
  });

  it('a member sees the membership in place of a form; so does one who paid in another tab', async () => {
    const active = membership({ status: 'active', isPro: true, currentPeriodEnd: '2026-12-23T12:00:00.000Z' });
    open({
      'query membership': membership(),
      'mutation settleMembership': active,
      'POST /api/get-or-create-subscription': problem(409, 'ALREADY_MEMBER', 'You are a member.'),
    });
    expect(await screen.findByText('Renews on December 23, 2026 for $9.99.')).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Card' })).toBeNull();
  });
});
