import '../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import type { UploadDialogProps } from '../features/upload/types';
import { fakeGeolocation } from '../test/fake-map';
import { HERE, openHome, playerServer, prepareHome, theMap } from '../test/home';

const uploads = { last: null as UploadDialogProps | null };
jest.mock('../features/upload/upload-dialog', () => ({
  UploadDialog: (props: UploadDialogProps) => {
    uploads.last = props;
    return null;
  },
}));
prepareHome();

const MINUTE = 60_000;
/** Some 220 m north. */
const FURTHER = { lat: 49.2832, lng: -123.1209 };
const created = () => Response.json({ id: 'n1' }, { status: 201 });
const picture = {
  uploadURL: 'http://localhost:8080/api/uploads/u1?token=t',
  imageUrl: '/objects/u1',
  thumbhash: null,
  width: 800,
  height: 600,
  suggestion: { latitude: 48.85837, longitude: 2.294481, takenAt: '2026-05-03T10:20:30.000Z' } as UploadedSuggestion,
};
type UploadedSuggestion = Parameters<UploadDialogProps['onComplete']>[0]['suggestion'];

async function openModal(view = openHome()) {
  await screen.findByText('marker_jo');
  await theMap();
  await view.user.click(screen.getByRole('button', { name: 'Document art' }));
  const modal = await screen.findByRole('dialog', { name: 'Document Street Art' });
  return { ...view, modal, place: within(modal).getByRole('region', { name: 'Place' }) };
}
type Opened = Awaited<ReturnType<typeof openModal>>;
const submit = ({ user, modal }: Opened) =>
  user.click(within(modal).getByRole('button', { name: 'Add to Discoveries' }));
const typeName = ({ user, modal }: Opened, text: string) => user.type(within(modal).getByLabelText(/^Name/), text);
const addPhoto = async ({ user, modal }: Opened, suggestion: UploadedSuggestion = picture.suggestion) => {
  uploads.last = null;
  await user.click(within(modal).getByRole('button', { name: /Add a photo|Choose another photo/ }));
  await waitFor(() => expect(uploads.last).not.toBeNull());
  act(() => uploads.last!.onComplete({ ...picture, suggestion }, new File(['xyz'], 'fox.jpg')));
};
const sent = (calls: ReturnType<typeof playerServer>) =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/api/discoveries');

/** Submits with the position `shown`; the browser has not found another one yet. */
async function submitBeforeItComes(shown: Parameters<typeof fakeGeolocation>[0]) {
  const geolocation = fakeGeolocation(shown, { isSlow: true });
  const calls = playerServer({ 'POST /api/discoveries': created });
  const view = openHome();
  await waitFor(() => expect(geolocation.asked).toHaveLength(1));
  act(() => geolocation.respond());
  const opened = await openModal(view);
  await typeName(opened, 'Fox');
  await submit(opened);
  return { geolocation, calls, modal: opened.modal };
}

function show(state: DocumentVisibilityState) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

