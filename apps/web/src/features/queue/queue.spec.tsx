import 'fake-indexeddb/auto';
import { Blob } from 'node:buffer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Router } from '../../app/router';
import { browser } from '../../lib/browser';
import { player } from '../../test/home';
import { renderAt } from '../../test/render';
import { problem, serve } from '../../test/server';
import { documentDrafts, documentPayload, type SentDocument, type WorkToSend } from '../document';
import { guestOwner } from '../document/document-drafts';
import { emptyDocument } from '../document/drafts';
import { MAX_WORKS, queueStore } from './queue-store';
import { sendQueue } from './send-queue';
import { WaitingWorks } from './waiting-works';
import { submitWork as submit } from './submit-work';

/** No draft is stored for it. */
const submitWork = (work: WorkToSend) => submit(work, 'no-draft');
const ADDRESS = 'http://localhost:8080/api/uploads/7?token=t';
const [ME, OTHER] = [player.id, '01990000-0000-7000-8000-0000000000ff'];
const cut = () => {
  throw new TypeError('Failed to fetch');
};

/** Node's, which Node's copies of what is stored keep; jsdom's would be lost. */
const photo = () => new Blob(['xyz']) as unknown as globalThis.Blob;

function work(
  name: string,
  { owner = ME, photo = null, uploadedTo = null }: Partial<Pick<WorkToSend, 'owner' | 'photo' | 'uploadedTo'>> = {},
): WorkToSend {
  const draft: SentDocument = {
    name,
    description: '',
    pinType: 'location',
    role: 'photographer',
    fresh: false,
    photo: null,
    place: { lat: 1, lng: 2 },
    takenAt: null,
    savedAt: '2026-05-03T10:20:30.000Z',
    attempt: { body: name, key: `key of ${name}` },
  };
  return { owner, draft, body: documentPayload(draft), key: draft.attempt.key, photo, uploadedTo };
}

/** The server: what was created, by key, as it does it. */
function server(more: Parameters<typeof serve>[0] = {}) {
  const created = new Map<string, unknown>();
  const calls = serve({
    'GET /api/auth/user': player,
    'POST /api/discoveries': ({ headers, body }) => {
      created.set(headers.get('idempotency-key')!, body);
      return { id: `d${created.size}`, tokensAwarded: 50 };
    },
    'POST /api/objects/upload': { uploadURL: ADDRESS },
    ...more,
  });
  return { created, calls, to: (call: string) => calls.filter(({ method, path }) => `${method} ${path}` === call) };
}

/** The upload's part of the server; `arrived` grows. */
function uploads(size: number) {
  const state = { arrived: 0, begun: false, patches: [] as number[] };
  const headers = () => ({ 'upload-offset': String(state.arrived) });
  return {
    state,
    routes: {
      'HEAD /api/uploads/7': () => new Response(null, { status: state.begun ? 200 : 404, headers: headers() }),
      'POST /api/uploads/7': () => {
        state.begun = true;
        return new Response(null, { status: 201, headers: headers() });
      },
      'PATCH /api/uploads/7': ({ headers: sent }: { headers: Headers }) => {
        state.patches.push(Number(sent.get('upload-offset')));
        state.arrived = size;
        return { imageUrl: '/objects/7' };
      },
    },
  };
}

const names = async () => (await queueStore.all()).map(({ draft, state }) => `${draft.name}: ${state}`);

afterEach(async () => {
  for (const { id } of await queueStore.all()) await queueStore.remove(id);
});

