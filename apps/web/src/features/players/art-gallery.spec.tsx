import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { player } from '../../test/home';
import { ADDRESS, artwork, completeUpload, fileOf, isDestructive, openProfile, sendFile } from '../../test/profile';
import { problem, signedOut } from '../../test/server';

const three = [
  artwork('a', 'Fox', { description: 'Orange.' }),
  artwork('b', 'Heron'),
  artwork('c', 'Moth', { views: 1 }),
];
const section = () => within(screen.getByRole('region', { name: 'My Art Gallery' }));
const titles = () =>
  section()
    .getAllByRole('button', { name: /^View / })
    .map((each) => each.getAttribute('aria-label')!.slice('View '.length));

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('art gallery', () => {
  it('lists the art with type and views [PROF-15 GALL-01 ENT-18]', async () => {
    await openProfile({ 'GET /api/profile/art': three });
    await section().findByText('Fox');
    expect(titles()).toEqual(['Fox', 'Heron', 'Moth']);
    expect(section().getByText('Moth').closest('li')).toHaveTextContent('Sketch · 1 view');
  });

  it('reads all pages of a long gallery [GALL-01 REST-30]', async () => {
    const stage = await openProfile({
      'GET /api/profile/art': ({ query }) =>
        query['cursor']
          ? Response.json(three.slice(2))
          : Response.json(three.slice(0, 2), {
              headers: { link: '<http://gateway.example/api/profile/art?limit=50&cursor=x>; rel="next"' },
            }),
    });
    await section().findByText('Moth');
    expect(titles()).toEqual(['Fox', 'Heron', 'Moth']);
    expect(stage.to('GET /api/profile/art').map(({ query }) => query)).toEqual([{}, { limit: '50', cursor: 'x' }]);
  });

  it('invites to add art where there is none [GALL-01]', async () => {
    await openProfile();
    expect(await section().findByText('Nothing hangs here yet')).toBeVisible();
    expect(section().getByRole('button', { name: 'Add Art' })).toBeEnabled();
  });

  it('says when it cannot be read, and tries again [GALL-01]', async () => {
    let isDown = true;
    const stage = await openProfile({
      'GET /api/profile/art': () => (isDown ? problem(503, 'UNAVAILABLE', 'Back in a minute.') : three),
    });
    expect(await section().findByRole('alert')).toHaveTextContent('Back in a minute.');
    isDown = false;
    await stage.user.click(section().getByRole('button', { name: 'Try again' }));
    expect(await section().findByText('Fox')).toBeVisible();
  });
});

