import '../../test/without-map';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Router } from '../../app/router';
import { browser } from '../../lib/browser';
import { supportPasskeys, requestOptions } from '../../test/fake-passkeys';
import { player } from '../../test/home';
import { renderAt } from '../../test/render';
import { problem, serve, signedOut } from '../../test/server';

afterEach(() => {
  jest.useRealTimers();
});

const button = () => screen.findByRole('button', { name: 'Sign in with a passkey' });
const SIGNED = {
  id: 'cGFzc2tleQ',
  rawId: 'cGFzc2tleQ',
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
  response: { authenticatorData: 'ZA', clientDataJSON: 'e30', signature: 'cw', userHandle: 'dQ' },
};

function open(at = '/sign-in?returnTo=%2Fmerch', responses: Parameters<typeof serve>[0] = {}) {
  let isSignedIn = false;
  let challenges = 0;
  const calls = serve({
    'GET /api/auth/user': () => (isSignedIn ? player : signedOut()),
    'POST /api/login/passkey/options': () => requestOptions(`challenge ${++challenges}`),
    'POST /api/login/passkey': () => {
      isSignedIn = true;
      return null;
    },
    'POST /api/login/code': () => new Response(null, { status: 202 }),
    ...responses,
  });
  return { ...renderAt(at, <Router />), calls, to: (path: string) => calls.filter((call) => call.path === path) };
}

describe('signing in by passkey', () => {
  it('the button asks the browser, and leads back to where the player was', async () => {
    const prompts = supportPasskeys();
    const { user, path, to } = open();
    await user.click(await button());
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'prompt', challenge: 'challenge 1' }]));
    expect(await button()).toBeDisabled();
    act(() => prompts[0]!.end());
    await waitFor(() => expect(path()).toBe('/merch'));
    expect(to('/api/login/passkey').map(({ body }) => body)).toEqual([{ response: SIGNED }]);
  });

  it('a passkey that the field was filled in with signs in at once', async () => {
    const prompts = supportPasskeys({ fillsIn: true });
    const { path } = open();
    expect(await screen.findByLabelText(/Phone or e-mail/)).toHaveAttribute('autocomplete', 'username webauthn');
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'wait' }]));
    act(() => prompts[0]!.end());
    await waitFor(() => expect(path()).toBe('/merch'));
  });

  it('goes on where the issuer asked for the sign-in', async () => {
    const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
    const prompts = supportPasskeys();
    const { user, to } = open('/sign-in?interaction=abc', {
      'POST /api/login/passkey': { continueTo: '/oidc/auth/abc' },
    });
    await user.click(await button());
    await waitFor(() => expect(prompts).toHaveLength(1));
    act(() => prompts[0]!.end());
    await waitFor(() => expect(redirect).toHaveBeenCalledWith('/oidc/auth/abc'));
    expect(to('/api/login/passkey')[0]!.body).toEqual({ response: SIGNED, interaction: 'abc' });
  });

  it('shows that the sign-in has expired at the issuer', async () => {
    const prompts = supportPasskeys();
    const { user } = open('/sign-in?interaction=abc', {
      'POST /api/login/passkey': () => problem(409, 'SIGN_IN_EXPIRED', 'This sign-in is not open any more.'),
    });
    await user.click(await button());
    await waitFor(() => expect(prompts).toHaveLength(1));
    act(() => prompts[0]!.end());
    expect(await screen.findByRole('link', { name: 'Start again' })).toBeVisible();
  });

  it('the button replaces the request of the field, which is repeated when it is cancelled', async () => {
    const prompts = supportPasskeys({ fillsIn: true });
    const { user, to } = open();
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'wait', challenge: 'challenge 1' }]));
    await user.click(await button());
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'prompt', challenge: 'challenge 2' }]));
    act(() => prompts[0]!.fail('NotAllowedError'));
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'wait', challenge: 'challenge 3' }]));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await button()).toBeEnabled();
    expect(to('/api/login/passkey')).toEqual([]);
  });

  it('asking for a code ends the wait', async () => {
    const prompts = supportPasskeys({ fillsIn: true });
    const { user } = open();
    await waitFor(() => expect(prompts).toHaveLength(1));
    await user.type(await screen.findByLabelText(/Phone or e-mail/), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByLabelText(/^Code/);
    expect(prompts).toEqual([]);
  });

  it('waits with a fresh challenge before the old one ends', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const prompts = supportPasskeys({ fillsIn: true });
    open();
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'wait', challenge: 'challenge 1' }]));
    await act(() => jest.advanceTimersByTimeAsync(4 * 60_000));
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'wait', challenge: 'challenge 2' }]));
  });

  it('says why a passkey was refused, and may be tried again', async () => {
    const prompts = supportPasskeys({ fillsIn: true });
    const { user } = open('/sign-in', {
      'POST /api/login/passkey': () => problem(422, 'PASSKEY_INVALID', 'This passkey did not work.'),
    });
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'wait' }]));
    act(() => prompts[0]!.end());
    expect(await screen.findByRole('alert')).toHaveTextContent('This passkey did not work.');
    await user.click(await button());
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'prompt' }]));
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => prompts[0]!.fail('SecurityError'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Passkeys do not work at this address.');
  });

  it('shows nothing and sends no request in a browser without passkeys', async () => {
    const { to } = open();
    expect(await screen.findByRole('button', { name: 'Send code' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
    expect(to('/api/login/passkey/options')).toEqual([]);
  });
});
