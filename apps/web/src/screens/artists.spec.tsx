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

/** The page's cards, in their order. */
async function openCards() {
  open({ 'GET /api/artists': all });
  const headings = await screen.findAllByRole('heading', { level: 2 });
  return headings.map((heading) => within(heading.closest('li')!));
}

describe('the artists page', () => {
  it('shows its title and the number of featured artists [ARTI-01 ARTI-02 ARTI-08]', async () => {
    await openCards();
    expect(screen.getByRole('heading', { level: 1, name: 'Australian Graffiti Artists' })).toBeVisible();
    expect(screen.getByText('3 featured artists')).toBeVisible();
    expect(names()).toEqual(['Vixen', 'Mole', 'Newt']);
  });

  it('shows names, place, active years and style on a card [ARTI-09 ARTI-10 ARTI-11]', async () => {
    const [vixen] = await openCards();
    for (const text of ['Vixen', 'Also known as Zoë Fox', 'Melbourne, Australia', 'Active 1999–present', 'Cats'])
      expect(vixen!.getByText(text)).toBeVisible();
  });

  it('shows a picture of its own for each artist, chosen by the name [ARTI-12]', async () => {
    const pictures = (await openCards()).map((card) => card.getByRole('img').getAttribute('src'));
    expect(pictures).toEqual(all.map(({ name }) => artworkFor(name)));
    expect(new Set(pictures).size).toBe(3);
  });

  it('shows three achievements on a card, and how many more there are [ARTI-13 ARTI-14]', async () => {
    const [vixen, mole, newt] = await openCards();
    for (const text of ['One', 'Two', 'Three']) {
      expect(vixen!.getByText(text)).toBeVisible();
      expect(mole!.getByText(text)).toBeVisible();
    }
    expect(vixen!.queryByText(/more achievement/)).toBeNull();
    expect(mole!.getByText('+2 more achievements')).toBeVisible();
    expect(mole!.queryByText('Four')).toBeNull();
    expect(newt!.getByText('+1 more achievement')).toBeVisible();
  });

  it.each([
    ['an artist’s name', 'vix', ['Vixen'], 'ARTI-03 ARTI-04'],
    ['another name', 'zoë', ['Vixen'], 'ARTI-05'],
    ['the city', 'perth', ['Mole'], 'ARTI-06'],
    ['a part of name or city', 'n', ['Vixen', 'Newt'], 'ARTI-04'],
    ['a name in any case', 'vIX', ['Vixen'], 'ARTI-07'],
    ['a name without its accents', 'ZOE', ['Vixen'], 'ARTI-07'],
    ['a name without its dots', 'vıxen', ['Vixen'], 'ARTI-07'],
    ['a city with accents', 'pérth', ['Mole'], 'ARTI-07'],
  ])('is searched by %s, such as "%s": %j [%s]', async (_by, text, found) => {
    const { user } = open({ 'GET /api/artists': all });
    await user.type(await screen.findByRole('searchbox', { name: 'Search artists' }), text);
    expect(names()).toEqual(found);
  });

  it('says when the search finds nobody, and shows all artists again [ARTI-15]', async () => {
    const { user } = open({ 'GET /api/artists': all });
    await user.type(await screen.findByRole('searchbox', { name: 'Search artists' }), 'nobody');
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
