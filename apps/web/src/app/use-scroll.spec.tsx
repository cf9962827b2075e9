import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { serve, signedOut } from '../test/server';
import { newQueryClient } from '../api/query';
import { Data } from './data';
import { Providers } from './providers';
import { Router } from './router';

afterEach(() => window.history.replaceState(null, '', '/'));

/** jsdom does not scroll: this records the positions. */
function fakeScroll() {
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation((_x: number, y: number) => scrollTo(y));
  const scrollTo = (y: number) => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  };
  return { scrolled, scrollTo };
}

/** A document that the browser loads. */
async function load() {
  const page = render(
    <BrowserRouter>
      <Data client={newQueryClient()}>
        <Providers>
          <Router />
        </Providers>
      </Data>
    </BrowserRouter>,
  );
  await screen.findByRole('heading', { level: 1 });
  return {
    leave: () => {
      window.dispatchEvent(new Event('pagehide'));
      page.unmount();
    },
  };
}

beforeEach(() => {
  serve({ 'GET /api/auth/user': () => signedOut(), 'GET /config.json': {} });
  window.history.replaceState(null, '', '/merch');
});

it('begins a new screen at its top, and goes back to where the player was', async () => {
  const { scrollTo } = fakeScroll();
  const user = userEvent.setup();
  await load();
  act(() => scrollTo(640));
  await user.click(screen.getByRole('link', { name: /back to the start/ }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  await waitFor(() => expect(window.scrollY).toBe(0));
  act(() => window.history.back());
  await screen.findByRole('link', { name: /back to the start/ });
  await waitFor(() => expect(window.scrollY).toBe(640));
});

it('stays where the player was when the page is loaded again, and begins another page that is loaded at its top', async () => {
  const { scrollTo, scrolled } = fakeScroll();
  const first = await load();
  act(() => scrollTo(640));
  first.leave();
  scrollTo(0);

  const again = await load();
  await waitFor(() => expect(window.scrollY).toBe(640));
  again.leave();
  scrollTo(0);

  // As after a sign-in, which leads over pages of the server.
  window.history.pushState(null, '', '/color-chart');
  scrolled.mockClear();
  await load();
  expect(scrolled).not.toHaveBeenCalled();
  expect(window.scrollY).toBe(0);
});
