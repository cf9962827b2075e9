import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, it, jest } from '@jest/globals';
import { serve, signedOut } from '../test/server';
import { newQueryClient } from '../lib/query';
import { Data } from './data';
import { Providers } from './providers';
import { Router } from './router';

afterEach(() => window.history.replaceState(null, '', '/'));

/** jsdom does not scroll: this records the positions. */
function fakeScroll() {
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(((_x: number, y: number) => scrollTo(y)));
  const scrollTo = (y: number) => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  };
  return { scrolled, scrollTo };
}

it('begins a new screen at its top, and goes back to where the player was', async () => {
  serve({ 'GET /api/auth/user': () => signedOut(), 'GET /config.json': {} });
  window.history.replaceState(null, '', '/merch');
  const { scrollTo } = fakeScroll();
  const user = userEvent.setup();
  render(<BrowserRouter><Data client={newQueryClient()}><Providers><Router /></Providers></Data></BrowserRouter>);
  await screen.findByRole('heading', { level: 1 });
  act(() => scrollTo(640));
  await user.click(screen.getByRole('link', { name: /back to the start/ }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  await waitFor(() => expect(window.scrollY).toBe(0));
  act(() => window.history.back());
  await screen.findByRole('link', { name: /back to the start/ });
  await waitFor(() => expect(window.scrollY).toBe(640));
});
