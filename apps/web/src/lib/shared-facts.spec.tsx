import '../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Router } from '../app/router';
import { FakeEventSource } from '../test/fake-map';
import { player, playerServer, prepareHome, work } from '../test/home';
import { artwork, openProfile } from '../test/profile';
import { renderAt } from '../test/render';

const works = ['Fox', 'Heron'].map((title) => artwork(title, title, { thumbhash: 'AAAA', width: 8, height: 8 }));
const list = (nodes: object[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });
const seen = { id: 'p1', username: 'marker_jo', profileImageUrl: null, bio: null, createdAt: null, discoveries: null, level: null, wallet: null };

it('what REST changes is read again by GraphQL: the order of a gallery on the public page', async () => {
  let order = works;
  const { user } = await openProfile({
    'query player': () => ({ ...seen, art: list(order), works: list([]) }),
    'query me': { id: 'p1', visibility: player.visibility },
    'GET /api/profile/art': () => order,
    'PUT /api/profile/art/order': ({ body }) => {
      order = (body as { ids: string[] }).ids.map((id) => works.find((work) => work.id === id)!);
      return null;
    },
  });
  const titlesOnPublicPage = async () => {
    await user.click(await screen.findByText('What others see', { selector: 'summary *' }));
    await user.click(await screen.findByRole('link', { name: 'See your public page' }));
    await screen.findByRole('link', { name: 'Go to your profile' });
    return screen.getAllByRole('button', { name: /^View / }).map((button) => button.getAttribute('aria-label'));
  };
  expect(await titlesOnPublicPage()).toEqual(['View Fox', 'View Heron']);
  await user.click(screen.getByRole('link', { name: 'Go to your profile' }));
  await user.click(await screen.findByRole('button', { name: 'Move later: Fox' }));
  expect(await titlesOnPublicPage()).toEqual(['View Heron', 'View Fox']);
});

describe('what live events change in the public pages that are kept', () => {
  prepareHome();

  /** The map with a work of `finder` open; `state.titles` are the works of theirs that the server has. */
  async function openWork(finder: { id: string; username: string }) {
    const state = { titles: ['Fox'] };
    const found = (title: string, i: number) => ({ id: `d${i + 1}`, title, artistName: null, imageUrl: null, thumbhash: null, createdAt: work.createdAt });
    const calls = playerServer({
      'GET /api/discoveries/d1': work,
      'query discovery': { id: work.id, finder },
      'query player': () => ({ ...seen, ...finder, discoveries: state.titles.length, level: state.titles.length, art: list([]), works: list(state.titles.map(found)) }),
    });
    const { user } = renderAt('/d/d1', <Router />);
    return {
      state,
      reads: () => calls.filter(({ operation }) => operation === 'query player').length,
      /** Goes from the map to the player's page and back; returns the titles of the works there. */
      async titlesOnPage() {
        await user.click(await screen.findByRole('link', { name: finder.username }));
        const region = within(await screen.findByRole('region', { name: 'Documented works' }));
        const titles = region.getAllByRole('listitem').map((item) => item.querySelector('.font-semibold')!.textContent);
        await user.click(region.getByRole('link', { name: /^Fox/ }));
        await screen.findByRole('link', { name: finder.username });
        await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
        return titles;
      },
    };
  }
  const me = { id: 'p1', username: 'marker_jo' };
  const another = { id: 'p2', username: 'vixen' };
  const booked = { balance: 400, change: 50, reason: 'discovery' };

  it('without one a page is not read again', async () => {
    const map = await openWork(another);
    expect(await map.titlesOnPage()).toEqual(['Fox']);
    expect(await map.titlesOnPage()).toEqual(['Fox']);
    expect(map.reads()).toBe(1);
  });

  it.each([
    ['a booking', me, 'tokens', booked],
    ['a work that someone added near here', another, 'discovery', { id: 'd2' }],
  ] as const)('%s has the works that it concerns read again', async (_, finder, event, data) => {
    const map = await openWork(finder);
    expect(await map.titlesOnPage()).toEqual(['Fox']);
    map.state.titles.push('Heron');
    act(() => FakeEventSource.emit(event, data));
    expect(await map.titlesOnPage()).toEqual(['Fox', 'Heron']);
    expect(map.reads()).toBe(2);
  });

  it('a booking leaves the pages of others as they are', async () => {
    const map = await openWork(another);
    await map.titlesOnPage();
    act(() => FakeEventSource.emit('tokens', booked));
    await map.titlesOnPage();
    expect(map.reads()).toBe(1);
  });
});
