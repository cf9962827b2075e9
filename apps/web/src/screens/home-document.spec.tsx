import '../test/without-map';
import { rendered } from '../test/count-renders';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { pendingAction } from '../features/document/pending-action';
import type { UploadDialogProps } from '../features/upload/types';
import { builtMaps, stubGeolocation } from '../test/fake-map';
import { guestServer, HERE, openHome, playerServer, prepareHome, theMap } from '../test/home';
import { problem } from '../test/server';
import { useToasts } from '../ui/toast';

// The upload dialog has its own specs; here it hands over a picture when asked to.
const uploads = { last: null as UploadDialogProps | null };
jest.mock('../features/upload/upload-dialog', () => ({
  UploadDialog: (props: UploadDialogProps) => {
    uploads.last = props;
    return null;
  },
}));
prepareHome();

const picture = {
  uploadURL: 'http://localhost:8080/api/uploads/u1?token=t',
  imageUrl: '/objects/u1',
  thumbhash: null,
  width: 800,
  height: 600,
  suggestion: { latitude: 48.85837, longitude: 2.294481, takenAt: '2026-05-03T10:20:30.000Z' },
};
const created =
  (more: object = {}) =>
  () =>
    Response.json({ id: 'n1', ...more }, { status: 201 });

async function openModal(view = openHome()) {
  await screen.findByText(/^(marker_jo|Guest)$/);
  await theMap();
  await view.user.click(screen.getByRole('button', { name: 'Document art' }));
  return { ...view, modal: await screen.findByRole('dialog', { name: 'Document Street Art' }) };
}
const name = (modal: HTMLElement) => within(modal).getByLabelText(/^Name/);
const submit = (modal: HTMLElement) => within(modal).getByRole('button', { name: 'Add to Discoveries' });
const sentTo = (calls: ReturnType<typeof playerServer>) =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/api/discoveries');

