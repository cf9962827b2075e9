import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Router } from '../../app/router';
import { player as me } from '../../test/home';
import { renderAt } from '../../test/render';
import { artwork } from '../../test/profile';
import { problem, serve, signedOut } from '../../test/server';

const vixen = { id: 'p2', username: 'Vixen 2', profileImageUrl: '/objects/v', bio: 'Foxes, mostly.', createdAt: '2026-03-15T12:00:00.000Z', discoveries: 41, level: 5, wallet: null };

function open(responses: Parameters<typeof serve>[0], at = '/players/Vixen%202') {
  const calls = serve({ 'GET /api/auth/user': signedOut, 'GET /config.json': {}, 'GET /api/players/p2/art': [], ...responses });
  return { ...renderAt(at, <Router />), calls };
}

describe('a player as others see them', () => {
  it('shows a guest the name, the picture, the words and how far the player is', async () => {
    const { calls } = open({ 'GET /api/players/Vixen%202': vixen });
    expect(await screen.findByText('Foxes, mostly.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Vixen 2' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'The picture of Vixen 2' })).toHaveAttribute('src', '/objects/v');
    expect(screen.getByText('Joined March 2026')).toBeVisible();
    expect(screen.getByText('Discoveries', { selector: 'dt' }).parentElement).toHaveTextContent('41');
    expect(screen.queryByRole('link', { name: 'Go to your profile' })).toBeNull();
    expect(calls.filter(({ path }) => path.startsWith('/api/profile'))).toEqual([]);
  });

  it('leaves out what the player hides, and shows the wallet where it is shown', async () => {
    const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
    open({ 'GET /api/players/Vixen%202': { ...vixen, profileImageUrl: null, bio: null, createdAt: null, discoveries: null, level: null, wallet } });
    expect(await screen.findByText(wallet)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Vixen 2' })).toBeVisible();
    for (const hidden of [/Joined/, 'Discoveries', 'Level', 'Foxes, mostly.', /null/]) expect(screen.queryByText(hidden)).toBeNull();
    expect(screen.queryByRole('img', { name: 'The picture of Vixen 2' })).toBeNull();
  });

  it('shows the gallery, counts a look at a work, and lets no one change it', async () => {
    const { user, calls } = open({ 'GET /api/players/Vixen%202': vixen, 'GET /api/players/p2/art': [artwork('a', 'Fox'), artwork('b', 'Heron')], 'POST /api/art/a/view': { views: 4 } });
    await user.click(await screen.findByRole('button', { name: 'View Fox' }));
    expect(await screen.findByRole('dialog', { name: 'Fox' })).toBeVisible();
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/art/a/view')).toHaveLength(1));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'View Heron' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Remove|Move/ })).toBeNull();
  });

  it('says when the gallery cannot be read', async () => {
    open({ 'GET /api/players/Vixen%202': vixen, 'GET /api/players/p2/art': () => problem(503, 'UNAVAILABLE', 'Back in a minute.') });
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    expect(screen.getByText('Foxes, mostly.')).toBeVisible();
  });

  it('leads the player to their own profile', async () => {
    open({ 'GET /api/auth/user': { ...me, id: 'p2' }, 'GET /api/players/Vixen%202': vixen });
    expect(await screen.findByRole('link', { name: 'Go to your profile' })).toHaveAttribute('href', '/profile');
  });

  it('says when there is no such player', async () => {
    open({}, '/players/nobody');
    expect(await screen.findByText('There is no such player')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Explore the map' })).toHaveAttribute('href', '/home');
  });

  it('says when the server is in trouble, and tries again', async () => {
    let isAway = true;
    const { user } = open({ 'GET /api/players/Vixen%202': () => (isAway ? problem(503, 'UNAVAILABLE', 'Back in a minute.') : vixen) });
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Foxes, mostly.')).toBeVisible();
  });
});
