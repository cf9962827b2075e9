import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Router } from '../../app/router';
import { browser } from '../../lib/browser';
import { reportSessionEnded } from '../../api/session';
import { PRODUCT_NAME } from '../../product';
import { renderAt } from '../../test/render';
import { problem, serve, signedOut } from '../../test/server';
import { stubGlobal } from '../../test/stub-global';
import { startCodeWait, VERIFICATION } from './code-wait';
import { PendingBanner } from './pending-banner';
import { ownPath } from './return-to';
import { VerifyContactCard } from './verify-contact-card';

const player = { id: '1', username: 'nightowl', status: 'verified', profileComplete: true, contactHint: null };
const pending = { ...player, status: 'pending', contactHint: '••••••1234' };
const codeField = () => screen.findByLabelText(/^Code/);

afterEach(() => {
  jest.useRealTimers();
});

describe('signing in', () => {
  function open(at = '/sign-in?returnTo=%2Fmerch') {
    let user: object | undefined;
    const calls = serve({
      'GET /api/auth/user': () => user ?? signedOut(),
      'POST /api/login/code': () => new Response(null, { status: 202 }),
      'POST /api/login/verify': ({ body }) => {
        if ((body as { code: string }).code !== '123456')
          return problem(422, 'CODE_INVALID', 'This code is not right.');
        user = player;
        return null;
      },
    });
    return { calls, ...renderAt(at, <Router />) };
  }

  it.each([
    ['phone', '+61 412 345 678', 'PERM-17'],
    ['e-mail', 'ada@example.com', 'PERM-18'],
  ])('a code to the %s leads back to where the player was (%s, %s)', async (_kind, contact) => {
    const { user, calls, path } = open();
    await user.type(await screen.findByLabelText(/Phone or e-mail/), contact);
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await user.type(await codeField(), '123456');
    await waitFor(() => expect(path()).toBe('/merch'));
    expect(
      calls
        .filter(({ method, path: called }) => method === 'POST' && called.startsWith('/api/'))
        .map(({ path: called, body }) => [called, body]),
    ).toEqual([
      ['/api/login/code', { contact }],
      ['/api/login/verify', { contact, code: '123456' }],
    ]);
  });

  describe('where the issuer asked for it', () => {
    function asked(response: () => Response | object, at = '/sign-in?interaction=abc&returnTo=%2Fmerch') {
      const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
      const calls = serve({
        'GET /api/auth/user': signedOut,
        'POST /api/login/code': () => new Response(null, { status: 202 }),
        'POST /api/login/verify': response,
      });
      return { redirect, calls, ...renderAt(at, <Router />) };
    }
    async function enterCode(user: ReturnType<typeof asked>['user']) {
      await user.type(await screen.findByLabelText(/Phone or e-mail/), 'ada@example.com');
      await user.click(screen.getByRole('button', { name: 'Send code' }));
      await user.type(await codeField(), '123456');
    }

    it('goes on at the issuer, which leads back', async () => {
      const { user, redirect, calls } = asked(() => ({ continueTo: '/oidc/auth/abc' }));
      await enterCode(user);
      await waitFor(() => expect(redirect).toHaveBeenCalledWith('/oidc/auth/abc'));
      expect(calls.find(({ path }) => path === '/api/login/verify')!.body).toEqual({
        contact: 'ada@example.com',
        code: '123456',
        interaction: 'abc',
      });
    });

    it('says that it is over, and starts again from where the player was', async () => {
      const { user, redirect } = asked(() => problem(409, 'SIGN_IN_EXPIRED', 'This sign-in is not open any more.'));
      await enterCode(user);
      expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in has expired');
      expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/api/login?returnTo=%2Fmerch');
      expect(redirect).not.toHaveBeenCalled();
    });

    it.each([
      ['expired', 'This sign-in has expired'],
      ['refused', 'You are not signed in'],
      ['away', 'Sign-in is unavailable'],
    ])('says what went wrong on the way (%s)', async (name, words) => {
      asked(() => ({}), `/sign-in?problem=${name}&returnTo=https%3A%2F%2Fevil.example`);
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
      expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/api/login?returnTo=%2Fhome');
      expect(screen.queryByLabelText(/Phone or e-mail/)).toBeNull();
    });

    it('ignores unknown problems in the address', async () => {
      asked(() => ({}), '/sign-in?problem=Call+%2B1+555');
      expect(await screen.findByLabelText(/Phone or e-mail/)).toBeVisible();
      expect(screen.queryByText(/555/)).toBeNull();
    });
  });

  it('a wrong code is said at the field, which is emptied for the next try', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText(/Phone or e-mail/), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await user.type(await codeField(), '000000');
    expect(await screen.findByText('This code is not right.')).toBeVisible();
    expect(await codeField()).toHaveValue('');
    expect(await codeField()).toHaveFocus();
  });

  it('there is no password field, and phones may fill the code in [PERM-20]', async () => {
    const { user } = open();
    expect(document.querySelector('input[type=password]')).toBeNull();
    await user.type(await screen.findByLabelText(/Phone or e-mail/), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await codeField()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(await codeField()).toHaveAttribute('inputmode', 'numeric');
  });

  it('enters the code of an arriving SMS where the browser reads it for the page', async () => {
    let arrive = (_: { code: string }) => {};
    stubGlobal('OTPCredential', class {});
    Object.defineProperty(navigator, 'credentials', {
      value: { get: () => new Promise((resolve) => (arrive = resolve)) },
      configurable: true,
    });
    const { user, path } = open();
    await user.type(await screen.findByLabelText(/Phone or e-mail/), '+61 412 345 678');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await codeField();
    await act(async () => arrive({ code: '123456' }));
    await waitFor(() => expect(path()).toBe('/merch'));
  });

  it.each([
    ['local', 1],
    ['production', 0],
  ])('in %s mode the local inbox is linked beside the code field %i times', async (mode, links) => {
    const { user } = open();
    const calls = serve({
      'GET /config.json': { mode },
      'GET /api/auth/user': signedOut,
      'POST /api/login/code': () => new Response(null, { status: 202 }),
    });
    await user.type(await screen.findByLabelText(/Phone or e-mail/), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await codeField();
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/config.json'));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await waitFor(() => expect(screen.queryAllByRole('link', { name: 'the local inbox' })).toHaveLength(links));
    for (const link of screen.queryAllByRole('link', { name: 'the local inbox' }))
      expect(link).toHaveAttribute('href', '/dev/inbox');
  });

  it('only paths of our own are returned to', () => {
    expect(ownPath('/profile?tab=1#art')).toBe('/profile?tab=1#art');
    for (const foreign of [
      '//',
      '///',
      '//[',
      '//evil.example/',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/api/logout',
      '/oidc/auth/x',
      '/sign-in',
      null,
    ]) {
      expect(ownPath(foreign)).toBe('/home');
    }
  });
});

describe('a pending player', () => {
  function open(node: React.ReactNode) {
    let user = pending;
    const calls = serve({
      'GET /api/auth/user': () => user,
      'POST /api/verify-contact': ({ body }) => {
        if ((body as { code: string }).code !== '123456')
          return problem(422, 'CODE_INVALID', 'This code is not right.');
        user = { ...player, contactHint: null } as never;
        return null;
      },
      'POST /api/verify-contact/resend': () => new Response(null, { status: 202 }),
    });
    return { calls, ...renderAt('/home', node) };
  }

  it('proves the contact where they stand, and the card goes away [SIGN-23]', async () => {
    const { user, path } = open(<VerifyContactCard />);
    expect(await screen.findByText('We sent a six-digit code to ••••••1234.')).toBeVisible();
    await user.type(await codeField(), '123 456');
    expect(await screen.findByText('Contact confirmed')).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText(/^Code/)).toBeNull());
    await waitFor(() => expect(path()).toBe('/home'));
  });

  it('is led to the profile step and the tutorial meanwhile [SIGN-15 SIGN-16 SIGN-18]', async () => {
    open(<VerifyContactCard />);
    expect(await screen.findByRole('link', { name: /avatar and pins/ })).toHaveAttribute('href', '/avatar-creation');
    expect(screen.getByRole('link', { name: 'take the tutorial' })).toHaveAttribute('href', '/onboarding-tutorial');
  });

  it('the banner opens the code field over any screen [SIGN-23]', async () => {
    const { user } = open(<PendingBanner />);
    await user.click(await screen.findByRole('button', { name: 'Enter code' }));
    await user.type(await codeField(), '123456');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('who came without a contact is led to the profile to add one', async () => {
    serve({ 'GET /api/auth/user': { ...pending, contactHint: null } });
    renderAt('/home', <VerifyContactCard />);
    expect(await screen.findByRole('link', { name: 'your profile' })).toHaveAttribute('href', '/profile');
    expect(screen.queryByLabelText(/^Code/)).toBeNull();
  });

  it('may ask for another code half a minute after one was sent, and does not wait anew wherever the form is shown', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { calls, unmount } = open(<VerifyContactCard />);
    await codeField();
    act(() => screen.getByRole('button', { name: 'Send again' }).click());
    expect(await screen.findByText('A new code is on its way.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send again in 30 s' })).toBeDisabled();
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    unmount();
    open(<VerifyContactCard />);
    await codeField();
    expect(screen.getByRole('button', { name: 'Send again in 10 s' })).toBeDisabled();
    expect(calls.filter(({ path }) => path === '/api/verify-contact/resend')).toHaveLength(1);
    for (let second = 0; second < 11; second += 1) await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByRole('button', { name: 'Send again' })).toBeEnabled();
  });

  it('waits as long as the server says', async () => {
    startCodeWait(VERIFICATION, 0);
    serve({
      'GET /api/auth/user': pending,
      'POST /api/verify-contact/resend': () =>
        Response.json({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '90' } }),
    });
    const { user } = renderAt('/home', <VerifyContactCard />);
    await codeField();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('button', { name: 'Send again in 90 s' })).toBeDisabled();
    startCodeWait(VERIFICATION, 0);
  });

  it('no one else sees any of it', async () => {
    const calls = serve({ 'GET /api/auth/user': player });
    renderAt(
      '/',
      <>
        <VerifyContactCard />
        <PendingBanner />
      </>,
    );
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText('One code to go')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Enter code' })).toBeNull();
  });
});

