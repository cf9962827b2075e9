import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Router } from '../../../app/router';
import { player } from '../../../test/home';
import { membership, payByCard, paymentServer } from '../../../test/payments';
import { renderAt } from '../../../test/render';
import { problem, serve, signedOut } from '../../../test/server';
import { stubGlobal, unstubGlobals } from '../../../test/stub-global';

const ACCOUNT = '0x1234567890abcdef1234567890abcdef12345678';

async function open(more: Parameters<typeof serve>[0] = {}, at = '/onboarding') {
  serve(
    paymentServer({
      'GET /api/auth/user': signedOut,
      'GET /config.json': {},
      'query membership': membership(),
      ...more,
    }),
  );
  const stage = renderAt(at, <Router />);
  await screen.findByRole('button', { name: 'Skip Setup' });
  return stage;
}
const asPlayer = (more: Parameters<typeof serve>[0]) => open({ 'GET /api/auth/user': player, ...more });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function install(request: (call: { method: string }) => Promise<unknown>) {
  stubGlobal('ethereum', { request, on: jest.fn(), removeListener: jest.fn() });
}

describe('onboarding', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
    unstubGlobals();
  });

  it('has three steps, of which the wallet can be skipped [ONB-01 ONB-02 ONB-03]', async () => {
    await open();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1 Wallet',
      '2 Membership',
      '3 Welcome',
    ]);
    expect(screen.getByRole('button', { name: 'Connect Metamask' })).toBeVisible();
    press('Skip the wallet');
    expect(screen.getByRole('region', { name: 'VIP membership' })).toBeVisible();
  });

  it('asks for VIP access, but can be skipped for limited access [ONB-12 ONB-14 ONB-15]', async () => {
    const { path } = await open();
    expect(screen.getByText(/All users need VIP access/)).toBeVisible();
    expect(screen.getByText('Limited Access')).toBeVisible();
    press('Skip Setup');
    expect(path()).toBe('/');
  });

  it('has a link to sign out [ONB-13]', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/api/logout');
  });

  it('remembers that the wallet is connected [ONB-05]', async () => {
    install(({ method }) =>
      Promise.resolve(method === 'eth_chainId' ? '0x1' : method === 'eth_requestAccounts' ? [ACCOUNT] : []),
    );
    await open();
    press('Connect Metamask');
    expect(await screen.findByText('Wallet connected: 0x1234...5678')).toBeVisible();
    press('Continue to Payment Setup');
    press('Back');
    expect(screen.getByText('Wallet connected: 0x1234...5678')).toBeVisible();
  });

  it('says when the wallet failed [ONB-06]', async () => {
    install(({ method }) => (method === 'eth_requestAccounts' ? Promise.reject(new Error('no')) : Promise.resolve([])));
    await open();
    press('Connect Metamask');
    expect(await screen.findByText('Connection Failed')).toBeVisible();
    expect(screen.getByText('Failed to connect to Metamask wallet')).toBeVisible();
  });

  it('leads from the wallet to the payment and back [ONB-04 ONB-08]', async () => {
    await open();
    press('Continue to Payment Setup');
    expect(screen.getByRole('region', { name: 'VIP membership' })).toBeVisible();
    press('Back');
    expect(screen.getByRole('region', { name: 'Connect a wallet' })).toBeVisible();
  });

  it('falls back to the game when the payment cannot be set up [ONB-16 ONB-17]', async () => {
    const { path } = await asPlayer({
      'POST /api/get-or-create-subscription': problem(503, 'PAYMENTS_UNAVAILABLE', 'Unavailable.'),
    });
    press('Continue to Payment Setup');
    expect(await screen.findByText('Setup Error')).toBeVisible();
    expect(screen.getByText('Please contact support for payment setup assistance')).toBeVisible();
    fireEvent.click(await screen.findByRole('button', { name: 'Continue to Game (Demo Mode)' }));
    expect(path()).toBe('/home');
  });

  it('the payment can be set up later [ONB-18]', async () => {
    const { path } = await asPlayer({ 'query membership': problem(503, 'UNAVAILABLE', 'Unavailable.') });
    press('Skip the wallet');
    fireEvent.click(await screen.findByRole('button', { name: 'Setup Full Payment Later' }));
    expect(path()).toBe('/subscribe');
  });

  it('a guest signs in to pay, and comes back to the payment', async () => {
    await open({}, '/onboarding#payment');
    expect(await screen.findByRole('link', { name: 'Sign in to pay' })).toHaveAttribute(
      'href',
      '/api/login?returnTo=%2Fonboarding%23payment',
    );
  });

  it('a player pays, and is welcomed [ONB-07 ONB-09]', async () => {
    const { user } = await asPlayer({
      'POST /api/get-or-create-subscription': { clientSecret: 'pi_1_secret_1' },
      'mutation settleMembership': membership({ status: 'active', isPro: true }),
    });
    press('Continue to Payment Setup');
    await payByCard(user, 'Pay $9.99 and join');
    expect(await screen.findByText('Welcome to Sprayhunt!')).toBeVisible();
    expect(screen.getByText('Welcome to Sprayhunt Pro!')).toBeVisible();
  });

  it('welcomes, and leads to the landing page after two seconds [ONB-09 ONB-10 ONB-11]', async () => {
    const { path } = await open();
    press('Continue to Payment Setup');
    fireEvent.click(await screen.findByRole('button', { name: 'Finish without payment' }));
    expect(screen.getByText('Welcome to Sprayhunt!')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1_900));
    expect(path()).toBe('/onboarding');
    await act(() => jest.advanceTimersByTimeAsync(150));
    await waitFor(() => expect(path()).toBe('/'));
  });
});
