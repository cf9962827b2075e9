import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { browser } from '../lib/browser';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve, signedOut } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import AuthorizeScreen from './authorize';

const asked = (facts: object = {}) => ({
  __typename: 'AppAuthorization',
  name: 'Wall app',
  website: 'https://walls.example/',
  owner: 'ann',
  scopes: ['discoveries:write'],
  isLasting: true,
  returnsTo: 'com.example.walls',
  ...facts,
});

type Responses = Parameters<typeof serve>[0];
function open(responses: Responses, address = '/authorize?interaction=abc') {
  const calls = serve({ 'GET /api/auth/user': player, ...responses });
  return {
    calls,
    ...renderAt(
      address,
      <TooltipProvider>
        <AuthorizeScreen />
      </TooltipProvider>,
    ),
  };
}
let goTo: jest.SpiedFunction<typeof browser.goTo>;
beforeEach(() => {
  goTo = jest.spyOn(browser, 'goTo').mockReturnValue();
});

describe('the consent screen', () => {
  it('shows the app’s owner, what it may and may not do, for how long, and its redirect address', async () => {
    open({ 'query appAuthorization': asked() });
    expect(await screen.findByRole('heading', { name: 'Wall app wants to act in your name' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'ann' })).toHaveAttribute('href', '/players/ann');
    expect(screen.getByRole('link', { name: 'https://walls.example/' })).toBeVisible();
    for (const words of [
      'com.example.walls',
      /^Document works as you/,
      /up to 180 days/,
      /See or change your account/,
      new RegExp(`signed in as ${player.username}`),
    ])
      expect(screen.getByText(words)).toBeVisible();
  });

  it('may be for ten minutes, by an app of the operators', async () => {
    open({ 'query appAuthorization': asked({ isLasting: false, owner: null, website: null }) });
    expect(await screen.findByText(/for ten minutes/)).toBeVisible();
    expect(screen.queryByText('By')).toBeNull();
  });

  it.each([
    ['Allow', true],
    ['Don’t allow', false],
  ])('sends %s and redirects', async (label, isAllowed) => {
    const { user, calls } = open({
      'query appAuthorization': asked(),
      'mutation decideAppAuthorization': '/oidc/auth/abc?proof=x',
    });
    await user.click(await screen.findByRole('button', { name: label }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/oidc/auth/abc?proof=x'));
    const sent = calls.find(({ operation }) => operation === 'mutation decideAppAuthorization')!;
    expect(sent.body).toEqual({ interaction: 'abc', isAllowed });
  });

  it.each<[string, Responses, string]>([
    ['is unknown', { 'query appAuthorization': null }, '/authorize?interaction=abc'],
    ['has no name', {}, '/authorize'],
    ['has expired', {}, '/authorize?problem=expired'],
  ])('that %s is over', async (_, responses, address) => {
    open(responses, address);
    expect(await screen.findByText('This request is no longer open')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  });

  it('that ends meanwhile is over, and another refusal is said', async () => {
    const { user } = open({
      'query appAuthorization': asked(),
      'mutation decideAppAuthorization': problem(403, 'ACCOUNT_SUSPENDED', 'Suspended.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Allow' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Suspended.');
    serve({
      'GET /api/auth/user': player,
      'mutation decideAppAuthorization': problem(409, 'SIGN_IN_EXPIRED', 'Over.'),
    });
    await user.click(screen.getByRole('button', { name: 'Allow' }));
    expect(await screen.findByText('This request is no longer open')).toBeVisible();
    expect(goTo).not.toHaveBeenCalled();
  });

  it('says when it cannot be read, and who has to confirm a contact first', async () => {
    const { user } = open({ 'query appAuthorization': problem(403, 'CONTACT_NOT_VERIFIED', 'Enter the code first.') });
    expect(await screen.findByText('Enter the code first.')).toBeVisible();
    serve({ 'GET /api/auth/user': player, 'query appAuthorization': asked() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Allow' })).toBeVisible();
  });

  it('waits for a guest to sign in', async () => {
    const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
    open({ 'GET /api/auth/user': signedOut() });
    await waitFor(() => expect(redirect).toHaveBeenCalledWith('/api/login?returnTo=%2Fauthorize%3Finteraction%3Dabc'));
  });
});
