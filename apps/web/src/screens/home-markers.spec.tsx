import '../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { tilesOf } from '../features/map/work-tiles';
import { browser } from '../lib/browser';
import { FakeEventSource } from '../test/fake-map';
import {
  backFrom,
  guestServer,
  HERE,
  nodeOf,
  openHome,
  playerServer,
  prepareHome,
  theMap,
  wall,
  work,
} from '../test/home';
import { problem } from '../test/server';

prepareHome();

describe('markers', () => {
  it('titles works with their title or "Street Art Discovery" [MAPD-20 MAPD-21]', async () => {
    guestServer({
      'GET /api/discoveries/nearby': [work, { ...work, id: 'd2', title: null, latitude: HERE.lat + 0.002 }],
    });
    openHome();
    await theMap();
    expect(await screen.findByTitle('Fox on a shutter')).toHaveClass('map-pin--discovery');
    expect(screen.getByTitle('Street Art Discovery')).toHaveClass('map-pin--discovery');
  });

  /** Opens the window of a legal wall, which a guest sees on the map. */
  async function openWall(facts: Partial<typeof wall> = {}) {
    guestServer({ 'GET /api/legal-walls/nearby': [{ ...wall, ...facts }] });
    const view = openHome();
    await theMap();
    const marker = await screen.findByTitle('Leeside');
    expect(screen.queryByRole('region', { name: 'Leeside' })).toBeNull();
    await view.user.click(marker);
    return { ...view, marker, info: await screen.findByRole('region', { name: 'Leeside' }) };
  }

  it('shows a wall, which opens a window with its name [MAPD-22 MAPD-24 MAPD-25]', async () => {
    const { marker, info } = await openWall();
    expect(marker).toHaveClass('map-pin--wall');
    expect(within(info).getByText('Leeside')).toBeVisible();
  });

  it('shows where a wall is and what it is [MAPD-26 MAPD-27 MAPD-30]', async () => {
    const { info } = await openWall();
    for (const text of ['Vancouver, Canada', 'Cassiar St', 'A tunnel.'])
      expect(within(info).getByText(text)).toBeVisible();
  });

  it('leads from a wall to the missions around it', async () => {
    const { user, path, info } = await openWall();
    await user.click(within(info).getByRole('link', { name: 'View Missions Here' }));
    expect(path()).toMatch(/^\/missions\?latitude=/);
  });

  it.each<[string | null, string, string, string]>([
    [null, 'Open 24/7', 'Dawn to dusk', 'MAPD-29'],
    ['Dawn to dusk', 'Dawn to dusk', 'Open 24/7', 'MAPD-28'],
  ])('shows the hours %j of a wall as "%s", not "%s" [%s]', async (hours, shown, hidden) => {
    const { info } = await openWall({ hours });
    expect(within(info).getByText(shown)).toBeVisible();
    expect(within(info).queryByText(hidden)).toBeNull();
  });

  it('shows title and description in the bottom card, and closes it [MAPD-32 MAPD-33]', async () => {
    guestServer({
      'GET /api/discoveries/nearby': [
        { ...work, status: 'gone', isFreshArt: true, source: 'Vancouver', licence: 'OGL' },
      ],
    });
    const { user } = openHome();
    await theMap();
    await user.click(await screen.findByTitle('Fox on a shutter'));
    const card = await screen.findByRole('region', { name: 'Fox on a shutter' });
    for (const text of ['Orange fox.', 'No longer there', 'Fresh artwork', 'Source: Vancouver, OGL'])
      expect(within(card).getByText(text)).toBeVisible();
    expect(card).toHaveTextContent('Vixen · 2019');
    expect(within(card).getByRole('link', { name: 'Vixen' })).toHaveAttribute('href', '/artists/vixen');
    await user.click(within(card).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Fox on a shutter' })).toBeNull());
  });

  it('likes at once and takes the like back without a word [MAPD-34 MAPD-36]', async () => {
    const calls = playerServer({
      'mutation likeDiscovery': { id: 'd1', likes: 3, liked: true },
      'mutation unlikeDiscovery': { id: 'd1', likes: 2, liked: false },
    });
    const { user } = openHome();
    await screen.findByText('marker_jo');
    await user.click(await screen.findByTitle('Fox on a shutter'));
    await user.click(await screen.findByRole('button', { name: /^Like/ }));
    expect(await screen.findByText('Liked! 👍')).toBeVisible();
    expect(screen.getByText('You liked this street art piece!')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /^Liked/ }));
    const like = await screen.findByRole('button', { name: /^Like,/ });
    expect(like).toHaveTextContent('2');
    expect(calls.flatMap(({ operation }) => (operation?.endsWith('ikeDiscovery') ? [operation] : []))).toEqual([
      'mutation likeDiscovery',
      'mutation unlikeDiscovery',
    ]);
  });

  it('takes an optimistic like back when the server refuses it', async () => {
    playerServer({
      'mutation likeDiscovery': () => problem(503, 'UNAVAILABLE', 'Likes are unavailable for a minute.'),
    });
    const { user } = openHome();
    await screen.findByText('marker_jo');
    await user.click(await screen.findByTitle('Fox on a shutter'));
    await user.click(await screen.findByRole('button', { name: /^Like/ }));
    expect(await screen.findByText('Likes are unavailable for a minute.')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Like,/ })).toHaveTextContent('2');
  });

  it('shares natively where the browser can [MAPD-37]', async () => {
    const share = jest.fn(async (_what: ShareData) => undefined);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    guestServer();
    const { user } = openHome();
    await theMap();
    await user.click(await screen.findByTitle('Fox on a shutter'));
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({
      title: 'Fox on a shutter · Sprayhunt',
      text: 'Check out this street art!',
      url: 'http://localhost:8080/d/d1',
    });
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  });

  it('copies the link where it cannot [MAPD-38]', async () => {
    guestServer();
    const { user } = openHome();
    await theMap();
    await user.click(await screen.findByTitle('Fox on a shutter'));
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link Copied! 📤')).toBeVisible();
    expect(screen.getByText('Street art location link copied to clipboard!')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('http://localhost:8080/d/d1');
  });

  it('opens a shared discovery for a guest, wherever in the world it is [MAPD-39]', async () => {
    const shared = { ...work, id: 'far', title: 'Far away', latitude: 45.5, longitude: -73.57 };
    guestServer({ 'query discovery': nodeOf(shared) });
    openHome('/d/far');
    expect(await screen.findByRole('region', { name: 'Far away' })).toBeVisible();
    expect((await theMap()).load.center).toEqual({ lat: 45.5, lng: -73.57 });
  });

  it('says when a shared discovery is not there any more', async () => {
    guestServer({ 'query discovery': null });
    openHome('/d/none');
    expect(await screen.findByText('This work is no longer on the map.')).toBeVisible();
    expect((await theMap()).load.center).toEqual(HERE);
  });

  it('groups works at one point, and lists them where no zoom can part them', async () => {
    const stack = Array.from({ length: 15 }, (_, i) => ({
      ...work,
      id: `s${i}`,
      title: `Layer ${i}`,
      status: 'gone' as const,
    }));
    guestServer({ 'GET /api/discoveries/nearby': stack });
    const { user } = openHome();
    await theMap();
    await user.click(await screen.findByRole('button', { name: '15 works at one place' }));
    const sheet = await screen.findByRole('dialog', { name: 'At this place' });
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(15);
    await user.click(within(sheet).getByText('Layer 3'));
    expect(await screen.findByRole('region', { name: 'Layer 3' })).toBeVisible();
  });

  it('lands a work that others add nearby', async () => {
    let works = [work];
    guestServer({ 'GET /api/discoveries/nearby': () => works });
    openHome();
    await screen.findByTitle('Fox on a shutter');
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    expect(FakeEventSource.open[0]!.url).toBe('/api/live?latitude=49.2812&longitude=-123.1209&radius=5000');
    works = [work, { ...work, id: 'new', title: 'Wet paint', latitude: HERE.lat + 0.003 }];
    act(() => FakeEventSource.emit('discovery', { id: 'new' }));
    expect(await screen.findByTitle('Wet paint')).toHaveAttribute('data-landing');
    expect(screen.getByTitle('Fox on a shutter')).not.toHaveAttribute('data-landing');
  });
});