describe("the player's position", () => {
  it('is watched while the map is seen, and not while it is hidden', async () => {
    const geolocation = fakeGeolocation(HERE);
    playerServer();
    const { unmount } = openHome();
    const map = await theMap();
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    act(() => geolocation.walkTo(FURTHER));
    await waitFor(() => expect(map.setPlayer).toHaveBeenLastCalledWith({ position: FURTHER, accuracy: 20 }));
    expect(map.center).toEqual(HERE);
    show('hidden');
    expect(geolocation.watches.size).toBe(0);
    show('visible');
    expect(geolocation.watches.size).toBe(1);
    unmount();
    expect(geolocation.watches.size).toBe(0);
  });

  it('does not request another area at every step', async () => {
    const geolocation = fakeGeolocation(HERE);
    const calls = playerServer();
    openHome();
    const map = await theMap();
    act(() => geolocation.walkTo(FURTHER));
    await waitFor(() => expect(map.setPlayer).toHaveBeenLastCalledWith({ position: FURTHER, accuracy: 20 }));
    expect(calls.filter(({ path }) => path === '/api/discoveries/nearby')).toHaveLength(1);
  });

  it('is asked for again, exactly and without a cached one, when the modal opens', async () => {
    const geolocation = fakeGeolocation({ ...HERE, age: 5 * MINUTE });
    const calls = playerServer({ 'POST /api/discoveries': created });
    const view = openHome();
    await theMap();
    geolocation.fix = FURTHER;
    const opened = await openModal(view);
    expect(geolocation.asked.at(-1)).toEqual({ enableHighAccuracy: true, timeout: 8_000, maximumAge: 0 });
    expect(await within(opened.place).findByText('49.283200, -123.120900')).toBeVisible();
    await typeName(opened, 'Fox');
    await submit(opened);
    await waitFor(() =>
      expect(sent(calls)[0]?.body).toMatchObject({
        latitude: FURTHER.lat,
        longitude: FURTHER.lng,
        address: '49.283200, -123.120900',
      }),
    );
  });

  it('is saved as it is shown where it is recent and exact, while another one is awaited', async () => {
    const { calls } = await submitBeforeItComes({ ...HERE, accuracy: 50, age: 50_000 });
    await waitFor(() => expect(sent(calls)[0]?.body).toMatchObject({ latitude: HERE.lat, longitude: HERE.lng }));
  });

  it.each([
    ['old', { age: 2 * MINUTE }],
    ['vague', { accuracy: 51 }],
  ])('is waited for where the player saves before it came, and the one that is shown is %s', async (_, flaw) => {
    const { calls, geolocation, modal } = await submitBeforeItComes({ ...HERE, ...flaw });
    expect(within(modal).getByRole('button', { name: 'Adding...' })).toBeDisabled();
    expect(sent(calls)).toEqual([]);
    geolocation.fix = FURTHER;
    act(() => geolocation.respond());
    await waitFor(() => expect(sent(calls)[0]?.body).toMatchObject({ latitude: FURTHER.lat }));
  });

  it('shows how exact it is and how old', async () => {
    const geolocation = fakeGeolocation({ ...HERE, accuracy: 12.4, age: 40_500 });
    playerServer();
    const { place } = await openModal();
    expect(place).toHaveTextContent('Your position, accurate to 12 m, 40 s ago');
    act(() => geolocation.walkTo({ ...FURTHER, accuracy: 7 }));
    await waitFor(() => expect(place).toHaveTextContent('Your position, accurate to 7 m, just now'));
    act(() => geolocation.walkTo({ ...HERE, age: MINUTE }));
    expect(place).toHaveTextContent('Your position, accurate to 7 m, just now');
    expect(within(place).queryByText(/^This position/)).toBeNull();
  });

  it('warns of an old one and of a vague one, and asks again when told to', async () => {
    const geolocation = fakeGeolocation({ ...HERE, accuracy: 900, age: 4 * MINUTE });
    playerServer();
    const { place, user } = await openModal();
    expect(await within(place).findByText(/^This position is 4 min old/)).toBeVisible();
    expect(within(place).getByText(/only to 900 m/)).toBeVisible();
    geolocation.fix = FURTHER;
    await user.click(within(place).getByRole('button', { name: 'My position' }));
    expect(await within(place).findByText('49.283200, -123.120900')).toBeVisible();
    expect(within(place).queryByText(/^This position/)).toBeNull();
  });
});

