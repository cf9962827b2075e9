import { screen, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import type { Artist } from '../api/types';
import { artworkFor } from '../features/artists/artwork';
import { artistPath, paths } from '../lib/paths';
import { renderAt } from '../test/render';
import { problem, serve, signedOut } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import ArtistScreen from './artist';
import ArtistsScreen from './artists';

const artist = (name: string, facts: Partial<Artist> = {}): Artist => ({
  id: name.toLowerCase(),
  name,
  aka: [],
  city: 'Melbourne',
  country: 'Australia',
  activeYears: '1999–present',
  style: 'Cats',
  bio: 'Paints cats.',
  achievements: ['One', 'Two', 'Three'],
  website: null,
  source: 'A book',
  sourceUrl: 'https://artists.example.org/1',
  isFeatured: true,
  ...facts,
});
const all = [
  artist('Vixen', { aka: ['Zoë Fox'] }),
  artist('Mole', { city: 'Perth', achievements: ['One', 'Two', 'Three', 'Four', 'Five'] }),
  artist('Newt', { city: 'Nowra', achievements: ['A', 'B', 'C', 'D'] }),
];
const open = (responses: Parameters<typeof serve>[0], at = '/artists') => {
  serve({ 'GET /api/auth/user': () => signedOut(), ...responses });
  return renderAt(
    at,
    <TooltipProvider>
      <Routes>
        <Route path={paths.artists} element={<ArtistsScreen />} />
        <Route path={paths.artist} element={<ArtistScreen />} />
      </Routes>
    </TooltipProvider>,
  );
};
const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

describe('the artists page', () => {
  it('shows the artists with their facts and pictures [ARTI-01 ARTI-02 ARTI-08 ARTI-09 ARTI-10 ARTI-11 ARTI-12 ARTI-13 ARTI-14]', async () => {
    open({ 'GET /api/artists': all });
    expect(await screen.findByRole('heading', { level: 1, name: 'Australian Graffiti Artists' })).toBeVisible();
    expect(await screen.findByText('3 featured artists')).toBeVisible();
    const cards = screen.getAllByRole('heading', { level: 2 }).map((heading) => within(heading.closest('li')!));
    const [vixen, mole, newt] = cards;
    for (const text of [
      'Vixen',
      'Also known as Zoë Fox',
      'Melbourne, Australia',
      'Active 1999–present',
      'Cats',
      'One',
      'Two',
      'Three',
    ])
      expect(vixen!.getByText(text)).toBeVisible();
    expect(vixen!.queryByText(/more achievement/)).toBeNull();
    expect(mole!.getByText('+2 more achievements')).toBeVisible();
    expect(mole!.queryByText('Four')).toBeNull();
    expect(newt!.getByText('+1 more achievement')).toBeVisible();
    const pictures = cards.map((card) => card.getByRole('img').getAttribute('src'));
    expect(pictures).toEqual(all.map(({ name }) => artworkFor(name)));
    expect(new Set(pictures).size).toBe(3);
  });

  it('is searched by name, other names and city, whatever the case and accents [ARTI-03 ARTI-04 ARTI-05 ARTI-06 ARTI-07 ARTI-15]', async () => {
    const { user } = open({ 'GET /api/artists': all });
    const box = await screen.findByRole('searchbox', { name: 'Search artists' });
    for (const [text, found] of [
      ['vIX', ['Vixen']],
      ['ZOE', ['Vixen']],
      ['vıxen', ['Vixen']],
      ['pérth', ['Mole']],
      ['n', ['Vixen', 'Newt']],
    ] as const) {
      await user.clear(box);
      await user.type(box, text);
      expect(names()).toEqual(found);
    }
    await user.clear(box);
    await user.type(box, 'nobody');
    expect(screen.getByText('No Artists Found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all artists' }));
    expect(names()).toHaveLength(3);
  });

  it('says that it failed', async () => {
    open({ 'GET /api/artists': problem(503, 'UNAVAILABLE', 'Discovery is unavailable.') });
    expect(await screen.findByText('The artists could not be loaded')).toBeVisible();
  });
});

describe('an artist’s page', () => {
  const list = (nodes: object[]) => ({ nodes, edges: [], pageInfo: { hasNextPage: false, endCursor: null } });
  const work = { id: 'w1', title: 'Fox', imageUrl: null, thumbhash: null, createdAt: '2026-01-01T00:00:00.000Z' };

  it('shows all facts, the source and the works', async () => {
    open({ 'query artist': { ...all[1], works: list([work]) } }, '/artists/mole');
    expect(await screen.findByRole('heading', { level: 1, name: 'Mole' })).toBeVisible();
    for (const text of ['Paints cats.', 'Four', 'Five']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Source: A book' })).toHaveAttribute(
      'href',
      'https://artists.example.org/1',
    );
    expect(screen.getByRole('link', { name: /^Fox/ })).toHaveAttribute('href', '/d/w1');
  });

  it('of an artist who is not featured has the works; an unknown name has none', async () => {
    const bare = {
      ...artist('Éva d’Ôr'),
      city: null,
      country: null,
      activeYears: null,
      style: null,
      bio: null,
      achievements: [],
      source: null,
      sourceUrl: null,
      isFeatured: false,
    };
    const { unmount } = open({ 'query artist': { ...bare, works: list([]) } }, artistPath('Éva d’Ôr')!);
    expect(await screen.findByRole('heading', { level: 1, name: 'Éva d’Ôr' })).toBeVisible();
    expect(screen.getByText('No works on the map yet')).toBeVisible();
    unmount();
    open({ 'query artist': null }, '/artists/nobody');
    expect(await screen.findByText('No artist by this name')).toBeVisible();
  });

  it('has an address for every name but signs alone', () => {
    expect(['Fintan Magee', ' HA-HA! ', '愛', '...'].map(artistPath)).toEqual([
      '/artists/fintan-magee',
      '/artists/ha-ha',
      `/artists/${encodeURIComponent('愛')}`,
      null,
    ]);
  });
});