describe('members only', () => {
  it.each([
    ['/profile', 'PERM-03'],
    ['/community', 'PERM-04'],
  ])('a guest on %s is told and led to the sign-in after 500 ms [%s PERM-05 PERM-06]', async (at) => {
    jest.useFakeTimers({ advanceTimers: true });
    const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
    const calls = serve({ 'GET /api/auth/user': signedOut });
    renderAt(at, <Router />);
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible();
    expect(screen.getByText('Unauthorized')).toBeVisible();
    await waitFor(() => expect(redirect).toHaveBeenCalledWith(`/api/login?returnTo=${encodeURIComponent(at)}`));
    expect(
      calls.map(({ path }) => path).filter((path) => /discoveries|profile|community|leaderboard/.test(path)),
    ).toEqual([]);
  });

  it('a failing server signs no one out', async () => {
    const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
    let isDown = true;
    serve({
      'GET /api/auth/user': () =>
        isDown ? problem(503, 'UNAVAILABLE', 'Come back in a minute.') : Response.json(player),
    });
    const { user } = renderAt('/community', <Router />);
    expect(await screen.findByText('Come back in a minute.')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Community' })).toBeVisible();
    expect(redirect).not.toHaveBeenCalled();
  });

  it('not a moment before the 500 ms [PERM-06]', async () => {
    jest.useFakeTimers();
    const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
    renderAt('/profile?tab=1', <p>profile</p>);
    act(() => {
      reportSessionEnded();
      reportSessionEnded();
    });
    jest.advanceTimersByTime(499);
    expect(redirect).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(redirect.mock.calls).toEqual([['/api/login?returnTo=%2Fprofile%3Ftab%3D1']]);
  });

  it.each(['/home', '/subscribe', '/'])(
    'the screens of a guest send no request that would be refused (%s)',
    async (at) => {
      document.cookie = `${PRODUCT_NAME.toLowerCase()}-signed-in=no`;
      jest.spyOn(browser, 'redirect').mockReturnValue();
      const calls = serve({
        'GET /config.json': {},
        'GET /api/discoveries/nearby': [],
        'GET /api/legal-walls/nearby': [],
      });
      renderAt(at, <Router />);
      await screen.findByRole(
        at === '/home' ? 'link' : 'heading',
        at === '/home' ? { name: /Get Started/ } : { level: 1 },
      );
      expect(calls.filter(({ path }) => path === '/api/auth/user')).toEqual([]);
    },
  );

  it.each(['/subscribe', '/merch', '/artists'])('a guest stays on %s [PERM-08 PERM-09 PERM-10]', async (at) => {
    const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
    serve({ 'GET /api/auth/user': signedOut });
    const { path } = renderAt(at, <Router />);
    await screen.findByRole('heading', { level: 1 });
    expect(path()).toBe(at);
    expect(redirect).not.toHaveBeenCalled();
  });
});
