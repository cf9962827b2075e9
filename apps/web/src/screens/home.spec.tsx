import '../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { builtMaps, FakeEventSource, stubGeolocation } from '../test/fake-map';
import { FALLBACK, guestServer, HERE, openHome, player, playerServer, prepareHome, theMap } from '../test/home';
import { problem } from '../test/server';
import { stubGlobal } from '../test/stub-global';

prepareHome();

describe('the guest view', () => {
  async function openHeader() {
    guestServer();
    const { path } = openHome();
    const header = within(await screen.findByRole('banner'));
    await header.findByText('Guest');
    return { path, header };
  }

  it('is the map, which works without a session [HOME-01 HOME-02 PERM-02]', async () => {
    const { path, header } = await openHeader();
    expect(path()).toBe('/home');
    expect(header.getByText('Guest')).toBeVisible();
    expect((await theMap()).center).toEqual(HERE);
  });

  it('names the visitor Explorer, with a Guest badge [HOME-05 HOME-06]', async () => {
    const { header } = await openHeader();
    expect(header.getByText('Explorer')).toBeVisible();
    expect(header.getByText('Guest')).toBeVisible();
  });

  it('shows level 1 without discoveries and coins [HOME-07 HOME-08 HOME-09]', async () => {
    const { header } = await openHeader();
    expect(header.getByText('Level 1')).toBeVisible();
    expect(header.getByText('0 Discoveries')).toBeVisible();
    expect(within(header.getByTestId('coins')).getByText('0 Spray Coins')).toBeInTheDocument();
  });

  it('opens the side menu from the menu button [HOME-03 HOME-04]', async () => {
    guestServer();
    const { user } = openHome();
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it.each([
    ['Merch', '/merch', 'HOME-13'],
    ['VIP', '/subscribe', 'HOME-14'],
    ['Get Started', '/signup', 'HOME-15'],
  ])('%s leads to %s [%s]', async (name, path) => {
    guestServer();
    const { user, path: where } = openHome();
    await user.click(await screen.findByRole('link', { name }));
    expect(where()).toBe(path);
  });

  it('connects a wallet, shows its first 4 characters and disconnects on click [HOME-10 HOME-11 HOME-12]', async () => {
    const account = '0xAbCd000000000000000000000000000000001234';
    const request = jest.fn(async ({ method }: { method: string }) =>
      method === 'eth_chainId' ? '0x1' : method === 'eth_accounts' ? [] : [account],
    );
    stubGlobal('ethereum', { request, on: jest.fn(), removeListener: jest.fn() });
    guestServer();
    const { user } = openHome();
    await user.click(await screen.findByRole('button', { name: 'Connect' }));
    const connected = await screen.findByRole('button', { name: '0xAb...' });
    await user.click(connected);
    expect(await screen.findByRole('button', { name: 'Connect' })).toBeVisible();
  });
});

describe('the header of a player', () => {
  it('shows name, level, discoveries and coins, and neither a Guest badge nor Get Started', async () => {
    playerServer();
    openHome();
    expect(await screen.findByText('marker_jo')).toBeVisible();
    expect(screen.getByText('Level 2')).toBeVisible();
    expect(screen.getByText('7 Discoveries')).toBeVisible();
    expect(screen.getByTestId('coins')).toHaveTextContent('350');
    expect(screen.queryByText('Guest')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Get Started' })).toBeNull();
  });

  it('moves the coin count when the booking arrives live, and reads the player again [DOCM-48 CONST-01]', async () => {
    let booked = player;
    playerServer({ 'GET /api/auth/user': () => booked });
    openHome();
    await screen.findByText('marker_jo');
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    booked = { ...player, tokens: 400, discoveries: 8 };
    act(() => FakeEventSource.emit('tokens', { balance: 400, change: 50, reason: 'discovery' }));
    await waitFor(() => expect(screen.getByTestId('coins')).toHaveTextContent('400 Spray Coins'));
    expect(await screen.findByText('8 Discoveries')).toBeVisible();
  });
});

describe('a failed request for the signed-in player', () => {
  it('is told, with neither a guest nor their coins in the place of the player, and asked again', async () => {
    let isDown = true;
    playerServer({ 'GET /api/auth/user': () => (isDown ? problem(503, 'UNAVAILABLE', 'Unavailable.') : player) });
    const { user } = openHome();
    const header = await screen.findByRole('banner');
    expect(await within(header).findByText('Your profile could not be loaded.')).toBeVisible();
    expect(within(header).queryByText('Guest')).toBeNull();
    expect(within(header).queryByText('Explorer')).toBeNull();
    expect(within(header).queryByTestId('coins')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Get Started' })).toBeNull();
    isDown = false;
    await user.click(within(header).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('marker_jo')).toBeVisible();
  });

  it('does not make a guest of a player who was known', async () => {
    let isDown = false;
    playerServer({ 'GET /api/auth/user': () => (isDown ? problem(503, 'UNAVAILABLE', 'Unavailable.') : player) });
    const { client } = openHome();
    await screen.findByText('marker_jo');
    isDown = true;
    await act(() => client.invalidateQueries({ queryKey: ['/api/auth/user'] }));
    expect(client.getQueryState(['/api/auth/user'])!.status).toBe('error');
    expect(screen.getByText('marker_jo')).toBeVisible();
    expect(screen.queryByText('Guest')).toBeNull();
  });
});

describe('the location', () => {
  async function requestsOnLoad() {
    const requests = stubGeolocation(HERE);
    guestServer();
    openHome();
    await theMap();
    return requests;
  }

  it('is requested once on load [HOME-24]', async () => {
    expect(await requestsOnLoad()).toHaveLength(1);
  });

  it('is requested with low accuracy, for 8000 ms, at most 300000 ms old [CONST-10 CONST-11 CONST-12]', async () => {
    const [request] = await requestsOnLoad();
    expect(request).toEqual({ enableHighAccuracy: false, timeout: 8_000, maximumAge: 300_000 });
  });

  it('falls back to Gold Coast when it is refused [HOME-25 CONST-13 ENT-31]', async () => {
    stubGeolocation(null);
    const calls = guestServer();
    openHome();
    expect((await theMap()).center).toEqual({ lat: -28.0167, lng: 153.4 });
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/discoveries/nearby')?.query).toMatchObject({
        latitude: '-28.0167',
        longitude: '153.4',
      }),
    );
  });

  it('keeps the banner with its Enable button when it is refused [HOME-18 HOME-19]', async () => {
    stubGeolocation(null);
    guestServer();
    openHome();
    await theMap();
    expect(await screen.findByText('Enable Location Access')).toBeVisible();
    expect(screen.getByText('Get personalized street art discoveries near you')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Enable' })).toBeVisible();
  });

  it('falls back when the browser has no geolocation [HOME-26]', async () => {
    Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true });
    guestServer();
    openHome();
    expect((await theMap()).center).toEqual(FALLBACK);
  });

  it('hides the banner once a location is known, and centres the map on it [HOME-17 HOME-28]', async () => {
    guestServer();
    openHome();
    expect((await theMap()).center).toEqual(HERE);
    expect(screen.queryByText('Enable Location Access')).toBeNull();
  });

  it('asks again by Enable and says that it came [HOME-20 HOME-21]', async () => {
    stubGeolocation(null);
    guestServer();
    const { user } = openHome();
    await theMap();
    const asked = stubGeolocation(HERE);
    await user.click(screen.getByRole('button', { name: 'Enable' }));
    expect(asked).toHaveLength(1);
    expect(await screen.findByText('Location Enabled')).toBeVisible();
    expect(screen.getByText('Now showing discoveries near your location')).toBeVisible();
    await waitFor(() => expect(builtMaps.at(-1)!.center).toEqual(HERE));
    expect(screen.queryByText('Enable Location Access')).toBeNull();
  });

  it('says by Enable that it failed [HOME-22]', async () => {
    stubGeolocation(null);
    guestServer();
    const { user } = openHome();
    await theMap();
    await user.click(screen.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Using Default Location')).toBeVisible();
    expect(screen.getByText('Showing Gold Coast, Australia')).toBeVisible();
  });

  it('builds no map and asks for nothing nearby while no location is known [HOME-36 HOME-38 REST-11]', async () => {
    Object.defineProperty(navigator, 'geolocation', {
      value: { getCurrentPosition: () => undefined },
      configurable: true,
    });
    const calls = guestServer();
    openHome();
    expect(await screen.findByText('Location access required to explore street art')).toBeVisible();
    await screen.findByText('Explorer');
    expect(builtMaps).toHaveLength(0);
    expect(calls.filter(({ path }) => path.endsWith('/nearby'))).toEqual([]);
  });
});
