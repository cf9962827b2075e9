import '../test/without-map';
import 'fake-indexeddb/auto';
import { File } from 'node:buffer';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { documentDrafts, draftOwners } from '../features/document/document-drafts';
import { useStoredDraft } from '../features/document/use-stored-drafts';
import { queueStore } from '../features/queue/queue-store';
import type { UploadDialogProps } from '../features/upload/types';
import { browser } from '../lib/browser';
import { clearPersonalData } from '../features/session/personal-data';
import { backFrom, guestServer, openHome, player, prepareHome, theMap } from '../test/home';
import { problem, signedOut } from '../test/server';
import { stubGlobal } from '../test/stub-global';

// The upload dialog has its own specs; here it hands over a file when asked to.
const uploads = { last: null as UploadDialogProps | null };
jest.mock('../features/upload/upload-dialog', () => ({
  UploadDialog: (props: UploadDialogProps) => {
    uploads.last = props;
    return null;
  },
}));
prepareHome();

/** Node's, which Node's copies of what is stored keep; jsdom's would be lost. */
const file = () => new File(['xyz'], 'fox.jpg') as unknown as globalThis.File;
const addressOf = (id: string) => `http://localhost:8080/api/uploads/${id}?token=t`;
const uploaded = {
  uploadURL: addressOf('guests'),
  imageUrl: '/objects/guests',
  thumbhash: null,
  width: 800,
  height: 600,
  suggestion: null,
};

type Routes = NonNullable<Parameters<typeof guestServer>[0]>;

/** A server that takes one photo at `addressOf('new')`; `works` are the bodies that it stored. */
function server(user: Routes[string], more: Routes = {}) {
  const works: unknown[] = [];
  const sent: string[] = [];
  const calls = guestServer({
    'GET /api/auth/user': user,
    'POST /api/objects/upload': { uploadURL: addressOf('new') },
    'HEAD /api/uploads/new': () => new Response(null, { headers: { 'upload-offset': '0' } }),
    'PATCH /api/uploads/new': ({ body }) => {
      sent.push(String(body));
      return { imageUrl: '/objects/new' };
    },
    'POST /api/discoveries': ({ body }) => {
      if ((body as { imageUrl?: string }).imageUrl === addressOf('guests'))
        return problem(422, 'VALIDATION_FAILED', 'Some fields are wrong.', [
          { field: 'imageUrl', code: 'PICTURE_NOT_YOURS', detail: 'Use a picture you uploaded yourself.' },
        ]);
      works.push(body);
      return Response.json({ id: 'n1', tokensAwarded: 50 }, { status: 201 });
    },
    ...more,
  });
  return { works, sent, calls };
}

async function fillIn(view: ReturnType<typeof openHome>, photo: (dialog: UploadDialogProps) => void) {
  await screen.findByText(/^(marker_jo|Guest)$/);
  await theMap();
  await view.user.click(screen.getByRole('button', { name: 'Document art' }));
  const modal = await screen.findByRole('dialog', { name: 'Document Street Art' });
  await view.user.type(within(modal).getByLabelText(/^Name/), 'Fox');
  await view.user.click(within(modal).getByRole('button', { name: /Add a photo/ }));
  await waitFor(() => expect(uploads.last).not.toBeNull());
  act(() => photo(uploads.last!));
  return { modal, add: () => view.user.click(within(modal).getByRole('button', { name: 'Add to Discoveries' })) };
}

const keepForLater = (dialog: UploadDialogProps) => dialog.onKeep!(file());
const upload = (dialog: UploadDialogProps) => dialog.onComplete(uploaded, file());
const begin = (dialog: UploadDialogProps) => dialog.onChosen!(file());

let goTo: jest.Spied<typeof browser.goTo>;
beforeEach(() => {
  uploads.last = null;
  goTo = jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
});
afterEach(async () => {
  goTo.mockRestore();
  for (const { id } of await queueStore.all()) await queueStore.remove(id);
  for (let left = await documentDrafts.find([player.id]); left; left = await documentDrafts.find([player.id]))
    await documentDrafts.remove(left.id);
});

const published = (works: unknown[]) =>
  waitFor(() => expect(works).toEqual([expect.objectContaining({ name: 'Fox', imageUrl: addressOf('new') })]));