describe('Document Street Art', () => {
  it('takes a photo, a name and a description [DOCM-02 DOCM-03 DOCM-04]', async () => {
    playerServer();
    const { modal } = await openModal();
    expect(within(modal).getByRole('button', { name: /Add a photo/ })).toBeVisible();
    expect(name(modal)).toBeVisible();
    expect(within(modal).getByLabelText('Description')).toBeVisible();
  });

  it('starts empty, with pin Location, as photographer [DOCM-16 DOCM-17 DOCM-18]', async () => {
    playerServer();
    const { modal } = await openModal();
    expect(within(modal).getByRole('region', { name: 'Photo' })).toHaveAttribute('data-state', 'none');
    expect(name(modal)).toHaveValue('');
    expect(within(modal).getByLabelText('Description')).toHaveValue('');
    expect(within(modal).getByRole('radio', { name: /^Location/ })).toBeChecked();
    expect(within(modal).getByRole('radio', { name: /Photographer/ })).toBeChecked();
  });

  it('offers pin types and two roles, and no fresh-artwork toggle at first [DOCM-05 DOCM-06 DOCM-07]', async () => {
    playerServer();
    const { modal } = await openModal();
    const radios = within(modal).getAllByRole('radio');
    const pins = within(within(modal).getByRole('radiogroup', { name: 'Pin' })).getAllByRole('radio');
    const roles = radios.filter((radio) => !pins.includes(radio));
    expect(pins).toHaveLength(5);
    expect(roles).toEqual([/Photographer/, /Artist/].map((role) => within(modal).getByRole('radio', { name: role })));
    expect(within(modal).queryByRole('switch')).toBeNull();
  });

  it('shows the current coordinates and can be submitted [DOCM-10 DOCM-12]', async () => {
    playerServer();
    const { modal } = await openModal();
    expect(within(modal).getByText('49.281200, -123.120900')).toBeVisible();
    expect(submit(modal)).toBeEnabled();
  });

  it('offers the five pin types, each with an emoji [ENT-13 ENT-15]', async () => {
    playerServer();
    const { modal } = await openModal();
    const group = within(modal).getByRole('radiogroup', { name: 'Pin' });
    const names = within(group)
      .getAllByRole('radio')
      .map((pin) => pin.getAttribute('aria-label'));
    expect(names).toEqual([
      'Tag (tagging spots)',
      'Location (general marker)',
      'Marker (important point)',
      'Flag (special location)',
      'Hot Spot (high activity)',
    ]);
    for (const pin of within(group).getAllByRole('radio'))
      expect(pin.textContent).toMatch(/\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u);
  });

  it('shows the fresh-artwork toggle to artists only, and off [DOCM-08 DOCM-09 DOCM-19]', async () => {
    const calls = playerServer({ 'POST /api/discoveries': created() });
    const { user, modal } = await openModal();
    await user.click(within(modal).getByRole('radio', { name: /Artist/ }));
    const toggle = within(modal).getByRole('switch', { name: 'Fresh artwork' });
    expect(toggle).not.toBeChecked();
    await user.click(toggle);
    await user.click(within(modal).getByRole('radio', { name: /Photographer/ }));
    expect(within(modal).queryByRole('switch')).toBeNull();
    await user.type(name(modal), 'Fox');
    await user.click(submit(modal));
    await waitFor(() => expect(sentTo(calls)).toHaveLength(1));
    expect(sentTo(calls)[0]!.body).toMatchObject({ userRole: 'photographer', isFreshArt: false });
  });

  it('refuses a blank name and sends nothing [DOCM-33]', async () => {
    const calls = playerServer();
    const { user, modal } = await openModal();
    await user.type(name(modal), '   ');
    await user.click(submit(modal));
    expect(await screen.findByText('Missing Information')).toBeVisible();
    expect(screen.getByText('Please enter a name for your discovery.')).toBeVisible();
    expect(name(modal)).toHaveAccessibleDescription('Give it a name.');
    expect(name(modal)).toHaveFocus();
    expect(sentTo(calls)).toEqual([]);
  });

  it('refuses an unknown location and sends nothing, unless a point of the map is chosen [DOCM-34 PERM-01]', async () => {
    stubGeolocation(null);
    const calls = playerServer({ 'POST /api/discoveries': created() });
    const { user, modal } = await openModal();
    await user.type(name(modal), 'Fox');
    await user.click(submit(modal));
    expect(await screen.findByText('Location Required')).toBeVisible();
    expect(screen.getByText('Location access is required to save discoveries.')).toBeVisible();
    expect(sentTo(calls)).toEqual([]);
    await user.click(within(modal).getByRole('button', { name: 'Pick on map' }));
    expect(await screen.findByText('Tap where the work is')).toBeVisible();
    act(() => builtMaps.at(-1)!.click({ lat: -27.47, lng: 153.02 }));
    const again = await screen.findByRole('dialog', { name: 'Document Street Art' });
    expect(name(again)).toHaveValue('Fox');
    expect(again).toHaveTextContent('-27.470000, 153.020000');
    await user.click(submit(again));
    await waitFor(() =>
      expect(sentTo(calls)[0]?.body).toMatchObject({
        latitude: -27.47,
        longitude: 153.02,
        address: '-27.470000, 153.020000',
      }),
    );
  });

  it('sends the whole payload with its metadata [ENT-08 ENT-09 ENT-10]', async () => {
    const calls = playerServer({ 'POST /api/discoveries': created({ tokensAwarded: 150 }) });
    const { user, modal } = await openModal();
    await user.click(within(modal).getByRole('button', { name: /Add a photo/ }));
    await waitFor(() => expect(uploads.last?.purpose).toBe('discovery'));
    act(() => uploads.last!.onComplete(picture, new File(['xyz'], 'fox.jpg')));
    expect(within(modal).getByRole('region', { name: 'Photo' })).toHaveAttribute('data-state', 'uploaded');
    await user.type(name(modal), ' Fox ');
    await user.click(within(modal).getByRole('radio', { name: /^Hot Spot/ }));
    await user.click(within(modal).getByRole('radio', { name: /Artist/ }));
    await user.click(within(modal).getByRole('switch', { name: 'Fresh artwork' }));
    await user.click(submit(modal));
    await waitFor(() => expect(sentTo(calls)).toHaveLength(1));
    const body = sentTo(calls)[0]!.body as { metadata: { timestamp: string } };
    expect(body).toEqual({
      name: 'Fox',
      description: '',
      imageUrl: picture.uploadURL,
      emojiPin: '🔥',
      userRole: 'artist',
      isFreshArt: true,
      latitude: HERE.lat,
      longitude: HERE.lng,
      address: '49.281200, -123.120900',
      tokensAwarded: 150,
      metadata: {
        timestamp: body.metadata.timestamp,
        coordinates: '49.2812,-123.1209',
        submissionType: 'fresh_artwork',
        emojiType: 'Hot Spot',
      },
    });
    expect(new Date(body.metadata.timestamp).toISOString()).toBe(body.metadata.timestamp);
  });

  it.each([
    ['Artist', 'fresh_artwork'],
    ['Photographer', 'discovery'],
  ])('submits as %s the type %s [ENT-11]', async (role, submissionType) => {
    const calls = playerServer({ 'POST /api/discoveries': created() });
    const { user, modal } = await openModal();
    await user.type(name(modal), 'Fox');
    await user.click(within(modal).getByRole('radio', { name: new RegExp(role) }));
    await user.click(submit(modal));
    await waitFor(() => expect(sentTo(calls)[0]?.body).toMatchObject({ metadata: { submissionType } }));
  });

  it('offers the place and time that the photo tells, and takes them only when asked', async () => {
    const calls = playerServer({ 'POST /api/discoveries': created() });
    const { user, modal } = await openModal();
    await user.click(within(modal).getByRole('button', { name: /Add a photo/ }));
    await waitFor(() => expect(uploads.last).not.toBeNull());
    act(() => uploads.last!.onComplete(picture, new File(['xyz'], 'fox.jpg')));
    expect(within(modal).getByText('49.281200, -123.120900')).toBeVisible();
    await user.click(await within(modal).findByRole('button', { name: "Use the photo's place" }));
    await user.click(within(modal).getByRole('button', { name: "Use the photo's time" }));
    await user.type(name(modal), 'Tower');
    await user.click(submit(modal));
    await waitFor(() =>
      expect(sentTo(calls)[0]?.body).toMatchObject({
        latitude: 48.85837,
        longitude: 2.294481,
        metadata: { timestamp: '2026-05-03T10:20:30.000Z', submissionType: 'discovery' },
      }),
    );
  });

  it('removes the chosen image [DOCM-23]', async () => {
    playerServer();
    const { user, modal } = await openModal();
    await user.click(within(modal).getByRole('button', { name: /Add a photo/ }));
    await waitFor(() => expect(uploads.last).not.toBeNull());
    act(() => uploads.last!.onComplete(picture, new File(['xyz'], 'fox.jpg')));
    await user.click(within(modal).getByRole('button', { name: 'Remove photo' }));
    expect(within(modal).getByRole('button', { name: /Add a photo/ })).toBeVisible();
    expect(within(modal).queryByText(/The photo says/)).toBeNull();
  });

  it('waits for a photo that is on its way [DOCM-15 DOCM-22]', async () => {
    playerServer();
    const { user, modal } = await openModal();
    await user.click(within(modal).getByRole('button', { name: /Add a photo/ }));
    await waitFor(() => expect(uploads.last).not.toBeNull());
    act(() => uploads.last!.onBusyChange!(true));
    expect(within(modal).getByRole('region', { name: 'Photo' })).toHaveAttribute('data-state', 'uploading');
    expect(submit(modal)).toBeDisabled();
    act(() => uploads.last!.onBusyChange!(false));
    expect(submit(modal)).toBeEnabled();
  });

  it('only logs a failed upload [DOCM-39]', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    playerServer();
    const { user, modal } = await openModal();
    await user.click(within(modal).getByRole('button', { name: /Add a photo/ }));
    await waitFor(() => expect(uploads.last).not.toBeNull());
    act(() => uploads.last!.onError!(new Error('413')));
    expect(log).toHaveBeenCalledWith('Photo upload failed:', expect.any(Error));
    expect(renderHook(() => useToasts()).result.current.filter(({ open }) => open)).toEqual([]);
  });

  /** Saves a fox as artist; the server accepts it when `finish` is called. */
  async function saveFox() {
    let accept = () => undefined as void;
    const calls = playerServer({
      'GET /api/discoveries/user': [],
      'POST /api/discoveries': async () => {
        await new Promise<void>((resolve) => {
          accept = resolve;
        });
        return Response.json({ id: 'n1', tokensAwarded: 300 }, { status: 201 });
      },
    });
    const view = await openModal();
    await view.user.type(name(view.modal), 'Fox');
    await view.user.click(within(view.modal).getByRole('radio', { name: /Artist/ }));
    await view.user.click(submit(view.modal));
    const busy = await within(view.modal).findByRole('button', { name: 'Adding...' });
    return { ...view, calls, busy, finish: () => act(async () => accept()) };
  }

  it('cannot be submitted again while it is saving [DOCM-13 DOCM-14]', async () => {
    const { busy } = await saveFox();
    expect(busy).toBeDisabled();
  });

  it('confirms with the amount of the response and starts afresh [DOCM-20 DOCM-36 REST-18]', async () => {
    const { user, finish } = await saveFox();
    await finish();
    expect(await screen.findByText('Discovery Added! 🎉')).toBeVisible();
    expect(screen.getByText('+300 🪙 Spray Coins earned as Artist! Your Location pin has been placed.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Document art' }));
    const again = await screen.findByRole('dialog');
    expect(name(again)).toHaveValue('');
    expect(within(again).getByRole('radio', { name: /Photographer/ })).toBeChecked();
  });

  it('reads the player and both lists of discoveries again [DOCM-40 DOCM-41 DOCM-42]', async () => {
    const { client, calls, finish } = await saveFox();
    client.setQueryData(['/api/discoveries/user'], []);
    const before = calls.length;
    await finish();
    await waitFor(() =>
      expect(calls.slice(before).map(({ path }) => path)).toEqual(
        expect.arrayContaining(['/api/discoveries/nearby', '/api/auth/user']),
      ),
    );
    expect(client.getQueryState(['/api/discoveries/user'])?.isInvalidated).toBe(true);
  });

  it('tells 50 where the response has no amount [DOCM-37]', async () => {
    playerServer({ 'POST /api/discoveries': created() });
    const { user, modal } = await openModal();
    await user.type(name(modal), 'Fox');
    await user.click(submit(modal));
    expect(
      await screen.findByText('+50 🪙 Spray Coins earned as Photographer! Your Location pin has been placed.'),
    ).toBeVisible();
  });

  it('says that the coins come later where the award is withheld', async () => {
    playerServer({ 'POST /api/discoveries': created({ tokensAwarded: 0 }) });
    const { user, modal } = await openModal();
    await user.type(name(modal), 'Fox');
    await user.click(submit(modal));
    expect(
      await screen.findByText(/^Your Location pin has been placed\. .*your Spray Coins arrive later/),
    ).toBeVisible();
  });

  it("tells that it failed, keeps what was typed and shows the server's words [DOCM-38]", async () => {
    playerServer({
      'POST /api/discoveries': () =>
        problem(422, 'VALIDATION_FAILED', 'Some fields are wrong.', [
          { field: 'name', code: 'TOO_LONG', detail: 'At most 120 characters.' },
        ]),
    });
    const { user, modal } = await openModal();
    await user.type(name(modal), 'Fox');
    await user.click(submit(modal));
    expect(await screen.findByText('Failed to save discovery. Please try again.')).toBeVisible();
    expect(await within(modal).findByText('At most 120 characters.')).toBeVisible();
    expect(name(modal)).toHaveValue('Fox');
    expect(name(modal)).toHaveFocus();
  });

  it('leads to the first field that the server refuses, be it no text', async () => {
    const refused = (field: string) => ({ field, code: 'INVALID', detail: `No such ${field}.` });
    playerServer({
      'POST /api/discoveries': () =>
        problem(422, 'VALIDATION_FAILED', 'Some fields are wrong.', ['userRole', 'emojiPin', 'latitude'].map(refused)),
    });
    const { user, modal } = await openModal();
    await user.type(name(modal), 'Fox');
    await user.click(submit(modal));
    expect(await within(modal).findByText('No such latitude.')).toBeVisible();
    expect(within(modal).getByRole('button', { name: 'Pick on map' })).toHaveFocus();
    expect(within(modal).getByRole('radiogroup', { name: 'Pin' })).toHaveAccessibleDescription(/No such emojiPin/);
    expect(within(modal).getByRole('radiogroup', { name: 'Your role' })).toHaveAccessibleDescription(
      'No such userRole.',
    );
  });

  it('refuses what is too long before it is sent', async () => {
    const calls = playerServer();
    const { user, modal } = await openModal();
    await user.click(name(modal));
    await user.paste('x'.repeat(121));
    await user.click(submit(modal));
    expect(await within(modal).findByText('At most 120 characters.')).toBeVisible();
    expect(screen.queryByText('Missing Information')).toBeNull();
    expect(sentTo(calls)).toEqual([]);
  });

  it('renders nothing behind it while its fields are typed in', async () => {
    playerServer();
    const { user, modal } = await openModal();
    await within(modal).findByText(/^Your position/);
    const before = { ...rendered };
    expect(Object.keys(before)).toEqual(['The map could not be shown']);
    await user.type(name(modal), 'Fox on a shutter');
    await user.type(within(modal).getByLabelText('Description'), 'Orange.');
    expect(rendered).toEqual(before);
    await user.click(within(modal).getByRole('button', { name: 'Pick on map' }));
    expect(rendered['The map could not be shown']).toBeGreaterThan(before['The map could not be shown']!);
  });

  it('forgets what was typed when it is closed, after asking [DOCM-21]', async () => {
    playerServer();
    const { user, modal } = await openModal();
    await user.type(name(modal), 'Fox');
    await user.click(within(modal).getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Document art' }));
    expect(name(await screen.findByRole('dialog'))).toHaveValue('');
  });

  it('gives a kept discovery back with the reason, where its photo belongs to another account', async () => {
    pendingAction.keep(
      {
        kind: 'document',
        id: 'stored',
        draft: {
          name: 'Kept',
          description: '',
          pinType: 'flag',
          role: 'artist',
          fresh: true,
          photo: { ...picture, suggestion: null },
          place: HERE,
          takenAt: null,
          savedAt: '2026-11-20T12:00:00.000Z',
          attempt: { body: '', key: 'k' },
        },
      },
      'p1',
    );
    playerServer({
      'POST /api/discoveries': () => problem(422, 'PICTURE_NOT_YOURS', 'This picture was uploaded by someone else.'),
    });
    openHome();
    const modal = await screen.findByRole('dialog', { name: 'Document Street Art' });
    expect(name(modal)).toHaveValue('Kept');
    expect(await within(modal).findByText('This picture was uploaded by someone else.')).toBeVisible();
    expect(within(modal).getByRole('switch')).toBeChecked();
  });

  it('is open to guests; saving leads to sign-in and keeps the input', async () => {
    const { browser } = await import('../lib/browser');
    const goTo = jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
    guestServer();
    const { user, modal } = await openModal();
    await user.type(name(modal), 'Fox');
    await user.click(submit(modal));
    await waitFor(() => expect(goTo).toHaveBeenCalled());
    expect(JSON.parse(sessionStorage.getItem('pending-action')!)).toMatchObject({
      owner: null,
      action: { kind: 'document', draft: { name: 'Fox', place: HERE } },
    });
  });
});