describe('a work that is documented', () => {
  it('is stored, and nothing of it stays here', async () => {
    const { created } = server();
    await expect(submitWork(work('a'))).resolves.toEqual({ id: 'd1', tokensAwarded: 50 });
    expect(created.get('key of a')).toMatchObject({ name: 'a' });
    expect(await names()).toEqual([]);
  });

  it('waits without signal, and is sent in order with what else waits', async () => {
    server({ 'GET /api/auth/user': cut });
    await expect(submitWork(work('a'))).resolves.toBeNull();
    await expect(submitWork(work('b'))).resolves.toBeNull();
    expect(await names()).toEqual(['a: waiting', 'b: waiting']);
    const { created } = server();
    await expect(submitWork(work('c'))).resolves.toEqual({ id: 'd3', tokensAwarded: 50 });
    expect([...created.keys()]).toEqual(['key of a', 'key of b', 'key of c']);
    expect(await names()).toEqual([]);
  });

  it('is stored once where the response was lost: the same body under the same key', async () => {
    const stored: unknown[] = [];
    const lost = server({
      'POST /api/discoveries': ({ headers, body }) => {
        stored.push([headers.get('idempotency-key'), body]);
        return cut();
      },
    });
    await expect(submitWork(work('a'))).resolves.toBeNull();
    await sendQueue();
    expect(lost.to('POST /api/discoveries')).toHaveLength(2);
    expect(stored[0]).toEqual(stored[1]);
    const { created } = server({
      'POST /api/discoveries': problem(
        422,
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key belongs to a request with another body.',
      ),
    });
    await sendQueue();
    expect(created.size).toBe(0);
    expect(await names()).toEqual([]);
  });

  it('goes back to its form if the server refuses it', async () => {
    server({ 'POST /api/discoveries': problem(409, 'SAME_WORK', 'You added “a” here within the last 24 hours.') });
    await expect(submitWork(work('a'))).rejects.toMatchObject({ status: 409, problem: { code: 'SAME_WORK' } });
    expect(await names()).toEqual([]);
  });

  it('closes its form while works before it take long, and is sent after them', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let arrive = () => {};
    const { created } = server({
      'GET /api/auth/user': () =>
        new Promise<object>((resolve) => {
          arrive = () => resolve(player);
        }),
    });
    const first = submitWork(work('a'));
    const second = submitWork(work('b'));
    await waitFor(async () => expect(await names()).toHaveLength(2));
    await jest.advanceTimersByTimeAsync(20_000);
    await expect(first).resolves.toBeNull();
    await expect(second).resolves.toBeNull();
    expect(await names()).toEqual(['a: waiting', 'b: waiting']);
    jest.useRealTimers();
    arrive();
    await waitFor(async () => expect(await names()).toEqual([]));
    expect([...created.keys()]).toEqual(['key of a', 'key of b']);
  });

  it('finds no room beyond the bound', async () => {
    server({ 'GET /api/auth/user': cut });
    for (let i = 0; i < MAX_WORKS; i += 1) await submitWork(work(`w${i}`));
    await expect(submitWork(work('one more'))).rejects.toMatchObject({ name: 'QueueFull' });
    expect(await names()).toHaveLength(MAX_WORKS);
  });
});

describe('a photo that waits', () => {
  it('goes first, and is not sent again when the work’s own request broke off', async () => {
    const { state, routes } = uploads(3);
    server({ ...routes, 'POST /api/discoveries': cut });
    await submitWork(work('a', { photo: photo() }));
    const { created } = server(routes);
    await sendQueue();
    expect(created.get('key of a')).toMatchObject({ name: 'a', imageUrl: ADDRESS });
    expect(state.patches).toEqual([0]);
  });

  it('goes on where it broke', async () => {
    const { state, routes } = uploads(3);
    server({ ...routes, 'PATCH /api/uploads/7': cut });
    await submitWork(work('a', { photo: photo() }));
    state.arrived = 2;
    const { to, created } = server(routes);
    await sendQueue();
    expect(state.patches).toEqual([2]);
    expect(to('POST /api/objects/upload')).toHaveLength(0);
    expect(created.size).toBe(1);
  });

  it('asks for a new address once its own has expired', async () => {
    const { routes } = uploads(3);
    server({ ...routes, 'PATCH /api/uploads/7': cut });
    await submitWork(work('a', { photo: photo() }));
    const expired = problem(403, 'FORBIDDEN', 'This upload address has expired. Request a new one.');
    const fresh = 'http://localhost:8080/api/uploads/8?token=t';
    const { created } = server({
      'HEAD /api/uploads/7': expired,
      'POST /api/uploads/7': expired,
      'POST /api/objects/upload': { uploadURL: fresh },
      'HEAD /api/uploads/8': new Response(null, { headers: { 'upload-offset': '0' } }),
      'PATCH /api/uploads/8': {},
    });
    await sendQueue();
    expect(created.get('key of a')).toMatchObject({ imageUrl: fresh });
  });

  it('that is no picture fails its work, with the server’s sentence', async () => {
    server({ 'GET /api/auth/user': cut });
    await submitWork(work('a', { photo: photo() }));
    server({
      ...uploads(3).routes,
      'PATCH /api/uploads/7': problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'This is no picture.'),
    });
    await sendQueue();
    expect((await queueStore.all())[0]).toMatchObject({
      state: 'failed',
      problem: { status: 415, body: expect.stringContaining('This is no picture.') },
      upload: null,
    });
  });
});

