import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Router } from '../app/router';
import { renderAt } from '../test/render';
import { serve, signedOut } from '../test/server';
import { pageSources } from '../test/sources';

function open(config: object = {}, user: object | (() => Response) = signedOut) {
  const calls = serve({ 'GET /api/auth/user': user, 'GET /config.json': config });
  return { calls, ...renderAt('/', <Router />) };
}

describe('the landing page', () => {
  it('is the start of the site, with title and subtitle [LAND-01 LAND-07 LAND-08]', () => {
    const { path } = open();
    expect(path()).toBe('/');
    expect(screen.getByRole('heading', { level: 1, name: 'Sprayhunt' })).toBeVisible();
    expect(screen.getByText('Street Art Geocaching Game')).toBeVisible();
  });

  it('invites visitors to join [LAND-12 LAND-13]', () => {
    open();
    expect(screen.getByRole('heading', { name: 'Join the Revolution' })).toBeVisible();
    expect(screen.getByText('Discover, document, and share urban art worldwide')).toBeVisible();
    expect(screen.getByText('Spray Coins for every piece you document.')).toBeVisible();
  });

  it('has the tagline in the title of the window [SHELL-03]', () => {
    open();
    expect(document.title).toBe('Sprayhunt · Street Art Geocaching Game');
  });

  it.each([
    ['Explore Art', 'LAND-16'],
    ['Earn Tokens', 'LAND-17'],
    ['Web3 Ready', 'LAND-18'],
  ])('%s is a feature with its icon [%s]', (title) => {
    open();
    expect(screen.getByText(title).closest('li')!.querySelector('svg')).not.toBeNull();
  });

  it('Create Account goes to /stripe-signup [LAND-14]', async () => {
    const { user, path } = open();
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(path()).toBe('/stripe-signup');
  });

  it('Explore Now goes to /home [LAND-15]', async () => {
    const { user, path } = open();
    await user.click(screen.getByRole('button', { name: 'Explore Now' }));
    expect(path()).toBe('/home');
  });

  it('a mural of our own fills the background, in a format for each shape of screen', () => {
    open();
    expect(
      [...document.querySelectorAll('picture > *')].map(
        (each) => each.getAttribute('srcset') ?? each.getAttribute('src'),
      ),
    ).toEqual([expect.stringContaining('mural-wide'), expect.stringContaining('mural-tall')]);
  });

  it('the configured trailer is loaded on click and not before [LAND-09 LAND-10 LAND-11]', async () => {
    const { user } = open({ trailerUrl: 'https://video.example/embed/1' });
    const play = await screen.findByRole('button', { name: 'Play the trailer' });
    expect(document.querySelector('iframe, video')).toBeNull();
    await user.click(play);
    expect(screen.getByTitle('The Sprayhunt trailer')).toHaveAttribute('src', 'https://video.example/embed/1');
  });

  it('a trailer that is a file plays in the page [LAND-09 LAND-11]', async () => {
    const { user } = open({ trailerUrl: '/trailer.mp4' });
    await user.click(await screen.findByRole('button', { name: 'Play the trailer' }));
    expect(document.querySelector('video')).toHaveAttribute('src', '/trailer.mp4');
  });

  it('without an address the frame of the trailer says so [LAND-10]', async () => {
    open({ trailerUrl: null });
    expect(await screen.findByText('The trailer is still being painted. The map is already open.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Play the trailer' })).toBeNull();
  });

  it('offers the code field to a pending player [SIGN-23]', async () => {
    open({}, { id: '1', username: 'nightowl', status: 'pending', profileComplete: true, contactHint: '••••••1234' });
    expect(await screen.findByText('We sent a six-digit code to ••••••1234.')).toBeInTheDocument();
  });

  it('offers it to no one else', async () => {
    const { calls } = open();
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/auth/user')).toBe(true));
    expect(screen.queryByLabelText(/^Code/)).toBeNull();
  });
});

describe('routes', () => {
  it('anything else is not found, with a way back [NOTF-02 NOTF-03 SHELL-26]', async () => {
    serve({ 'GET /api/auth/user': signedOut });
    const { user, path } = renderAt('/no/such/wall', <Router />);
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Back to the wall' }));
    expect(path()).toBe('/');
  });

  it.each([
    '/signup',
    '/stripe-signup',
    '/avatar-creation',
    '/onboarding-tutorial',
    '/onboarding',
    '/subscribe',
    '/color-chart',
    '/artists',
    '/missions',
    '/merch',
  ])('%s is a route of the product, with its name in the title [NOTF-01 SHELL-01]', async (at) => {
    serve({ 'GET /api/auth/user': signedOut, 'GET /config.json': {} });
    renderAt(at, <Router />);
    await screen.findAllByRole('heading', { level: 1 });
    expect(screen.queryByText('404 Page Not Found')).toBeNull();
    await waitFor(() => expect(document.title).toMatch(/Sprayhunt/));
  });

  it("the product's name is spelled in one file [SHELL-02]", () => {
    const spelling = pageSources().filter(([, text]) => /sprayhunt/i.test(text.replaceAll('@sprayhunt/', '')));
    expect(spelling.map(([file]) => file)).toEqual(['product.ts']);
  });
});