describe('a photo on its way to the map', () => {
  it('goes with the work of a guest who kept it for later and then signs in', async () => {
    server(() => signedOut());
    const guest = openHome();
    const { add } = await fillIn(guest, keepForLater);
    await add();
    await waitFor(() => expect(goTo).toHaveBeenCalled());
    guest.unmount();
    const { works, sent } = server(player);
    openHome(backFrom(goTo));
    await published(works);
    expect(sent).toEqual(['xyz']);
    expect(await queueStore.all()).toEqual([]);
  });

  it('is uploaded again where the server refuses what the guest had uploaded', async () => {
    server(() => signedOut());
    const guest = openHome();
    const { add } = await fillIn(guest, upload);
    await add();
    await waitFor(() => expect(goTo).toHaveBeenCalled());
    guest.unmount();
    const { works, sent } = server(player);
    openHome(backFrom(goTo));
    await published(works);
    expect(sent).toEqual(['xyz']);
  });

  it('comes back into the form for a guest who signs up, and goes with the work once the code is entered', async () => {
    server(() => signedOut());
    const guest = openHome();
    await (await fillIn(guest, keepForLater)).add();
    await waitFor(() => expect(goTo).toHaveBeenCalled());
    guest.unmount();
    let me = { ...player, status: 'pending' as 'pending' | 'verified' };
    const { works } = server(() => me);
    // The sign-up leads to the landing page, not back with the ticket.
    const view = openHome();
    const modal = await screen.findByRole('dialog', { name: 'Document Street Art' });
    expect(within(modal).getByRole('region', { name: 'Photo' })).toHaveAttribute('data-state', 'uploaded');
    await view.user.click(within(modal).getByRole('button', { name: 'Add to Discoveries' }));
    expect(await screen.findByRole('dialog', { name: /code/i })).toBeVisible();
    me = { ...player };
    await view.client.invalidateQueries();
    await published(works);
  });

  it('is kept while the session of the player has ended, and goes with the work after the sign-in', async () => {
    let isOver = false;
    server(() => (isOver ? signedOut() : player));
    const view = openHome();
    const { add } = await fillIn(view, keepForLater);
    isOver = true;
    await add();
    await waitFor(() => expect(goTo).toHaveBeenCalled());
    expect(await queueStore.all()).toEqual([]);
    view.unmount();
    const { works } = server(player);
    openHome(backFrom(goTo));
    await published(works);
  });

  it('goes with the work in a browser that keeps no queue', async () => {
    const { works } = server(player);
    const view = openHome();
    const { add } = await fillIn(view, keepForLater);
    stubGlobal('BroadcastChannel', undefined);
    await add();
    await published(works);
  });

  it('stays in the form where the server does not take the work', async () => {
    server(player, {
      'POST /api/discoveries': () =>
        problem(422, 'VALIDATION_FAILED', 'Some fields are wrong.', [
          { field: 'name', code: 'TOO_LONG', detail: 'At most 120 characters.' },
        ]),
    });
    const first = openHome();
    const { add, modal } = await fillIn(first, keepForLater);
    await add();
    expect(await within(modal).findByText('At most 120 characters.')).toBeVisible();
    expect(within(modal).getByRole('region', { name: 'Photo' })).toHaveAttribute('data-state', 'uploaded');
    first.unmount();
    const { works } = server(player);
    const view = openHome();
    await view.user.click(await screen.findByRole('button', { name: 'Continue' }));
    await view.user.click(await screen.findByRole('button', { name: 'Add to Discoveries' }));
    await published(works);
  });

  it('is asked for again where the browser has removed it: the work is not published without', async () => {
    server(() => signedOut());
    const guest = openHome();
    await (await fillIn(guest, keepForLater)).add();
    await waitFor(() => expect(goTo).toHaveBeenCalled());
    guest.unmount();
    const { action } = JSON.parse(sessionStorage.getItem('pending-action')!) as { action: { id: string } };
    await documentDrafts.remove(action.id);
    const { works } = server(player);
    openHome(backFrom(goTo));
    const modal = await screen.findByRole('dialog', { name: 'Document Street Art' });
    expect(within(modal).getByText('Your browser removed the photo. Choose it again.')).toBeVisible();
    expect(within(modal).getByLabelText(/^Name/)).toHaveValue('Fox');
    expect(works).toEqual([]);
  });
});