describe('the works of the view', () => {
  /** A tile as discovery encodes it: the work `w1` "Ibis", which is gone, and 41 others together. */
  const TILE =
    'Gmt4AgoFd29ya3MogCASExIIAAABAQICAwMYASIFCYAQgCASDxIEAAQBBRgBIgUJgDCAEBoIc3RhbmRpbmcaBGdvbmUaAmlkGgV0aXRsZSICKAAiAigBIgQKAncxIgYKBEliaXMiAignIgIoAg==';
  const half = ((180 / 256) * 600) / 2 ** 17;
  const addresses = tilesOf({
    center: HERE,
    zoom: 17,
    bounds: { west: HERE.lng - half, east: HERE.lng + half, south: HERE.lat - half, north: HERE.lat + half },
  });
  /** The tile in the middle is `content`, the others of the view are empty. */
  const tiles = (content: () => string) =>
    Object.fromEntries(
      addresses.map(({ z, x, y }) => [
        `GET /api/map/works/${z}/${x}/${y}.mvt`,
        () =>
          new Response(
            Uint8Array.from(x === 10_354 && y === 22_428 ? atob(content()) : '', (letter) => letter.charCodeAt(0)),
          ),
      ]),
    );

  it('come from tiles, wherever they are: single ones as pins, and counted where they crowd', async () => {
    guestServer({
      ...tiles(() => TILE),
      'GET /api/discoveries/nearby': [],
      'query discovery': nodeOf({ ...work, id: 'w1', title: 'Ibis', status: 'gone' }),
    });
    const { user } = openHome();
    const map = await theMap();
    const ibis = await screen.findByTitle('Ibis');
    expect(ibis).toHaveAttribute('data-gone');
    await user.click(ibis);
    // The list does not have it.
    expect(await screen.findByRole('region', { name: 'Ibis' })).toBeVisible();
    const { zoom } = map;
    await user.click(screen.getByRole('button', { name: '41 works, zoom in' }));
    expect(map.zoom).toBeGreaterThan(zoom + 1);
  });

  it('say when one is not there any more that the map still shows', async () => {
    guestServer({ ...tiles(() => TILE), 'GET /api/discoveries/nearby': [], 'query discovery': null });
    const { user } = openHome();
    await theMap();
    await user.click(await screen.findByTitle('Ibis'));
    expect(await screen.findByText('This work is no longer on the map.')).toBeVisible();
  });

  it('have what the list has already and the tile has not, and are read again when others add works', async () => {
    let content = '';
    guestServer(tiles(() => content));
    openHome();
    await theMap();
    expect(await screen.findByTitle('Fox on a shutter')).toBeVisible();
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    content = TILE;
    act(() => FakeEventSource.emit('discovery', { id: 'w1' }));
    expect(await screen.findByTitle('Ibis', undefined, { timeout: 3_000 })).toHaveAttribute('data-landing');
  });

  it('leave the map when they are taken off it, the open one closes with a sentence, and they come back when they are shown again', async () => {
    let content = '';
    let works = [work];
    guestServer({ ...tiles(() => content), 'GET /api/discoveries/nearby': () => works });
    const { user } = openHome();
    await theMap();
    await user.click(await screen.findByTitle('Fox on a shutter'));
    expect(await screen.findByRole('region', { name: 'Fox on a shutter' })).toBeVisible();
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    [content, works] = [TILE, []];
    act(() => FakeEventSource.emit('removed', { id: 'd1' }));
    expect(await screen.findByText('This work is no longer on the map.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Fox on a shutter' })).toBeNull());
    await waitFor(() => expect(screen.queryByTitle('Fox on a shutter')).toBeNull());
    expect(await screen.findByTitle('Ibis', undefined, { timeout: 3_000 })).toBeVisible();
    content = '';
    act(() => FakeEventSource.emit('removed', { id: 'w1' }));
    await waitFor(() => expect(screen.queryByTitle('Ibis')).toBeNull());
    works = [work];
    act(() => FakeEventSource.emit('discovery', { id: 'd1' }));
    expect(await screen.findByTitle('Fox on a shutter')).toHaveAttribute('data-landing');
  });
});

