import '../test/without-map';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { guestServer, HERE, nodeOf, openHome, prepareHome, theMap, wall, work } from '../test/home';

prepareHome();

const FAR = { lat: 45.5, lng: -73.57 };
const AT_FAR = `at=${FAR.lat},${FAR.lng},15z`;
const shownAddress = () => window.location.pathname + window.location.search;
const fox = () => screen.findByRole('region', { name: work.title! });

describe('the address of the map home', () => {
  it('opens the map at its place, which the player’s position does not change', async () => {
    const calls = guestServer();
    openHome(`/home?${AT_FAR}`);
    const map = await theMap();
    await waitFor(() => expect(map.setPlayer).toHaveBeenLastCalledWith({ position: HERE, accuracy: 20 }));
    expect(map).toMatchObject({ center: FAR, zoom: 15 });
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/discoveries/nearby')).toBe(true));
    expect(calls.filter(({ query }) => query['latitude'] === `${HERE.lat}`)).toEqual([]);
  });

  it('follows the map, at most twice a second', async () => {
    guestServer();
    openHome();
    const map = await theMap();
    await waitFor(() => expect(shownAddress()).toBe(`/home?at=${HERE.lat},${HERE.lng},17z`));
    const entries = window.history.length;
    for (let step = 1; step <= 20; step++) act(() => map.moveTo({ lat: step, lng: 0 }, 10));
    expect(shownAddress()).not.toContain('at=20,');
    await waitFor(() => expect(shownAddress()).toBe('/home?at=20,0,10z'));
    expect(window.history.length).toBe(entries);
  });

  it('opens a work that the list does not have, and a wall', async () => {
    guestServer({ 'query discovery': nodeOf({ ...work, id: 'far', title: 'Far away' }) });
    const { unmount } = openHome(`/home?${AT_FAR}&work=far`);
    expect(await screen.findByRole('region', { name: 'Far away' })).toBeVisible();
    // The map shows what its address says, wherever the work is.
    expect((await theMap()).center).toEqual(FAR);
    unmount();
    openHome(`/home?wall=${wall.id}`);
    expect(await screen.findByRole('region', { name: wall.name })).toBeVisible();
  });

  it('has the open work as an entry of its own, which is left once however often Close is pressed', async () => {
    guestServer();
    const { user } = openHome();
    const map = await theMap();
    const place = `at=${HERE.lat},${HERE.lng},17z`;
    act(() => window.history.replaceState(window.history.state, '', `/home?${place}`));
    const entries = window.history.length;
    await user.click(await screen.findByTitle(work.title!));
    const card = await fox();
    expect(shownAddress()).toBe(`/home?${place}&work=d1`);
    expect(window.history.length).toBe(entries + 1);
    await user.dblClick(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(card).not.toBeInTheDocument());
    expect(shownAddress()).toBe(`/home?${place}`);
    act(() => window.history.forward());
    const again = await fox();
    expect(map.center).toEqual(HERE);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(again).not.toBeInTheDocument());
  });

  it('leads to a work outside the view when the history opens it again', async () => {
    guestServer();
    const { user } = openHome();
    const map = await theMap();
    await user.click(await screen.findByTitle(work.title!));
    const card = await fox();
    act(() => window.history.back());
    await waitFor(() => expect(card).not.toBeInTheDocument());
    act(() => map.moveTo(FAR));
    act(() => window.history.forward());
    await fox();
    await waitFor(() => expect(map.center).toEqual({ lat: work.latitude, lng: work.longitude }));
  });
});
