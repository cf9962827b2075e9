import '../../test/without-map';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { openProfile } from '../../test/profile';
import { problem, signedOut } from '../../test/server';

const session = (id: string, device: string, current = false) => ({
  id,
  device,
  current,
  openedAt: '2026-03-15T12:00:00.000Z',
  lastSeenAt: '2026-11-02T12:00:00.000Z',
});
const here = session('here', 'Firefox on Linux', true);
const phone = session('phone', 'Chrome on Android');
const tablet = session('tablet', 'Safari on iOS');

/** The opened row on a server that keeps these sessions. */
async function open(kept = [phone, here, tablet], more: Parameters<typeof openProfile>[0] = {}) {
  let sessions = kept;
  const keep = (which: (each: typeof here) => boolean) => () => {
    sessions = sessions.filter(which);
    return null;
  };
  const stage = await openProfile({
    'GET /api/profile/sessions': () => sessions,
    'DELETE /api/profile/sessions': keep(({ current }) => current),
    'DELETE /api/profile/sessions/phone': keep(({ id }) => id !== 'phone'),
    ...more,
  });
  await stage.user.click(screen.getByText('Signed-in devices', { selector: 'summary *' }));
  return stage;
}

const device = async (name: string) => (await screen.findByText(name, { selector: 'li *' })).closest('li')!;
const devices = () =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .filter((text) => /Since Mar/.test(text));

describe('signed-in devices in the profile', () => {
  it('are read when the row is opened; this device comes first and cannot be ended here', async () => {
    const { to } = await open();
    expect(await device(here.device)).toHaveTextContent(/This device.*Since Mar 15, 2026/);
    expect(await device(phone.device)).toHaveTextContent(/Since Mar 15, 2026Last seen Nov 2, 2026/);
    expect(devices()[0]).toContain(here.device);
    expect(within(await device(here.device)).queryByRole('button')).toBeNull();
    expect(to('GET /api/profile/sessions')).toHaveLength(1);
  });

  it('one is signed out after a confirmation', async () => {
    const { user, to } = await open();
    await user.click(within(await device(phone.device)).getByRole('button', { name: /^Sign out Chrome on Android/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out this device?' });
    expect(dialog).toHaveTextContent('Chrome on Android will have to sign in again.');
    expect(to('DELETE /api/profile/sessions/phone')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Device Signed Out')).toBeVisible();
    expect(devices()).toEqual([expect.stringContaining(here.device), expect.stringContaining(tablet.device)]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the confirmation can be left without any effect', async () => {
    const { user, calls } = await open();
    await user.click(within(await device(phone.device)).getByRole('button'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('all others are signed out at once', async () => {
    const { user, to } = await open();
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out all other devices?' });
    expect(dialog).toHaveTextContent('2 devices');
    await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('You are not signed in anywhere else.')).toBeVisible();
    expect(devices()).toHaveLength(1);
    expect(to('DELETE /api/profile/sessions')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull();
  });

  it('one that has already ended counts as signed out', async () => {
    let sessions = [here, phone];
    const { user } = await open(undefined, {
      'GET /api/profile/sessions': () => sessions,
      'DELETE /api/profile/sessions/phone': () => {
        sessions = [here];
        return problem(404, 'NOT_FOUND', 'There is no such session.');
      },
    });
    await user.click(within(await device(phone.device)).getByRole('button'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('You are not signed in anywhere else.')).toBeVisible();
  });

  it('a failure is shown in the confirmation, which stays open for another try', async () => {
    const { user } = await open(undefined, {
      'DELETE /api/profile/sessions': problem(503, 'UNAVAILABLE', 'Back in a minute.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Back in a minute.');
    expect(within(dialog).getByRole('button', { name: 'Sign out' })).toBeEnabled();
  });

  it('a player without other sessions sees that', async () => {
    await open([here]);
    expect(await screen.findByText('You are not signed in anywhere else.')).toBeVisible();
  });

  it('says when they cannot be read, and reads again', async () => {
    let isDown = true;
    const { user } = await open(undefined, {
      'GET /api/profile/sessions': () => (isDown ? problem(503, 'UNAVAILABLE', 'Back in a minute.') : [here]),
    });
    const alert = (await screen.findByText('Back in a minute.')).closest<HTMLElement>('[role=alert]')!;
    isDown = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await device(here.device)).toBeVisible();
  });

  it('leads to the sign-in screen when the session is gone', async () => {
    const gone = jest.spyOn(browser, 'redirect').mockReturnValue();
    await open(undefined, { 'GET /api/profile/sessions': signedOut() });
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/api/login?returnTo=%2Fprofile'));
  });
});