describe('after a lost connection', () => {
  it('reads what is nearby again, and lets nothing land that is not told to be new', async () => {
    let works = [work];
    const calls = guestServer({ 'GET /api/discoveries/nearby': () => works });
    openHome();
    await screen.findByTitle('Fox on a shutter');
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    works = [work, { ...work, id: 'old', title: 'Old wall', latitude: HERE.lat + 0.003 }];
    const [line] = FakeEventSource.open;
    act(() => line!.onerror!());
    act(() => line!.onopen!());
    expect(await screen.findByTitle('Old wall')).not.toHaveAttribute('data-landing');
    expect(calls.filter(({ path }) => path === '/api/discoveries/nearby')).toHaveLength(2);
    // Nor does what another part of the map shows later.
    act(() => FakeEventSource.emit('discovery', { id: 'elsewhere' }));
    works = [...works, { ...work, id: 'older', title: 'Older wall', latitude: HERE.lat - 0.003 }];
    act(() => FakeEventSource.emit('discovery', { id: 'old' }));
    expect(await screen.findByTitle('Older wall')).not.toHaveAttribute('data-landing');
    expect(screen.getByTitle('Old wall')).not.toHaveAttribute('data-landing');
  });
});

describe('a like while the list is being read', () => {
  it('is not taken back by a response from before, and the list is read again', async () => {
    const pending: (() => void)[] = [];
    let isSlow = false;
    let liked = false;
    playerServer({
      'GET /api/discoveries/nearby': async () => {
        const now = [{ ...work, liked, likes: liked ? 3 : 2 }];
        if (isSlow) await new Promise<void>((resolve) => pending.push(resolve));
        return now;
      },
      'mutation likeDiscovery': () => {
        liked = true;
        return { id: 'd1', likes: 3, liked: true };
      },
    });
    const { user } = openHome();
    await screen.findByText('marker_jo');
    await user.click(await screen.findByTitle('Fox on a shutter'));
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    isSlow = true;
    act(() => FakeEventSource.emit('discovery', { id: 'new' }));
    await waitFor(() => expect(pending).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: /^Like,/ }));
    expect(await screen.findByText('Liked! 👍')).toBeVisible();
    await act(async () => pending[0]!());
    expect(screen.getByRole('button', { name: /^Liked/ })).toHaveTextContent('3');
    await waitFor(() => expect(pending).toHaveLength(2));
    await act(async () => pending[1]!());
    expect(screen.getByRole('button', { name: /^Liked/ })).toHaveTextContent('3');
  });
});

describe('without a session', () => {
  it('keeps a like for after sign-in, and finishes it on return', async () => {
    const goTo = jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
    guestServer();
    const first = openHome();
    await theMap();
    await first.user.click(await screen.findByTitle('Fox on a shutter'));
    await first.user.click(await screen.findByRole('button', { name: /^Like/ }));
    expect(goTo).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/login\?returnTo=/));
    first.unmount();
    const calls = playerServer({ 'mutation likeDiscovery': { id: 'd1', likes: 3, liked: true } });
    openHome(backFrom(goTo));
    expect(await screen.findByText('Liked! 👍')).toBeVisible();
    expect(calls.filter(({ operation }) => operation === 'mutation likeDiscovery')).toHaveLength(1);
    expect(sessionStorage).toHaveLength(0);
  });
});
