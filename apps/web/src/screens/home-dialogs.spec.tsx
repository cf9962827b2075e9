import '../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { pendingAction } from '../features/document/pending-action';
import { browser } from '../lib/browser';
import { stubGeolocation } from '../test/fake-map';
import { backFrom, guestServer, HERE, openHome, player, playerServer, prepareHome, theMap, work } from '../test/home';
import { problem } from '../test/server';

prepareHome();

const POINT = { lat: HERE.lat + 0.002, lng: HERE.lng };

/** As in browsers, where a dialog that closes is animated, and its buttons can still be clicked. */
function animateDialogs(): void {
  const styleOf = window.getComputedStyle.bind(window);
  jest.spyOn(window, 'getComputedStyle').mockImplementation((element, pseudo) =>
    Object.defineProperty(styleOf(element, pseudo), 'animationName', {
      get: () => element.getAttribute('data-state'),
    }),
  );
}

async function openAddDialog(point = POINT) {
  const view = openHome();
  await view.findByText(/^(marker_jo|Guest)$/);
  const map = await theMap();
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => map.click(point));
  return { ...view, map, dialog: await screen.findByRole('dialog', { name: 'Add Street Art Discovery' }) };
}

describe('Add Street Art Discovery', () => {
  it('opens by a click on the map and can be submitted at once [MAPD-01 MAPD-06]', async () => {
    playerServer();
    const { dialog } = await openAddDialog();
    expect(within(dialog).getByRole('button', { name: 'Add Discovery' })).toBeEnabled();
  });

  it('has fields for title, description and artist [MAPD-03 MAPD-04 MAPD-05]', async () => {
    playerServer();
    const { dialog } = await openAddDialog();
    expect(within(dialog).getByLabelText('Title')).toHaveAttribute('placeholder', 'Name this artwork...');
    expect(within(dialog).getByLabelText('Description')).toHaveAttribute('placeholder', 'Describe the street art...');
    expect(within(dialog).getByLabelText('Artist (if known)')).toHaveAttribute('placeholder', 'Artist name...');
  });

  it('closes by Cancel without adding [MAPD-08]', async () => {
    const calls = playerServer();
    const { user, dialog } = await openAddDialog();
    await user.type(within(dialog).getByLabelText('Title'), 'Never mind');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  /** Adds a whale at a clicked point; the server accepts it when `finish` is called. */
  async function addWhale(point = POINT) {
    let works = [work];
    let accept = () => undefined as void;
    const calls = playerServer({
      'GET /api/discoveries/nearby': () => works,
      'POST /api/discoveries': async () => {
        await new Promise<void>((resolve) => {
          accept = resolve;
        });
        works = [work, { ...work, id: 'n1', title: 'Whale', latitude: point.lat, longitude: point.lng }];
        return new Response('nothing that could be read', { status: 201 });
      },
    });
    const view = await openAddDialog(point);
    await view.user.type(within(view.dialog).getByLabelText('Title'), 'Whale');
    await view.user.type(within(view.dialog).getByLabelText('Description'), 'By the harbour');
    await view.user.type(within(view.dialog).getByLabelText('Artist (if known)'), 'Ahab');
    await view.user.click(within(view.dialog).getByRole('button', { name: 'Add Discovery' }));
    const busy = await within(view.dialog).findByRole('button', { name: 'Adding...' });
    return {
      ...view,
      busy,
      sent: calls.filter(({ method }) => method === 'POST'),
      finish: () => act(async () => accept()),
    };
  }

  it('cannot be submitted again while it is adding [MAPD-07]', async () => {
    const { busy } = await addWhale();
    expect(busy).toBeDisabled();
  });

  it('sends what was typed and the clicked point, anywhere in the world [MAPD-02 MAPD-17]', async () => {
    const point = { lat: -45.03, lng: 168.66 };
    const { sent } = await addWhale(point);
    expect(sent.map(({ body }) => body)).toEqual([
      {
        title: 'Whale',
        description: 'By the harbour',
        artist_name: 'Ahab',
        latitude: point.lat,
        longitude: point.lng,
      },
    ]);
    expect(sent[0]!.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('confirms and closes without reading the response [MAPD-11 MAPD-14 REST-17]', async () => {
    const { finish } = await addWhale();
    await finish();
    expect(await screen.findByText('Graffiti Added! 🎨')).toBeVisible();
    expect(screen.getByText('Your street art discovery has been added to the map.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lands the new pin on the map [MAPD-13]', async () => {
    const { finish } = await addWhale();
    expect(screen.queryByTitle('Whale')).toBeNull();
    await finish();
    expect(await screen.findByTitle('Whale')).toHaveAttribute('data-landing');
  });

  it('starts empty at the next clicked point [MAPD-12]', async () => {
    const { map, finish } = await addWhale();
    await finish();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => map.click({ lat: 1, lng: 2 }));
    const again = await screen.findByRole('dialog', { name: 'Add Street Art Discovery' });
    for (const label of ['Title', 'Description', 'Artist (if known)'])
      expect(within(again).getByLabelText(label)).toHaveValue('');
    expect(again).toHaveTextContent('1.000000, 2.000000');
  });

  it('has no other bound: an empty work at a point is sent as it is, without pin or role [MAPD-10 MAPD-16]', async () => {
    const calls = playerServer({ 'POST /api/discoveries': () => Response.json({ id: 'n1' }, { status: 201 }) });
    const { user, dialog } = await openAddDialog();
    await user.click(within(dialog).getByRole('button', { name: 'Add Discovery' }));
    expect(await screen.findByText('Graffiti Added! 🎨')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({
      title: '',
      description: '',
      artist_name: '',
      latitude: POINT.lat,
      longitude: POINT.lng,
    });
  });

  it("tells that it failed, shows the server's words at the field, and sends the retry under the same key [MAPD-15]", async () => {
    const calls = playerServer({
      'POST /api/discoveries': () =>
        problem(422, 'VALIDATION_FAILED', 'Some fields are wrong.', [
          { field: 'title', code: 'TOO_LONG', detail: 'At most 120 characters.' },
        ]),
    });
    const { user, dialog } = await openAddDialog();
    await user.type(within(dialog).getByLabelText('Title'), 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Add Discovery' }));
    expect(await screen.findByText('Failed to add graffiti discovery.')).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    expect(await within(dialog).findByText('At most 120 characters.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Add Discovery' }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
    const keys = calls.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
  });

  it('keeps what a guest typed, leads to sign-in, and finishes on return', async () => {
    const goTo = jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
    guestServer();
    const first = await openAddDialog();
    await first.user.type(within(first.dialog).getByLabelText('Title'), 'Kept');
    await first.user.click(within(first.dialog).getByRole('button', { name: 'Add Discovery' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/login\?returnTo=/)));
    first.unmount();
    const calls = playerServer({ 'POST /api/discoveries': () => Response.json({ id: 'n1' }, { status: 201 }) });
    const { path } = openHome(backFrom(goTo));
    expect(await screen.findByText('Graffiti Added! 🎨')).toBeVisible();
    await waitFor(() => expect(path()).not.toContain('resume='));
    const posts = calls.filter(({ method }) => method === 'POST');
    expect(posts.map(({ body }) => body)).toEqual([
      { title: 'Kept', description: '', artist_name: '', latitude: POINT.lat, longitude: POINT.lng },
    ]);
  });

  it("does not do in a player's name what a guest of the tab began, and gives it back into the form", async () => {
    jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
    guestServer();
    const first = await openAddDialog();
    await first.user.type(within(first.dialog).getByLabelText('Title'), 'Not mine');
    await first.user.click(within(first.dialog).getByRole('button', { name: 'Add Discovery' }));
    await waitFor(() => expect(pendingAction.peek()).not.toBeNull());
    first.unmount();
    const calls = playerServer();
    openHome('/home');
    expect(await screen.findByLabelText('Title')).toHaveValue('Not mine');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(pendingAction.peek()).toBeNull();
  });

  it('keeps what a player began for that player alone', async () => {
    pendingAction.keep({ kind: 'like', id: 'd1' }, 'somebody-else');
    const calls = playerServer({ 'mutation likeDiscovery': { id: 'd1', likes: 3, liked: true } });
    const next = openHome();
    await screen.findByText('marker_jo');
    await theMap();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    next.unmount();
    playerServer({
      'GET /api/auth/user': { ...player, id: 'somebody-else' },
      'mutation likeDiscovery': { id: 'd1', likes: 3, liked: true },
    });
    openHome();
    expect(await screen.findByText('Liked! 👍')).toBeVisible();
  });

  it('forgets what no one came back for in half an hour', async () => {
    const kept = pendingAction.keep({ kind: 'like', id: 'd1' }, player.id);
    sessionStorage.setItem('pending-action', JSON.stringify({ ...kept, at: kept.at - 31 * 60_000 }));
    const calls = playerServer();
    openHome();
    await screen.findByText('marker_jo');
    await theMap();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('finishes it where the code led into the account that the contact belongs to', async () => {
    let me = { ...player, id: 'new', status: 'pending' as 'pending' | 'verified' };
    const calls = playerServer({
      'GET /api/auth/user': () => me,
      'POST /api/verify-contact': () => {
        me = { ...player, id: 'older', status: 'verified' };
        return null;
      },
      'POST /api/discoveries': () => Response.json({ id: 'n1' }, { status: 201 }),
    });
    const { user, dialog } = await openAddDialog();
    await user.click(within(dialog).getByRole('button', { name: 'Add Discovery' }));
    const codeDialog = await screen.findByRole('dialog', { name: 'One code to go' });
    await user.type(await within(codeDialog).findByLabelText(/Code/), '123456');
    expect(await screen.findByText('Graffiti Added! 🎨')).toBeVisible();
    expect(calls.filter(({ path, method }) => path === '/api/discoveries' && method === 'POST')).toHaveLength(1);
  });

  it('gives a guest who came back without signing in what they had typed', async () => {
    jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
    guestServer();
    const first = await openAddDialog();
    await first.user.type(within(first.dialog).getByLabelText('Title'), 'Kept');
    await first.user.click(within(first.dialog).getByRole('button', { name: 'Add Discovery' }));
    await waitFor(() => expect(sessionStorage).toHaveLength(1));
    first.unmount();
    openHome();
    expect(await screen.findByLabelText('Title')).toHaveValue('Kept');
  });

  it('asks a pending player for the code where they stand, and finishes afterwards', async () => {
    let me = { ...player, status: 'pending' as 'pending' | 'verified' };
    const calls = playerServer({
      'GET /api/auth/user': () => me,
      'POST /api/verify-contact': () => {
        me = { ...player, status: 'verified' };
        return null;
      },
      'POST /api/discoveries': () => Response.json({ id: 'n1' }, { status: 201 }),
    });
    const { user, dialog } = await openAddDialog();
    await user.type(within(dialog).getByLabelText('Title'), 'Patience');
    await user.click(within(dialog).getByRole('button', { name: 'Add Discovery' }));
    const codeDialog = await screen.findByRole('dialog', { name: 'One code to go' });
    expect(calls.filter(({ path }) => path === '/api/discoveries')).toEqual([]);
    await user.type(within(codeDialog).getByLabelText(/Code/), '123456');
    expect(await screen.findByText('Graffiti Added! 🎨')).toBeVisible();
    expect(calls.filter(({ path, method }) => path === '/api/discoveries' && method === 'POST')).toHaveLength(1);
  });

  it('goes on with a photo in the modal, at the same point', async () => {
    playerServer();
    const { user, dialog } = await openAddDialog();
    await user.type(within(dialog).getByLabelText('Title'), 'Whale');
    await user.click(within(dialog).getByRole('button', { name: 'With a photo' }));
    const modal = await screen.findByRole('dialog', { name: 'Document Street Art' });
    expect(within(modal).getByLabelText(/^Name/)).toHaveValue('Whale');
    expect(modal).toHaveTextContent('49.283200, -123.120900');
  });

  it('adds nothing without a clicked point [MAPD-09]', async () => {
    const calls = playerServer();
    const { AddDiscoveryDialog } = await import('../features/document/add-discovery-dialog');
    const run = jest.fn<() => Promise<{ kind: 'kept' }>>().mockResolvedValue({ kind: 'kept' });
    const { render } = await import('@testing-library/react');
    const props = { run, onClose: jest.fn(), onDocument: jest.fn() };
    animateDialogs();
    const view = render(<AddDiscoveryDialog position={POINT} {...props} />);
    const button = await screen.findByRole('button', { name: 'Add Discovery' });
    view.rerender(<AddDiscoveryDialog position={null} {...props} />);
    expect(button).toBeInTheDocument();
    await act(async () => button.click());
    expect(run).not.toHaveBeenCalled();
    act(() => view.rerender(<AddDiscoveryDialog position={POINT} {...props} />));
    await act(async () => button.click());
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(calls).toEqual([]);
  });
});

describe('the capture action', () => {
  it('opens the Document Street Art modal [HOME-23 DOCM-01]', async () => {
    stubGeolocation(HERE);
    playerServer();
    const { user } = openHome();
    await theMap();
    await user.click(screen.getByRole('button', { name: 'Document art' }));
    expect(await screen.findByRole('dialog', { name: 'Document Street Art' })).toBeVisible();
  });
});
