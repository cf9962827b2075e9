import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { renderAt } from '../../test/render';
import { serve, signedOut } from '../../test/server';
import { Sidebar } from './sidebar';

const ITEMS = [
  ['Home', '/', 'SHELL-12'],
  ['Profile', '/profile', 'SHELL-13'],
  ['My Discoveries', '/profile', 'SHELL-14'],
  ['Community', '/community', 'SHELL-15'],
  ['Events & Missions', '/missions', 'SHELL-16'],
  ['Color Chart', '/color-chart', 'SHELL-17'],
  ['Featured Artists', '/artists', 'SHELL-18'],
  ['NFT Collection', '/profile', 'SHELL-19'],
  ['Notifications', '/notifications', 'COMM'],
] as const;

function open(at = '/merch', user: object | Response = signedOut()) {
  serve({ 'GET /api/auth/user': user });
  function Stage() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <Sidebar open={isOpen} onOpenChange={setOpen} />
        <p>{isOpen ? 'menu open' : 'menu closed'}</p>
      </>
    );
  }
  return renderAt(at, <Stage />);
}

it.each(ITEMS)('%s leads to %s and closes the menu (%s) [SHELL-09 SHELL-10]', async (label, to, _point) => {
  const { user, path } = open();
  await user.click(screen.getByRole('link', { name: label }));
  expect(path()).toBe(to);
  expect(screen.getByText('menu closed')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the menu lies over the page with its items in their order [SHELL-11 SHELL-20]', () => {
  open();
  const items = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
  expect(items.map((item) => item.textContent)).toEqual(ITEMS.map(([label]) => label));
  expect(screen.getByRole('dialog', { name: 'Menu' })).toHaveAttribute('data-state', 'open');
});

it('a click on the overlay closes the menu [SHELL-07]', async () => {
  const { user } = open();
  await user.click(screen.getByTestId('overlay'));
  expect(screen.getByText('menu closed')).toBeInTheDocument();
});

it('the close button closes the menu [SHELL-08]', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Close menu' }));
  expect(screen.getByText('menu closed')).toBeInTheDocument();
});

it('the item of the current route is highlighted [SHELL-21]', () => {
  open('/community');
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.textContent)).toEqual(['Community']);
});

it("Sign In and Sign Out leave the page for the gateway's gatewayRoutes [SHELL-22 SHELL-23]", async () => {
  const goTo = jest.spyOn(browser, 'goTo').mockReturnValue();
  const { user } = open('/merch');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(goTo).toHaveBeenLastCalledWith('/api/login?returnTo=%2Fmerch');
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  expect(goTo).toHaveBeenLastCalledWith('/api/logout');
});

it('players see the same items and both buttons [SHELL-24 SHELL-25]', () => {
  open('/merch', { id: '1', username: 'nightowl', status: 'verified' });
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(main.getAllByRole('link').map((link) => link.textContent)).toEqual(ITEMS.map(([label]) => label));
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
});

it('moderators find their page, and artists the form for a takedown', async () => {
  open('/merch', { id: '1', username: 'nightowl', status: 'verified', roles: ['moderator'] });
  expect(await screen.findByRole('link', { name: 'Moderation' })).toHaveAttribute('href', '/moderation');
  expect(screen.getByRole('link', { name: 'For artists: ask for a takedown' })).toHaveAttribute('href', '/takedown');
});
