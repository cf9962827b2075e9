import '../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { tilesOf } from '../features/map/work-tiles';
import { KEPT_HEADER } from '../features/map/kept-lists';
import { FakeEventSource } from '../test/fake-map';
import { guestServer, HERE, nodeOf, openHome, playerServer, prepareHome, theMap, work } from '../test/home';
import { problem } from '../test/server';

prepareHome();

const FAR = { lat: 45.5, lng: -73.57 };
const nearbyCalls = (calls: ReturnType<typeof guestServer>) =>
  calls.filter(({ path }) => path === '/api/discoveries/nearby');

describe('a shared discovery', () => {
  const shared = { ...work, id: 'far', title: 'Far away', latitude: FAR.lat, longitude: FAR.lng };

  it('leaves the map where it is when it is closed, and the list too', async () => {
    const calls = guestServer({ 'query discovery': nodeOf(shared) });
    const { user, path } = openHome('/d/far');
    const map = await theMap();
    const card = await screen.findByRole('region', { name: 'Far away' });
    await waitFor(() => expect(nearbyCalls(calls)).not.toHaveLength(0));
    const requests = nearbyCalls(calls).length;
    await user.click(within(card).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(path()).toBe(`/home?at=${FAR.lat},${FAR.lng},17z`));
    expect(screen.queryByRole('region', { name: 'Far away' })).toBeNull();
    expect(map.center).toEqual(FAR);
    expect(nearbyCalls(calls)).toHaveLength(requests);
  });
});

it('keeps the map when the work that it was opened at is removed', async () => {
  guestServer({ 'query discovery': nodeOf(work) });
  openHome(`/d/${work.id}`);
  const map = await theMap();
  await screen.findByRole('region', { name: work.title! });
  await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
  guestServer({ 'query discovery': null, 'GET /api/discoveries/nearby': [] });
  act(() => FakeEventSource.emit('removed', { id: work.id }));
  await waitFor(() => expect(screen.queryByRole('region', { name: work.title! })).toBeNull());
  expect(map.destroyed).toBe(false);
  expect(await theMap()).toBe(map);
});

describe('live events', () => {
  it('say on the map that a mission is complete', async () => {
    playerServer();
    openHome();
    await screen.findByText('marker_jo');
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    act(() => FakeEventSource.emit('tokens', { balance: 400, change: 50, reason: 'discovery' }));
    expect(screen.queryByText('Mission complete!')).toBeNull();
    act(() => FakeEventSource.emit('tokens', { balance: 700, change: 300, reason: 'mission' }));
    expect(await screen.findByText('Mission complete!')).toBeVisible();
    expect(screen.getByText('You earned 300 Spray Coins.')).toBeVisible();
  });

  it('read the list at once, and those that follow within seconds together', async () => {
    const calls = guestServer();
    openHome();
    await screen.findByTitle('Fox on a shutter');
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    expect(nearbyCalls(calls)).toHaveLength(1);
    jest.useFakeTimers({ advanceTimers: true });
    act(() => FakeEventSource.emit('discovery', { id: 'n0' }));
    await waitFor(() => expect(nearbyCalls(calls)).toHaveLength(2));
    for (let each = 1; each <= 20; each++) {
      act(() => FakeEventSource.emit('discovery', { id: `n${each}` }));
      await act(() => jest.advanceTimersByTimeAsync(20));
    }
    expect(nearbyCalls(calls)).toHaveLength(2);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(nearbyCalls(calls)).toHaveLength(3));
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
  const bytes = (text: string) => new Response(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));

  it('leave out the tile that failed, and not the others, until it is read', async () => {
    let isDown = true;
    let tries = 0;
    const [broken, ...others] = addresses.filter(({ x, y }) => !(x === 10_354 && y === 22_428));
    const path = ({ z, x, y }: (typeof addresses)[0]) => `GET /api/map/works/${z}/${x}/${y}.mvt`;
    const middle = { z: 16, x: 10_354, y: 22_428 };
    guestServer({
      ...Object.fromEntries(others.map((each) => [path(each), () => bytes('')])),
      [path(middle)]: () => bytes(TILE),
      [path(broken!)]: () => (tries++, isDown ? problem(503, 'UNAVAILABLE', 'Try again.') : bytes('')),
      'GET /api/discoveries/nearby': [],
    });
    jest.useFakeTimers({ advanceTimers: true });
    openHome();
    await theMap();
    expect(await screen.findByTitle('Ibis')).toBeVisible();
    expect(tries).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    await waitFor(() => expect(tries).toBeGreaterThan(1));
    expect(screen.getByTitle('Ibis')).toBeVisible();
    isDown = false;
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    const before = tries;
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(tries).toBe(before);
    expect(screen.getByTitle('Ibis')).toBeVisible();
  });
});

describe('a list that the device kept', () => {
  it('is read again until it comes from the server', async () => {
    let isSlow = true;
    const calls = guestServer({
      'GET /api/discoveries/nearby': () =>
        Response.json(isSlow ? [] : [work], { headers: isSlow ? { [KEPT_HEADER]: 'yes' } : {} }),
    });
    jest.useFakeTimers({ advanceTimers: true });
    openHome();
    await theMap();
    await waitFor(() => expect(nearbyCalls(calls)).toHaveLength(1));
    expect(screen.queryByTitle('Fox on a shutter')).toBeNull();
    isSlow = false;
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(await screen.findByTitle('Fox on a shutter')).toBeVisible();
    const { length } = nearbyCalls(calls);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(nearbyCalls(calls)).toHaveLength(length);
  });
});