describe("a photo's place and time", () => {
  it('is forgotten with the photo', async () => {
    const calls = playerServer({ 'POST /api/discoveries': created });
    const opened = await openModal();
    const { user, modal, place } = opened;
    await addPhoto(opened);
    await user.click(within(modal).getByRole('button', { name: "Use the photo's place" }));
    await user.click(within(modal).getByRole('button', { name: "Use the photo's time" }));
    await user.click(within(modal).getByRole('button', { name: 'Remove photo' }));
    expect(within(place).getByText('49.281200, -123.120900')).toBeVisible();
    await typeName(opened, 'Fox');
    await submit(opened);
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    const body = sent(calls)[0]!.body as { latitude: number; metadata: { timestamp: string } };
    expect(body.latitude).toBe(HERE.lat);
    expect(body.metadata.timestamp).not.toContain('2026-05-03');
  });

  it('does not take a chosen point of the map away with the photo', async () => {
    playerServer();
    const view = await openModal();
    await addPhoto(view);
    await view.user.click(within(view.modal).getByRole('button', { name: 'Pick on map' }));
    const map = await theMap();
    act(() => map.click({ lat: 1, lng: 2 }));
    const again = await screen.findByRole('dialog', { name: 'Document Street Art' });
    expect(within(again).getByText(/The photo says/)).toBeVisible();
    await view.user.click(within(again).getByRole('button', { name: 'Remove photo' }));
    expect(within(again).getByText('1.000000, 2.000000')).toBeVisible();
  });

  it('says that a photo has no place, and why, before the position is used', async () => {
    playerServer({ 'POST /api/discoveries': created });
    const opened = await openModal();
    expect(within(opened.place).queryByText(/doesn’t say where it was taken/)).toBeNull();
    await addPhoto(opened, null);
    expect(
      await within(opened.place).findByText(/doesn’t say where it was taken: phones often remove the place/),
    ).toBeVisible();
    act(() => uploads.last!.onComplete(picture, new File(['xyz'], 'fox.jpg')));
    await waitFor(() => expect(within(opened.place).queryByText(/doesn’t say where it was taken/)).toBeNull());
  });

  it.each(['success', 'close'] as const)('does not reach the next discovery after %s', async (how) => {
    playerServer({ 'POST /api/discoveries': created });
    const opened = await openModal();
    const { user, modal } = opened;
    await addPhoto(opened);
    await user.click(within(modal).getByRole('button', { name: "Use the photo's place" }));
    if (how === 'close') {
      await user.click(within(modal).getByRole('button', { name: 'Close' }));
      await user.click(screen.getByRole('button', { name: 'Discard' }));
    } else {
      await typeName(opened, 'Fox');
      await submit(opened);
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Document art' }));
    const next = await screen.findByRole('dialog', { name: 'Document Street Art' });
    expect(within(next).queryByText(/The photo says/)).toBeNull();
    expect(within(next).getByText('49.281200, -123.120900')).toBeVisible();
  });

  it('offers the time of a photo that knows no place', async () => {
    const calls = playerServer({ 'POST /api/discoveries': created });
    const opened = await openModal();
    const { user, modal } = opened;
    await addPhoto(opened, { latitude: null, longitude: null, takenAt: '2026-05-03T10:20:30Z' });
    expect(within(modal).getByText(/^The photo says/)).toHaveTextContent(/^The photo says May 3, 2026, /);
    expect(within(modal).queryByRole('button', { name: "Use the photo's place" })).toBeNull();
    await user.click(within(modal).getByRole('button', { name: "Use the photo's time" }));
    await typeName(opened, 'Fox');
    await submit(opened);
    await waitFor(() =>
      expect(sent(calls)[0]?.body).toMatchObject({
        latitude: HERE.lat,
        metadata: { timestamp: '2026-05-03T10:20:30Z' },
      }),
    );
  });
});

describe('a second try', () => {
  it('sends the same body under the same key, wherever the player has walked, and a changed form under another', async () => {
    const geolocation = fakeGeolocation(HERE);
    const calls = playerServer({ 'POST /api/discoveries': () => new Response(null, { status: 503 }) });
    const opened = await openModal();
    await typeName(opened, 'Fox');
    await submit(opened);
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    await screen.findByText('Failed to save discovery. Please try again.');
    act(() => geolocation.walkTo(FURTHER));
    await submit(opened);
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    await typeName(opened, ' two');
    await submit(opened);
    await waitFor(() => expect(sent(calls)).toHaveLength(3));
    const [first, second, third] = sent(calls).map(({ body, headers }) => ({
      body,
      key: headers.get('idempotency-key'),
    }));
    expect(second).toEqual(first);
    expect(third!.key).not.toBe(first!.key);
    expect(third!.body).toMatchObject({ name: 'Fox two' });
  });

  it('says of a work that stands there already which one it is, and stays open', async () => {
    const detail = 'You added "Fox" here today.';
    playerServer({
      'POST /api/discoveries': () =>
        Response.json({ status: 409, code: 'SAME_WORK', detail, discoveryId: 'd1' }, { status: 409 }),
    });
    const opened = await openModal();
    await typeName(opened, 'Fox');
    await submit(opened);
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    expect(within(opened.modal).getByLabelText(/^Name/)).toHaveValue('Fox');
  });
});