describe('the queue', () => {
  it('skips works of other accounts, and failed ones', async () => {
    server({ 'GET /api/auth/user': cut });
    await submitWork(work('theirs', { owner: OTHER }));
    await submitWork(work('bad'));
    await submitWork(work('mine'));
    const { created } = server({
      'POST /api/discoveries': ({ body, headers }) => {
        if ((body as { name: string }).name === 'bad') return problem(422, 'VALIDATION_FAILED', 'Too long.');
        created.set(headers.get('idempotency-key')!, body);
        return { id: 'd', tokensAwarded: 50 };
      },
    });
    await sendQueue();
    expect([...created.keys()]).toEqual(['key of mine']);
    expect(await names()).toEqual(['theirs: waiting', 'bad: failed']);
  });

  it('names its account in what it sends; where another one has signed in meanwhile, the work waits as it was', async () => {
    server({ 'GET /api/auth/user': cut });
    await submitWork(work('a', { photo: photo() }));
    await submitWork(work('b'));
    const other = problem(409, 'OTHER_ACCOUNT', 'Another account is signed in now.');
    const { calls, created } = server({ 'POST /api/objects/upload': other, 'POST /api/discoveries': other });
    await sendQueue();
    expect(
      calls
        .filter(({ method }) => method === 'POST')
        .map(({ path, headers }) => [path, headers.get('expected-account')]),
    ).toEqual([
      ['/api/objects/upload', ME],
      ['/api/discoveries', ME],
    ]);
    expect(created.size).toBe(0);
    expect((await queueStore.all()).map(({ state, unsureSince, problem: why }) => [state, unsureSince, why])).toEqual([
      ['waiting', null, null],
      ['waiting', null, null],
    ]);
  });

  it('stops at the first that the server has no time for', async () => {
    server({ 'GET /api/auth/user': cut });
    await submitWork(work('a'));
    await submitWork(work('b'));
    const { to } = server({ 'POST /api/discoveries': problem(503, 'UNAVAILABLE', 'Come back.') });
    await sendQueue();
    expect(to('POST /api/discoveries')).toHaveLength(1);
    expect(await names()).toEqual(['a: waiting', 'b: waiting']);
  });

  it('after a week asks the player whether a work without a response arrived', async () => {
    server({ 'POST /api/discoveries': cut });
    await submitWork(work('a'));
    const [sent] = await queueStore.all();
    await queueStore.change(sent!.id, { unsureSince: Date.now() - 7 * 86_400_000 });
    const { created } = server();
    await sendQueue();
    expect(created.size).toBe(0);
    expect((await queueStore.all())[0]).toMatchObject({ state: 'failed', problem: 'unsure' });
  });
});

