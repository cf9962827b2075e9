import '../test/without-map';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { loadMap, prepareMap } from '../features/map/load-map';
import { clearPageConfig } from '../api/page-config';
import { builtMaps, fakeGeolocation, fakeLoadMap } from '../test/fake-map';
import { guestServer, HERE, openHome, prepareHome, theMap, wall, work } from '../test/home';
import { problem } from '../test/server';
import { PartNotLoaded } from '../ui/lazy-part';

prepareHome();

describe('the map', () => {
  it('opens as a satellite map at zoom 17 [HOME-27 HOME-29]', async () => {
    guestServer();
    openHome();
    const map = await theMap();
    expect(map.load.type).toBe('satellite');
    expect(map.load.zoom).toBe(17);
  });

  it('says that it loads, until it is ready [HOME-35 HOME-37]', async () => {
    let ready = () => undefined as void;
    jest.mocked(loadMap).mockImplementation(async (...args) => {
      await new Promise<void>((resolve) => {
        ready = resolve;
      });
      return fakeLoadMap()(...args);
    });
    guestServer();
    openHome();
    expect(await screen.findByText('Loading street art map...')).toBeVisible();
    await waitFor(() => expect(loadMap).toHaveBeenCalled());
    await act(async () => ready());
    await waitFor(() => expect(screen.queryByText('Loading street art map...')).toBeNull());
  });

  it('begins to load its library and the streets before a place is known', async () => {
    jest.mocked(prepareMap).mockClear();
    const geolocation = fakeGeolocation(HERE, { isSlow: true });
    guestServer({ 'GET /config.json': { mapStyleUrl: 'https://maps.example.org/style.json' } });
    openHome();
    await waitFor(() =>
      expect(prepareMap).toHaveBeenCalledWith({ mapStyleUrl: 'https://maps.example.org/style.json' }, 'night'),
    );
    expect(builtMaps).toEqual([]);
    act(() => geolocation.respond());
    await theMap();
    expect(prepareMap).toHaveBeenCalledTimes(1);
  });

  it('says when the streets are not available, until they are', async () => {
    guestServer();
    const { user } = openHome();
    const map = await theMap();
    expect(screen.queryByText(/Streets are not available/)).toBeNull();
    act(() => map.load.onStreets(false));
    expect(screen.getByText(/^Streets are not available right now/)).toHaveTextContent(
      'Streets are not available right now: coasts and borders only.',
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(map.retryStreets).toHaveBeenCalledTimes(1);
    act(() => map.load.onStreets(true));
    expect(screen.queryByText(/Streets are not available/)).toBeNull();
  });

  it('ends loading as failed where no map can be drawn, and the list stays [HOME-37]', async () => {
    jest.mocked(loadMap).mockImplementation(fakeLoadMap(['maplibre']));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    guestServer();
    openHome();
    expect(await screen.findByText('The map cannot be drawn in this browser')).toBeVisible();
    expect(screen.queryByText('Loading street art map...')).toBeNull();
    expect(screen.getByRole('button', { name: 'Nearby' })).toBeVisible();
  });

  it('says that the map did not load, and loads it when told to', async () => {
    let isDown = true;
    jest.mocked(loadMap).mockImplementation(async (...args) => {
      if (isDown) throw new PartNotLoaded(new TypeError('Failed to fetch'));
      return fakeLoadMap()(...args);
    });
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    guestServer();
    const { user } = openHome();
    expect(await screen.findByText('The map did not load')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await theMap();
    expect(screen.queryByText('The map did not load')).toBeNull();
  });

  it('takes its middle by Enter on the ground, and leaves Enter to what the library puts on it', async () => {
    guestServer();
    openHome();
    const map = await theMap();
    map.container.innerHTML =
      '<div class="ground" tabindex="0"></div><details><summary tabindex="0">Attribution</summary></details>';
    fireEvent.keyDown(screen.getByText('Attribution'), { key: 'Enter' });
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(map.container.querySelector('.ground')!, { key: 'Enter' });
    expect(await screen.findByRole('dialog', { name: 'Add Street Art Discovery' })).toBeVisible();
  });

  it('leaves no listener on a map that is gone', async () => {
    guestServer();
    const { unmount } = openHome();
    const map = await theMap();
    expect(map.listeners).toBeGreaterThan(0);
    unmount();
    expect([map.destroyed, map.listeners]).toEqual([true, 0]);
    expect(map.load.signal!.aborted).toBe(true);
  });

  it('offers the four types, and choosing one changes the map [HOME-30]', async () => {
    guestServer();
    const { user } = openHome();
    const map = await theMap();
    await user.click(screen.getAllByRole('button', { name: 'Map type: Satellite' })[0]!);
    const names = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
    expect(names).toEqual(['Roadmap', 'Satellite', 'Hybrid', 'Terrain']);
    await user.click(screen.getByRole('menuitemradio', { name: 'Terrain' }));
    expect(map.type()).toBe('terrain');
  });

  it('has street view and fullscreen [HOME-31 HOME-32]', async () => {
    guestServer();
    const fullscreen = jest.fn(async () => undefined);
    document.documentElement.requestFullscreen = fullscreen;
    const { user } = openHome();
    const map = await theMap();
    await user.click(screen.getByRole('button', { name: 'Street view' }));
    expect(map.openStreetView).toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Fullscreen' }));
    expect(fullscreen).toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Leave fullscreen' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('is Google with a key and MapLibre without [HOME-40]', async () => {
    guestServer();
    const first = openHome();
    expect((await theMap()).library).toBe('maplibre');
    first.unmount();
    clearPageConfig();
    guestServer({ 'GET /config.json': { googleMapsKey: 'key' } });
    openHome();
    await waitFor(() => expect(builtMaps.at(-1)!.library).toBe('google'));
  });

  it('tells that Google failed, and goes on with MapLibre [HOME-39 HOME-42]', async () => {
    jest.mocked(loadMap).mockImplementation(fakeLoadMap(['google']));
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    guestServer({ 'GET /config.json': { googleMapsKey: 'key' } });
    openHome();
    expect(await screen.findByText('Map Loading Error')).toBeVisible();
    expect(screen.getByText('Unable to load Google Maps. Check your API key.')).toBeVisible();
    expect((await theMap()).library).toBe('maplibre');
    expect(await screen.findByTitle('Fox on a shutter')).toBeInTheDocument();
  });

  it('falls back when Google refuses the key after its map was shown [HOME-42]', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    guestServer({ 'GET /config.json': { googleMapsKey: 'key' } });
    openHome();
    const google = await theMap();
    act(() => google.load.onFailure(new Error('refused')));
    await waitFor(() => expect(builtMaps.at(-1)!.library).toBe('maplibre'));
    expect(google.destroyed).toBe(true);
    expect(await screen.findByText('Map Loading Error')).toBeVisible();
  });

  it('asks for works within 5000 and walls within 50000 metres of the player [REST-12 CONST-07 CONST-08]', async () => {
    const calls = guestServer();
    openHome();
    await theMap();
    const asked = (path: string) => calls.filter((call) => call.path === path).map(({ query }) => query);
    await waitFor(() => expect(asked('/api/legal-walls/nearby')).toHaveLength(1));
    const place = { latitude: '49.2812', longitude: '-123.1209', limit: '500' };
    expect(asked('/api/discoveries/nearby')).toEqual([{ ...place, radius: '5000' }]);
    expect(asked('/api/legal-walls/nearby')).toEqual([{ ...place, radius: '50000' }]);
  });

  it('asks again around the new middle when the player looks elsewhere, with a bounded radius', async () => {
    const calls = guestServer();
    openHome();
    const map = await theMap();
    act(() => map.moveTo({ lat: 45.5, lng: -73.57 }, 3));
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/api/discoveries/nearby').at(-1)?.query).toEqual({
        latitude: '45.5',
        longitude: '-73.57',
        radius: '50000',
        limit: '500',
      }),
    );
  });

  it('takes a refusal as an empty list and offers to try again [REST-10 REST-13]', async () => {
    let refuse = true;
    guestServer({
      'GET /api/discoveries/nearby': () => (refuse ? problem(503, 'UNAVAILABLE', 'Unavailable.') : [work]),
      'GET /api/legal-walls/nearby': () => (refuse ? problem(503, 'UNAVAILABLE', 'Unavailable.') : [wall]),
    });
    const { user } = openHome();
    await theMap();
    await user.click(screen.getByRole('button', { name: 'Nearby' }));
    expect(await screen.findByText('The list could not be loaded')).toBeVisible();
    expect(screen.queryByTitle('Fox on a shutter')).toBeNull();
    refuse = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findAllByText('Fox on a shutter')).length).toBeGreaterThan(0);
  });

  it('lists the works and walls beside the map, nearest first, and opens the chosen one', async () => {
    guestServer({
      'GET /api/discoveries/nearby': [{ ...work, id: 'far', title: 'Far', latitude: HERE.lat + 0.02 }, work],
    });
    const { user } = openHome();
    await theMap();
    await user.click(screen.getByRole('button', { name: 'Nearby' }));
    const sheet = await screen.findByRole('dialog');
    await within(sheet).findByText('Far');
    expect(
      within(sheet)
        .getAllByRole('listitem')
        .map((row) => row.querySelector('.font-semibold')!.textContent),
    ).toEqual(['Fox on a shutter', 'Leeside', 'Far']);
    await user.click(within(sheet).getByText('Fox on a shutter'));
    expect(await screen.findByRole('region', { name: 'Fox on a shutter' })).toBeVisible();
  });

  it('points to the nearest work when none is in view, and goes there', async () => {
    guestServer({
      'GET /api/discoveries/nearby': [{ ...work, latitude: HERE.lat + 0.03 }],
      'GET /api/legal-walls/nearby': [],
    });
    const { user } = openHome();
    const map = await theMap();
    await user.click(await screen.findByRole('button', { name: 'Nearest: Fox on a shutter 3.3 km' }));
    expect(map.center.lat).toBeCloseTo(HERE.lat + 0.03);
    expect(await screen.findByRole('region', { name: 'Fox on a shutter' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Nearest/ })).toBeNull();
  });

  it('groups a long list by distance, and searches it by title and artist', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({
      ...work,
      id: `m${i}`,
      title: `Mural ${i}`,
      artist_name: i === 7 ? 'Zora' : 'Vixen',
      latitude: HERE.lat + 0.001 + i * 0.0006,
    }));
    guestServer({ 'GET /api/discoveries/nearby': many, 'GET /api/legal-walls/nearby': [] });
    const { user } = openHome();
    await theMap();
    await user.click(screen.getByRole('button', { name: 'Nearby' }));
    const sheet = await screen.findByRole('dialog');
    const names = () =>
      within(sheet)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent);
    const rowsOf = (name: string) =>
      within(within(sheet).getByRole('region', { name })).getAllByRole('listitem').length;
    await within(sheet).findByText('Mural 29');
    expect(names()).toEqual(['Within 250 m', 'Within 1 km', 'Farther']);
    expect([rowsOf('Within 250 m'), rowsOf('Within 1 km'), rowsOf('Farther')]).toEqual([3, 11, 16]);
    await user.type(within(sheet).getByRole('searchbox', { name: 'Search this list' }), 'zora');
    expect(
      within(sheet)
        .getAllByRole('listitem')
        .map((row) => row.querySelector('.font-semibold')!.textContent),
    ).toEqual(['Mural 7']);
    expect(within(sheet).getByRole('status')).toHaveTextContent('1 found');
    await user.type(within(sheet).getByRole('searchbox'), ' gone');
    expect(within(sheet).getByText('Nothing around here has “zora gone” in its title or artist.')).toBeVisible();
  });

  it('shows works or walls alone when asked to', async () => {
    guestServer();
    const { user } = openHome();
    await theMap();
    await user.click(screen.getByRole('button', { name: 'Nearby' }));
    const sheet = await screen.findByRole('dialog');
    await user.click(await within(sheet).findByRole('radio', { name: 'Legal walls' }));
    expect(
      within(sheet)
        .getAllByRole('listitem')
        .map((row) => row.querySelector('.font-semibold')!.textContent),
    ).toEqual(['Leeside']);
  });

  it('lists more than a hundred only when asked to', async () => {
    const many = Array.from({ length: 130 }, (_, i) => ({
      ...work,
      id: `m${i}`,
      title: `Work ${i}`,
      latitude: HERE.lat + i / 10_000,
    }));
    guestServer({ 'GET /api/discoveries/nearby': many, 'GET /api/legal-walls/nearby': [] });
    const { user } = openHome();
    await theMap();
    await user.click(screen.getByRole('button', { name: 'Nearby' }));
    const sheet = await screen.findByRole('dialog');
    await user.click(await within(sheet).findByRole('button', { name: 'Show 30 more of 130' }));
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(130);
  });

  it('invites to document the first work where there is none', async () => {
    guestServer({ 'GET /api/discoveries/nearby': [], 'GET /api/legal-walls/nearby': [] });
    const { user } = openHome();
    await theMap();
    await user.click(screen.getByRole('button', { name: 'Nearby' }));
    await user.click(await screen.findByRole('button', { name: 'Document street art' }));
    expect(await screen.findByRole('dialog', { name: 'Document Street Art' })).toBeVisible();
  });

  it('moves to the player by My location', async () => {
    guestServer();
    const { user } = openHome();
    const map = await theMap();
    act(() => map.moveTo({ lat: 0, lng: 0 }, 4));
    await user.click(screen.getByRole('button', { name: 'My location' }));
    await waitFor(() => expect([map.center, map.zoom]).toEqual([HERE, 17]));
  });
});