describe('a photo in the form', () => {
  it('says that it is kept on the device only where it is not uploaded', async () => {
    server(player);
    const view = openHome();
    const { modal } = await fillIn(view, keepForLater);
    expect(within(modal).getByText(/^Saved on this device/)).toBeVisible();
    act(() => upload(uploads.last!));
    expect(within(modal).queryByText(/^Saved on this device/)).toBeNull();
  });

  it('has an address of the page only while it is shown', async () => {
    const [made, revoked] = [jest.spyOn(URL, 'createObjectURL'), jest.spyOn(URL, 'revokeObjectURL')];
    server(player);
    const view = openHome();
    const { modal } = await fillIn(view, keepForLater);
    expect(within(modal).getByRole('img')).toBeVisible();
    act(() => keepForLater(uploads.last!));
    await waitFor(async () => expect(await documentDrafts.find([player.id])).not.toBeNull());
    view.unmount();
    expect(made).toHaveBeenCalledTimes(2);
    expect(revoked).toHaveBeenCalledTimes(2);
  });
});

describe('a work that is begun', () => {
  it('stays the player’s where the session ends while it is open, whoever uses the tab next', async () => {
    let isOver = false;
    server(() => (isOver ? signedOut() : player));
    const view = openHome();
    const { modal } = await fillIn(view, keepForLater);
    isOver = true;
    await act(() => view.client.invalidateQueries());
    await screen.findByText('Guest');
    await view.user.type(within(modal).getByLabelText(/^Name/), 'es');
    await waitFor(async () =>
      expect(await documentDrafts.find([player.id])).toMatchObject({ draft: { name: 'Foxes' } }),
    );
    expect(await documentDrafts.find(draftOwners('somebody-else'))).toBeNull();
  });

  it('is offered to the account that a code merges the pending one into', async () => {
    const pending = { ...player, id: 'pending', status: 'pending' as const };
    let me = pending as typeof player;
    server(() => me);
    await documentDrafts.save('d', pending.id, { ...(await emptyDraft()), name: 'Fox' });
    const view = openHome();
    expect(await screen.findByText('You haven’t finished “Fox”.')).toBeVisible();
    me = player;
    await act(() => view.client.invalidateQueries());
    await screen.findByText('marker_jo');
    expect(await screen.findByText('You haven’t finished “Fox”.')).toBeVisible();
    await clearPersonalData();
    expect(draftOwners('somebody-else')).not.toContain(pending.id);
    await documentDrafts.remove('d');
  });

  it('is not offered while it is not known whether the next player has it', async () => {
    await documentDrafts.save('mine', player.id, { ...(await emptyDraft()), name: 'Fox' });
    const { result, rerender } = renderHook(({ id }) => useStoredDraft({ ...player, id }, false), {
      initialProps: { id: player.id },
    });
    await waitFor(() => expect(result.current?.id).toBe('mine'));
    rerender({ id: 'somebody-else' });
    expect(result.current).toBeNull();
  });

  it('is offered again after a reload, with the photo whose upload was cut', async () => {
    server(player);
    const before = openHome();
    await fillIn(before, begin);
    await waitFor(async () =>
      expect((await documentDrafts.find([player.id]))?.draft).toMatchObject({ name: 'Fox', photo: { uploadURL: '' } }),
    );
    before.unmount();
    const { works, sent } = server(player);
    const view = openHome();
    expect(await screen.findByText('You haven’t finished “Fox”.')).toBeVisible();
    await view.user.click(screen.getByRole('button', { name: 'Continue' }));
    const modal = await screen.findByRole('dialog', { name: 'Document Street Art' });
    expect(within(modal).getByLabelText(/^Name/)).toHaveValue('Fox');
    await view.user.click(within(modal).getByRole('button', { name: 'Add to Discoveries' }));
    await published(works);
    expect(sent).toEqual(['xyz']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await documentDrafts.find([player.id])).toBeNull();
    expect(screen.queryByText('You haven’t finished “Fox”.')).toBeNull();
  });

  it('is not offered to another account, nor while another tab has it', async () => {
    await documentDrafts.save('mine', player.id, { ...(await emptyDraft()), name: 'Fox' });
    expect(await documentDrafts.find(['somebody-else'])).toBeNull();
    expect(await documentDrafts.find([player.id])).toMatchObject({ id: 'mine' });
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: { query: async () => ({ held: [{ name: 'draft:mine' }] }) },
    });
    expect(await documentDrafts.find([player.id])).toBeNull();
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('is asked about before Escape discards it', async () => {
    server(player);
    const view = openHome();
    const { modal } = await fillIn(view, keepForLater);
    await view.user.keyboard('{Escape}');
    await view.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(within(modal).getByLabelText(/^Name/)).toHaveValue('Fox');
    await view.user.keyboard('{Escape}');
    await view.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await documentDrafts.find([player.id])).toBeNull();
  });
});

const emptyDraft = async () => (await import('../features/document/drafts')).emptyDocument;