describe('the screen', () => {
  async function open(at = '/waiting', more: Parameters<typeof serve>[0] = {}) {
    const served = server({ 'GET /config.json': {}, ...more });
    const stage = renderAt(at, <Router />);
    return { ...served, ...stage };
  }
  async function waiting(...queued: WorkToSend[]) {
    server({ 'GET /api/auth/user': cut });
    for (const each of queued) await submitWork(each);
  }
  const offline = () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

  it('says that nothing waits', async () => {
    await open();
    expect(await screen.findByText('Everything is sent')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Explore the map' })).toHaveAttribute('href', '/home');
  });

  it('says so only once it is known who is signed in: else works of a player whose session has ended would seem sent', async () => {
    const { unmount } = await open('/waiting', {
      'GET /api/auth/user': () => problem(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong.'),
    });
    expect(await screen.findByText('We could not check who is signed in')).toBeVisible();
    expect(screen.queryByText('Everything is sent')).toBeNull();
    unmount();

    const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
    await open('/waiting', { 'GET /api/auth/user': () => problem(401, 'UNAUTHENTICATED', 'Unauthorized') });
    await waitFor(() => expect(redirect).toHaveBeenCalledWith('/api/login?returnTo=%2Fwaiting'));
    expect(screen.queryByText('Everything is sent')).toBeNull();
  });

  it('lists what waits without signal, edits it, and sends the changed work under its key', async () => {
    await waiting(work('first'), work('second'));
    const off = offline();
    const { user } = await open();
    const list = await screen.findByRole('list', { name: 'Waiting to be sent' });
    expect(
      within(list)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['first', 'second']);
    expect(within(list).getAllByText('Waiting for a connection')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Edit second' }));
    const name = await screen.findByRole('textbox', { name: /Name/ });
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(screen.getByText('Please enter a name for your discovery.')).toBeVisible();
    await user.type(name, 'renamed');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('heading')
          .map(({ textContent }) => textContent),
      ).toEqual(['first', 'renamed']),
    );
    off.mockReturnValue(true);
    const { created } = server();
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Everything is sent')).toBeVisible();
    expect([...created.entries()].map(([key, body]) => [key, (body as { name: string }).name])).toEqual([
      ['key of first', 'first'],
      ['key of second', 'renamed'],
    ]);
    expect((await screen.findAllByText('Discovery Added! 🎉')).length).toBeGreaterThan(0);
  });

  it('deletes after asking, and tries a refused one again', async () => {
    await waiting(work('unwanted'), work('refused'));
    const offlineNow = offline();
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete unwanted' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('unwanted')).toBeNull());
    server({ 'POST /api/discoveries': problem(422, 'VALIDATION_FAILED', 'The name is too long.') });
    offlineNow.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('The name is too long.')).toBeVisible();
    server();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Everything is sent')).toBeVisible();
  });

  it('does not show one account’s works to another', async () => {
    await waiting(work('theirs', { owner: OTHER }));
    await open();
    expect(await screen.findByText('Everything is sent')).toBeVisible();
  });

  it('is in the menu with its count, and signing out asks', async () => {
    await waiting(work('a'));
    offline();
    const goTo = jest.spyOn(browser, 'goTo').mockReturnValue();
    const { user } = await open('/community');
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    expect(await screen.findByRole('link', { name: 'Waiting to be sent 1 work' })).toHaveAttribute('href', '/waiting');
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText(/One work is on this device/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(goTo).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await user.click(await screen.findByRole('button', { name: 'Keep them and sign out' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/logout'));
    expect(await names()).toEqual(['a: waiting']);
    await user.click(screen.getByRole('button', { name: 'Delete them and sign out' }));
    await waitFor(async () => expect(await names()).toEqual([]));
  });

  it('signing out asks about a work that was begun in this tab before the sign-in, too', async () => {
    await documentDrafts.save('begun', guestOwner(), { ...emptyDocument, name: 'Fox' });
    server();
    const goTo = jest.spyOn(browser, 'goTo').mockReturnValue();
    const { user } = await open('/community');
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText(/One work is on this device/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete them and sign out' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/logout'));
    expect(await documentDrafts.count([guestOwner()])).toBe(0);
  });

  it('says on a signed-out page how many works wait, but not which', async () => {
    await waiting(work('a'), work('b', { owner: OTHER }));
    server({ 'GET /api/auth/user': () => problem(401, 'UNAUTHENTICATED', 'Unauthorized: sign in first.') });
    renderAt('/', <WaitingWorks />);
    expect(await screen.findByText('2 works wait on this device. Sign in to send them.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/api/login?returnTo=%2Fwaiting');
  });

  it('asks before it signs out, however fast the button is pressed', async () => {
    await waiting(work('a'));
    offline();
    const goTo = jest.spyOn(browser, 'goTo').mockReturnValue();
    await open('/community');
    const menu = await screen.findByRole('button', { name: 'Open menu' });
    fireEvent.click(menu);
    fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText(/One work is on this device/)).toBeVisible();
    expect(goTo).not.toHaveBeenCalled();
  });
});