describe('Add Art', () => {
  async function openDialog(more: Parameters<typeof openProfile>[0] = {}) {
    const stage = await openProfile(more);
    await stage.user.click(section().getByRole('button', { name: 'Add Art' }));
    return {
      ...stage,
      dialog: await screen.findByRole('dialog', { name: 'Add Art' }),
      sent: () => stage.to('POST /api/profile/art'),
    };
  }
  const submit = (dialog: HTMLElement) =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add to Gallery' }));
  async function fillIn({ user, dialog }: Awaited<ReturnType<typeof openDialog>>, title = 'Fox') {
    await user.click(within(dialog).getByRole('button', { name: /Upload a picture/ }));
    await completeUpload(user, 'Add artwork');
    await within(dialog).findByRole('img');
    fireEvent.change(within(dialog).getByLabelText(/^Title/), { target: { value: title } });
  }

  it('fails at once without a network, keeps what was typed and can be closed', async () => {
    const stage = await openDialog({ 'POST /api/profile/art': () => Promise.reject(new TypeError('Failed to fetch')) });
    await fillIn(stage);
    act(() => onlineManager.setOnline(false));
    submit(stage.dialog);
    expect(await screen.findByText('Failed to add artwork. Please try again.')).toBeVisible();
    expect(within(stage.dialog).getByLabelText(/^Title/)).toHaveValue('Fox');
    await stage.user.click(within(stage.dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => onlineManager.setOnline(true));
  });

  /** Adds a fox to an empty gallery. */
  async function addFox() {
    const list: object[] = [];
    const stage = await openDialog({
      'GET /api/profile/art': () => [...list],
      'POST /api/profile/art': ({ body }) => {
        list.push(artwork('n', (body as { title: string }).title));
        return Response.json(list[0], { status: 201 });
      },
    });
    await fillIn(stage, '  Fox on a shutter ');
    fireEvent.change(within(stage.dialog).getByLabelText('Description'), { target: { value: ' Orange. \n' } });
    submit(stage.dialog);
    await waitFor(() => expect(stage.sent()).toHaveLength(1));
    return stage;
  }

  it('sends the picture with trimmed texts, as graffiti by default [GALL-02 GALL-07 PROF-20]', async () => {
    const stage = await addFox();
    expect(stage.sent().map(({ body }) => body)).toEqual([
      { imageUrl: ADDRESS, title: 'Fox on a shutter', description: 'Orange.', artType: 'graffiti' },
    ]);
  });

  it('confirms the new artwork, closes and reads the gallery again [GALL-08 GALL-12 REST-35]', async () => {
    const stage = await addFox();
    expect(await screen.findByText('Artwork Added!')).toBeVisible();
    expect(screen.getByText('Your artwork has been added to your gallery.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await section().findByText('Fox on a shutter')).toBeVisible();
    expect(stage.to('GET /api/profile/art')).toHaveLength(2);
  });

  it('offers graffiti, digital, photo and sketch, and sends the one that was picked [GALL-03 ENT-19]', async () => {
    const stage = await openDialog({ 'POST /api/profile/art': artwork('n', 'Fox') });
    await fillIn(stage);
    const picker = within(stage.dialog).getByRole('combobox', { name: 'Art type' });
    expect(picker).toHaveTextContent('Graffiti');
    picker.focus();
    await stage.user.keyboard('{Enter}');
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Graffiti',
      'Digital',
      'Photo',
      'Sketch',
    ]);
    await stage.user.click(screen.getByRole('option', { name: 'Sketch' }));
    submit(stage.dialog);
    await waitFor(() => expect(stage.sent()[0]?.body).toMatchObject({ artType: 'sketch' }));
  });

  it('saves nothing without a title or without a picture, and says so at the field [GALL-06]', async () => {
    const stage = await openDialog({ 'POST /api/profile/art': artwork('n', 'Fox') });
    submit(stage.dialog);
    expect(await within(stage.dialog).findByText('Add a picture of your artwork.')).toBeVisible();
    await fillIn(stage, '   ');
    submit(stage.dialog);
    expect(await within(stage.dialog).findByText('Give your artwork a title.')).toBeVisible();
    expect(stage.sent()).toEqual([]);
    fireEvent.change(within(stage.dialog).getByLabelText(/^Title/), { target: { value: 'Fox' } });
    submit(stage.dialog);
    await waitFor(() => expect(stage.sent()).toHaveLength(1));
  });

  it('takes one file of at most 10485760 bytes [GALL-04 GALL-05]', async () => {
    const stage = await openDialog();
    await stage.user.click(within(stage.dialog).getByRole('button', { name: /Upload a picture/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Add artwork' });
    expect(dialog.querySelector('input')).not.toHaveAttribute('multiple');
    await stage.user.upload(dialog.querySelector('input')!, fileOf(10_485_761));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('larger than 10 MB');
    await stage.user.upload(dialog.querySelector('input')!, fileOf(10_485_760));
    expect(await within(dialog).findByRole('button', { name: 'Start Upload' })).toBeEnabled();
  });

  it('without a session it tells so and leads to the sign-in after 500 ms [GALL-09 PERM-05 PERM-06]', async () => {
    const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
    const stage = await openDialog({ 'POST /api/profile/art': signedOut });
    await fillIn(stage);
    submit(stage.dialog);
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible();
    isDestructive('Unauthorized');
    await waitFor(() => expect(redirect).toHaveBeenCalledWith('/api/login?returnTo=%2Fprofile'));
    expect(screen.queryByText('Failed to add artwork. Please try again.')).toBeNull();
  });

  it('says when it could not be added, and keeps what was entered [GALL-10]', async () => {
    const stage = await openDialog({
      'POST /api/profile/art': () =>
        problem(422, 'VALIDATION_FAILED', 'No.', [
          { field: 'title', code: 'TOO_LONG', detail: 'At most 120 characters, please.' },
        ]),
    });
    await fillIn(stage);
    submit(stage.dialog);
    expect(await screen.findByText('Failed to add artwork. Please try again.')).toBeVisible();
    isDestructive('Upload Failed');
    expect(within(stage.dialog).getByLabelText(/^Title/)).toHaveValue('Fox');
    expect(within(stage.dialog).getByText('At most 120 characters, please.')).toBeVisible();
  });

  it('says why a pending player has to wait, and offers the code field', async () => {
    const stage = await openDialog({
      'GET /api/auth/user': { ...player, status: 'pending' },
      'POST /api/profile/art': () => problem(403, 'CONTACT_NOT_VERIFIED', 'Confirm your phone or e-mail first.'),
    });
    await fillIn(stage);
    submit(stage.dialog);
    expect(await within(stage.dialog).findByText('Confirm your phone or e-mail first.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Enter code', hidden: true })).toBeInTheDocument();
  });

  it('says when the upload failed [GALL-11]', async () => {
    const stage = await openDialog();
    await stage.user.click(within(stage.dialog).getByRole('button', { name: /Upload a picture/ }));
    await sendFile(stage.user, 'Add artwork', (xhr) => xhr.respond(415, { detail: 'This is no picture.' }));
    expect(await screen.findByText('Failed to upload image. Please try again.')).toBeVisible();
    isDestructive('Upload Failed');
  });
});

describe('order', () => {
  it('is changed by buttons, sent as a whole and the focus stays', async () => {
    const stage = await openProfile({ 'GET /api/profile/art': three, 'mutation orderArt': true });
    await section().findByText('Fox');
    await stage.user.click(section().getByRole('button', { name: 'Move later: Fox' }));
    expect(titles()).toEqual(['Heron', 'Fox', 'Moth']);
    expect(section().getByRole('button', { name: 'Move later: Fox' })).toHaveFocus();
    expect(section().getByText('Fox is now 2 of 3.')).toBeInTheDocument();
    await waitFor(() => expect(stage.to('mutation orderArt')[0]?.body).toEqual({ ids: ['b', 'a', 'c'] }));
    await stage.user.click(section().getByRole('button', { name: 'Move earlier: Heron' }));
    expect(titles()).toEqual(['Heron', 'Fox', 'Moth']);
    expect(stage.to('mutation orderArt')).toHaveLength(1);
  });

  it('is as before where it could not be saved', async () => {
    const stage = await openProfile({
      'GET /api/profile/art': three,
      'mutation orderArt': () => problem(503, 'UNAVAILABLE', 'Back in a minute.'),
    });
    await section().findByText('Fox');
    await stage.user.click(section().getByRole('button', { name: 'Move later: Fox' }));
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Fox', 'Heron', 'Moth']));
  });
});

describe('removal', () => {
  const openFox = async (more: Parameters<typeof openProfile>[0] = {}) => {
    const stage = await openProfile({ 'GET /api/profile/art': three, 'mutation removeArt': true, ...more });
    await section().findByText('Fox');
    jest.useFakeTimers({ advanceTimers: true });
    fireEvent.click(section().getByRole('button', { name: 'Remove Fox' }));
    return { ...stage, removed: () => stage.to('mutation removeArt') };
  };
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  it('can be taken back for five seconds', async () => {
    const stage = await openFox();
    const undo = section().getByRole('button', { name: 'Undo' });
    expect(undo).toHaveFocus();
    await wait(4_000);
    fireEvent.click(undo);
    await wait(6_000);
    expect(stage.removed()).toEqual([]);
    expect(titles()).toEqual(['Fox', 'Heron', 'Moth']);
  });

  it('is done after five seconds', async () => {
    const stage = await openFox();
    await wait(5_100);
    await waitFor(() => expect(titles()).toEqual(['Heron', 'Moth']));
    expect(stage.removed()).toHaveLength(1);
  });

  it('is done, once, when the player leaves the page meanwhile', async () => {
    const stage = await openFox();
    stage.unmount();
    await wait(6_000);
    expect(stage.removed()).toHaveLength(1);
  });

  it('puts the artwork back where the server kept it', async () => {
    await openFox({ 'mutation removeArt': () => problem(503, 'UNAVAILABLE', 'Back in a minute.') });
    await wait(5_100);
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    expect(titles()).toEqual(['Fox', 'Heron', 'Moth']);
  });
});

describe('viewer', () => {
  async function openViewer(title = 'Fox') {
    const stage = await openProfile({
      'GET /api/profile/art': three,
      'mutation viewArt': ({ body }) => {
        const views = { a: 4, b: 9 }[(body as { id: string }).id];
        return views === undefined ? problem(503, 'UNAVAILABLE', 'Unavailable.') : { views };
      },
    });
    await stage.user.click(await section().findByRole('button', { name: `View ${title}` }));
    await screen.findByRole('dialog', { name: title });
    return stage;
  }
  const viewed = ({ to }: Awaited<ReturnType<typeof openViewer>>) =>
    to('mutation viewArt').map(({ body }) => (body as { id: string }).id);
  const shown = (title: string) => screen.findByRole('dialog', { name: title });

  it('shows one artwork, goes to the others by arrow keys and closes by Escape', async () => {
    const { user } = await openViewer();
    expect(screen.getByRole('img', { name: 'Fox' })).toHaveAttribute('src', '/objects/a');
    expect(screen.getByText('Orange.')).toBeVisible();
    await user.keyboard('{ArrowLeft}');
    expect(await shown('Fox')).toBeVisible();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(await shown('Moth')).toHaveTextContent('3 of 3');
    await user.keyboard('{ArrowLeft}');
    expect(await shown('Heron')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'View Fox' })).toHaveFocus();
  });

  it('goes on by a swipe of 50 pixels, not by less', async () => {
    await openViewer();
    const stage = screen.getByTestId('stage');
    const swipe = (from: number, to: number) => {
      fireEvent.pointerDown(stage, { clientX: from, isPrimary: true });
      fireEvent.pointerUp(stage, { clientX: to, isPrimary: true });
    };
    swipe(200, 160);
    expect(await shown('Fox')).toBeVisible();
    swipe(200, 140);
    expect(await shown('Heron')).toBeVisible();
    swipe(140, 200);
    expect(await shown('Fox')).toBeVisible();
  });

  it('counts a view of each artwork once, and shows the new number', async () => {
    const stage = await openViewer();
    await stage.user.keyboard('{ArrowRight}{ArrowLeft}{ArrowRight}{ArrowRight}');
    await shown('Moth');
    await waitFor(() => expect(viewed(stage)).toEqual(['a', 'b', 'c']));
    await stage.user.keyboard('{Escape}');
    expect(section().getByText('Heron').closest('li')).toHaveTextContent('9 views');
    expect(section().getByText('Moth').closest('li')).toHaveTextContent('1 view');
  });
});
