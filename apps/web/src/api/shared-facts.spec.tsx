import '../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Router } from '../app/router';
import { FakeEventSource } from '../test/fake-map';
import { nodeOf, player, playerServer, prepareHome, work } from '../test/home';
import { artwork, completeUpload, openProfile } from '../test/profile';
import { renderAt } from '../test/render';

const works = ['Fox', 'Heron'].map((title) => artwork(title, title, { thumbhash: 'AAAA', width: 8, height: 8 }));
const list = (nodes: object[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });
const seen = {
  id: 'p1',
  username: 'marker_jo',
  profileImageUrl: null,
  bio: null,
  createdAt: null,
  discoveries: null,
  level: null,
  wallet: null,
};

describe('the own gallery, which REST reads, and the public page, which GraphQL reads', () => {
  /** The profile of a player whose gallery is read by both. */
  async function openGallery(more: Parameters<typeof openProfile>[0] = {}) {
    let gallery: object[] = works;
    const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
    const { user, to } = await openProfile({
      'query player': () => ({ ...seen, art: list(gallery), works: list([]) }),
      'query me': { id: 'p1', visibility: player.visibility },
      'GET /api/profile/art': () => gallery,
      'POST /api/profile/art': ({ body }) => {
        const added = artwork('n', (body as { title: string }).title, { thumbhash: 'AAAA', width: 8, height: 8 });
        gallery = [added, ...gallery];
        return Response.json(added, { status: 201 });
      },
      'mutation orderArt': ({ body }) => {
        gallery = (body as { ids: string[] }).ids.map((id) => works.find((work) => work.id === id)!);
        return true;
      },
      'mutation removeArt': (call) => {
        gallery = works.filter(({ id }) => id !== idOf(call));
        return true;
      },
      'mutation viewArt': { views: 9 },
      ...more,
    });
    const hanging = () =>
      screen.getAllByRole('button', { name: /^View / }).map((button) => button.closest('li')!.textContent);
    return {
      user,
      to,
      hanging,
      toPublicPage: async () => {
        await user.click(await screen.findByText('What others see', { selector: 'summary *' }));
        await user.click(await screen.findByRole('link', { name: 'See your public page' }));
        await screen.findByRole('link', { name: 'Go to your profile' });
      },
      toProfile: async () => {
        await user.click(screen.getByRole('link', { name: 'Go to your profile' }));
        await screen.findByRole('button', { name: 'Add Art' });
      },
      look: async (title: string) => {
        await user.click(await screen.findByRole('button', { name: `View ${title}` }));
        await screen.findByRole('dialog', { name: title });
        await user.keyboard('{Escape}');
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      },
    };
  }

  it('an addition by REST is read again by GraphQL', async () => {
    const { user, hanging, toPublicPage, toProfile } = await openGallery();
    await toPublicPage();
    expect(hanging()).toEqual([expect.stringMatching(/^Fox/), expect.stringMatching(/^Heron/)]);
    await toProfile();
    await user.click(screen.getByRole('button', { name: 'Add Art' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Art' }));
    await user.click(dialog.getByRole('button', { name: /Upload a picture/ }));
    await completeUpload(user, 'Add artwork');
    await user.type(dialog.getByLabelText(/^Title/), 'Moth');
    await user.click(dialog.getByRole('button', { name: 'Add to Gallery' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await toPublicPage();
    expect(hanging()).toEqual([
      expect.stringMatching(/^Moth/),
      expect.stringMatching(/^Fox/),
      expect.stringMatching(/^Heron/),
    ]);
  });

  it('an order that GraphQL saved shows on both, and REST does not read again', async () => {
    const { user, to, hanging, toPublicPage, toProfile } = await openGallery();
    await toPublicPage();
    await toProfile();
    await user.click(await screen.findByRole('button', { name: 'Move later: Fox' }));
    const turned = [expect.stringMatching(/^Heron/), expect.stringMatching(/^Fox/)];
    expect(hanging()).toEqual(turned);
    await toPublicPage();
    expect(hanging()).toEqual(turned);
    await toProfile();
    expect(hanging()).toEqual(turned);
    expect(to('GET /api/profile/art')).toHaveLength(1);
  });

  it('a work that GraphQL removed is gone from both', async () => {
    const { user, to, hanging, toPublicPage, toProfile } = await openGallery();
    await toPublicPage();
    await toProfile();
    await user.click(await screen.findByRole('button', { name: 'Remove Fox' }));
    // Leaving the page confirms the removal.
    await toPublicPage();
    await waitFor(() => expect(to('mutation removeArt')).toHaveLength(1));
    await waitFor(() => expect(hanging()).toEqual([expect.stringMatching(/^Heron/)]));
    await toProfile();
    expect(hanging()).toEqual([expect.stringMatching(/^Heron/)]);
    expect(to('GET /api/profile/art')).toHaveLength(1);
  });

  it('a look at a work on either is counted on both', async () => {
    const { hanging, look, toPublicPage, toProfile } = await openGallery();
    await toPublicPage();
    await look('Heron');
    await waitFor(() => expect(hanging()[1]).toContain('9 views'));
    await toProfile();
    expect(hanging()).toEqual([expect.stringContaining('3 views'), expect.stringContaining('9 views')]);
    await look('Fox');
    await waitFor(() => expect(hanging()[0]).toContain('9 views'));
    await toPublicPage();
    expect(hanging()).toEqual([expect.stringContaining('9 views'), expect.stringContaining('9 views')]);
  });
});

describe('what live events change in the public pages that are kept', () => {
  prepareHome();

  /** The map with a work of `finder` open; `state.titles` are the works of theirs that the server has. */
  async function openWork(finder: { id: string; username: string }) {
    const state = { titles: ['Fox'] };
    const found = (title: string, i: number) => ({
      id: `d${i + 1}`,
      title,
      artistName: null,
      imageUrl: null,
      thumbhash: null,
      createdAt: work.createdAt,
    });
    const calls = playerServer({
      'query discovery': { ...nodeOf(work), finder, app: null },
      'query player': () => ({
        ...seen,
        ...finder,
        discoveries: state.titles.length,
        level: state.titles.length,
        art: list([]),
        works: list(state.titles.map(found)),
      }),
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
