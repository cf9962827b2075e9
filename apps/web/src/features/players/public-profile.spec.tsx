import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Router } from '../../app/router';
import { player as me } from '../../test/home';
import { renderAt } from '../../test/render';
import { artwork as anArtwork } from '../../test/profile';
import { refusal } from '../../test/graph';
import { problem, serve, signedOut } from '../../test/server';

const art = (nodes: object[], pageInfo: object = { hasNextPage: false, endCursor: null }) => ({ nodes, pageInfo });
const vixen = {
  id: 'p2',
  username: 'Vixen 2',
  profileImageUrl: '/objects/v',
  bio: 'Foxes, mostly.',
  createdAt: '2026-03-15T12:00:00.000Z',
  discoveries: 41,
  level: 5,
  wallet: null,
  art: art([]),
  works: art([]),
};
const artwork = (id: string, title: string) => ({ ...anArtwork(id, title), thumbhash: 'AAAA', width: 8, height: 8 });

function open(responses: Parameters<typeof serve>[0], at = '/players/Vixen%202') {
  const calls = serve({ 'GET /api/auth/user': signedOut, 'GET /config.json': {}, ...responses });
  return { ...renderAt(at, <Router />), calls };
}

describe('a player as others see them', () => {
  it('shows a guest the name, the picture, the words and how far the player is', async () => {
    const { calls } = open({ 'query player': vixen });
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
    open({
      'query player': {
        ...vixen,
        profileImageUrl: null,
        bio: null,
        createdAt: null,
        discoveries: null,
        level: null,
        wallet,
      },
    });
    expect(await screen.findByText(wallet)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Vixen 2' })).toBeVisible();
    for (const hidden of [/Joined/, 'Discoveries', 'Level', 'Foxes, mostly.', /null/])
      expect(screen.queryByText(hidden)).toBeNull();
    expect(screen.queryByRole('img', { name: 'The picture of Vixen 2' })).toBeNull();
  });

  it('shows what was achieved, with its date and how many have it; one that the page does not know by the words of the server', async () => {
    const earned = { name: 'Name', description: 'Text', earnedAt: '2026-03-20T12:00:00.000Z', players: 12 };
    const first = open({
      'query player': {
        ...vixen,
        achievements: [
          { ...earned, id: 'night-shift' },
          { ...earned, id: 'of-tomorrow', players: 0 },
        ],
      },
    });
    const [known, unknown] = within(await screen.findByRole('region', { name: 'Achievements' })).getAllByRole(
      'listitem',
    );
    expect(known).toHaveTextContent(/^Night Shift.*Earned on Mar 20, 2026.*12 players/);
    expect(known!.querySelector('svg')).toHaveAttribute('data-drawing', 'night-shift');
    expect(unknown).toHaveTextContent(/^NameText/);
    expect(unknown!.querySelector('svg')).toHaveAttribute('data-drawing', 'unknown');
    first.unmount();
    open({ 'query player': { ...vixen, achievements: null } });
    expect(await screen.findByText('Foxes, mostly.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Achievements' })).toBeNull();
  });

  it('shows the gallery, counts a look at a work, and lets no one change it', async () => {
    const { user, calls } = open({
      'query player': { ...vixen, art: art([artwork('a', 'Fox'), artwork('b', 'Heron')]) },
      'mutation viewArt': { views: 4 },
    });
    await user.click(await screen.findByRole('button', { name: 'View Fox' }));
    expect(await screen.findByRole('dialog', { name: 'Fox' })).toBeVisible();
    await waitFor(() =>
      expect(calls.filter(({ operation }) => operation === 'mutation viewArt').map(({ body }) => body)).toEqual([
        { id: 'a' },
      ]),
    );
    expect(await screen.findByText(/^Sketch/, { selector: '[role=dialog] *' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('4 views'));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'View Heron' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Remove|Move/ })).toBeNull();
  });

  it('without the service of the gallery is shown without it, until it is back', async () => {
    let isDown = true;
    const { user } = open({
      'query player': () => ({
        ...vixen,
        art: () => {
          if (isDown) throw refusal('UNAVAILABLE', 'Back in a minute.');
          return art([artwork('a', 'Fox')]);
        },
      }),
    });
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    expect(screen.getByText('Foxes, mostly.')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'View Fox' })).toBeVisible();
  });

  it('shows the works that the player put on the map, page by page, beside the gallery', async () => {
    const work = (id: string, title: string | null) => ({
      id,
      title,
      artistName: null,
      imageUrl: null,
      thumbhash: null,
      createdAt: '2026-03-15T12:00:00.000Z',
    });
    const { user, calls } = open({
      'query player': {
        ...vixen,
        art: art([artwork('a', 'Fox')], { hasNextPage: true, endCursor: 'one' }),
        works: ({ after }: { after?: string }) =>
          after === undefined
            ? art([work('d1', 'Ibis')], { hasNextPage: true, endCursor: 'two' })
            : art([work('d2', null)]),
      },
    });
    expect(await screen.findByRole('link', { name: 'IbisMar 15, 2026' })).toHaveAttribute('href', '/d/d1');
    const works = screen.getByRole('region', { name: 'Documented works' });
    await user.click(within(works).getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'Street Art DiscoveryMar 15, 2026' })).toBeVisible();
    expect(screen.getByRole('link', { name: /Ibis/ })).toBeVisible();
    expect(within(works).queryByRole('button', { name: 'Show more' })).toBeNull();
    // The other list is as it was.
    expect(
      within(screen.getByRole('region', { name: 'Art Gallery' })).getByRole('button', { name: 'Show more' }),
    ).toBeVisible();
    expect(calls.filter(({ operation }) => operation === 'query player')).toHaveLength(2);
  });

  it('without the service of the works is shown without them, until it is back', async () => {
    let isDown = true;
    const { user } = open({
      'query player': () => ({
        ...vixen,
        art: art([artwork('a', 'Fox')]),
        works: () => {
          if (isDown) throw refusal('UNAVAILABLE', 'Back in a minute.');
          return art([]);
        },
      }),
    });
    expect(await screen.findByText('The works could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'View Fox' })).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('The works could not be loaded')).toBeNull());
  });

  it('leads the player to their own profile', async () => {
    open({ 'GET /api/auth/user': { ...me, id: 'p2' }, 'query player': vixen });
    expect(await screen.findByRole('link', { name: 'Go to your profile' })).toHaveAttribute('href', '/profile');
  });

  it('says when there is no such player', async () => {
    open({ 'query player': () => null }, '/players/nobody');
    expect(await screen.findByText('There is no such player')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Explore the map' })).toHaveAttribute('href', '/home');
  });

  it('shows that the server failed, and tries again', async () => {
    let isDown = true;
    const { user } = open({
      'query player': () => (isDown ? problem(503, 'UNAVAILABLE', 'Back in a minute.') : vixen),
    });
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Foxes, mostly.')).toBeVisible();
  });

  it('reads a long gallery page by page', async () => {
    const { user, calls } = open({
      'query player': ({ body }) => ({
        ...vixen,
        art: ({ after }: { after?: string }) => {
          expect(body).toEqual({ username: 'Vixen 2' });
          return after === undefined
            ? art([artwork('a', 'Fox')], { hasNextPage: true, endCursor: 'one' })
            : art([artwork('b', 'Heron')]);
        },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('button', { name: 'View Heron' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'View Fox' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(calls.filter(({ operation }) => operation === 'query player')).toHaveLength(2);
  });

  it('comes in one call, by the hash of its document', async () => {
    const { calls } = open({ 'query player': vixen });
    await screen.findByText('Foxes, mostly.');
    expect(
      calls
        .filter(({ path }) => path !== '/config.json' && path !== '/api/auth/user')
        .map(({ method, path, credentials }) => [method, path, credentials]),
    ).toEqual([['POST', '/graphql', 'include']]);
  });
});
