import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { renderAt } from '../test/render';
import { serve, signedOut } from '../test/server';
import { Router } from './router';

const guest = () => serve({ 'GET /api/auth/user': () => signedOut(), 'GET /config.json': {} });

describe('a new screen', () => {
  it('takes the focus to its heading and is announced by its title', async () => {
    guest();
    const { user } = renderAt('/nowhere', <Router />);
    await screen.findByRole('heading', { level: 1, name: '404 Page Not Found' });
    // The first screen is the browser's to announce.
    expect(document.body).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Back to the wall' }));
    const title = await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(title).toHaveFocus());
    expect(screen.getByTestId('announcer')).toHaveTextContent(document.title);
  });

  it('offers first of all to skip to the content', async () => {
    guest();
    const { user } = renderAt('/nowhere', <Router />);
    await screen.findByRole('heading', { level: 1 });
    await user.tab();
    const skip = screen.getByRole('link', { name: 'Skip to content' });
    expect(skip).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });
});
