import '../../test/without-map';
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { documentDrafts } from '../document';
import { emptyDocument } from '../document/drafts';
import { browser } from '../../lib/browser';
import { player } from '../../test/home';
import { openProfile } from '../../test/profile';
import { problem, signedOut } from '../../test/server';

/** The opened row, on a server that erases the player with the right code. */
async function open(more: Parameters<typeof openProfile>[0] = {}) {
  let isGone = false;
  const stage = await openProfile({
    'GET /api/auth/user': () => (isGone ? signedOut() : player),
    'POST /api/profile/deletion/code': { sentTo: '••••••1234' },
    'POST /api/profile/deletion': ({ body }) => {
      if ((body as { code: string }).code !== '123456')
        return problem(422, 'CODE_INVALID', 'That code is wrong or no longer valid.');
      isGone = true;
      return null;
    },
    ...more,
  });
  await stage.user.click(screen.getByText('Delete account', { selector: 'summary *' }));
  return stage;
}

const send = () => screen.findByRole('button', { name: 'Send me the code' });

describe('delete account in the profile', () => {
  it('says what goes and what stays, and sends no code before the username is typed', async () => {
    const { user, to } = await open();
    expect(screen.getByText(/your discoveries, likes and\s+gallery, with every picture/)).toBeVisible();
    expect(
      screen.getByText(/the records of your Spray Coins, under a number that no longer identifies you/),
    ).toBeVisible();
    await user.type(screen.getByLabelText(/Type your username/), 'marker_joe');
    await user.click(await send());
    expect(await screen.findByText('That is not your username.')).toBeVisible();
    expect(screen.getByLabelText(/Type your username/)).toHaveFocus();
    expect(to('POST /api/profile/deletion/code')).toEqual([]);
  });

  it('deletes with the code, and shows the landing page with thanks and without a player', async () => {
    const gone = jest.spyOn(browser, 'redirect').mockReturnValue();
    await documentDrafts.save('begun', player.id, { ...emptyDocument, name: 'Fox' });
    sessionStorage.setItem('draft:p1:add', '{}');
    const { user, to, path } = await open();
    await user.type(screen.getByLabelText(/Type your username/), player.username!);
    await user.click(await send());
    const code = await screen.findByLabelText(/^Code/);
    await waitFor(() => expect(code).toHaveFocus());
    expect(
      screen.getByText(/sent a six-digit code to ••••••1234. Entering it deletes your account for good/),
    ).toBeVisible();
    await user.type(code, '000000');
    expect(await screen.findByText('That code is wrong or no longer valid.')).toBeVisible();
    expect(path()).toBe('/profile');
    await user.type(code, '123456');
    expect(await screen.findByText('Account Deleted')).toBeVisible();
    await waitFor(() => expect(path()).toBe('/'));
    expect(await documentDrafts.count([player.id])).toBe(0);
    expect(sessionStorage.getItem('draft:p1:add')).toBeNull();
    expect(to('POST /api/profile/deletion').map(({ body }) => body)).toEqual([{ code: '000000' }, { code: '123456' }]);
    await waitFor(() => expect(to('GET /api/auth/user').length).toBeGreaterThan(1));
    expect(screen.getByText('Account Deleted')).toBeVisible();
    expect(gone).not.toHaveBeenCalled();
  });

  it('can be thought over at the last step', async () => {
    const { user, to } = await open();
    await user.type(screen.getByLabelText(/Type your username/), player.username!);
    await user.click(await send());
    await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
    expect(await send()).toBeVisible();
    expect(to('POST /api/profile/deletion')).toEqual([]);
  });

  it('says why the code could not be sent', async () => {
    const { user } = await open({
      'POST /api/profile/deletion/code': problem(
        429,
        'RATE_LIMITED',
        'Too many attempts. Please wait a moment and try again.',
      ),
    });
    await user.type(screen.getByLabelText(/Type your username/), player.username!);
    await user.click(await send());
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.');
  });

  it('asks someone without a username for the code alone', async () => {
    const { user, to } = await open({ 'GET /api/auth/user': { ...player, username: null } });
    expect(screen.queryByLabelText(/Type your username/)).toBeNull();
    await user.click(await send());
    expect(await screen.findByLabelText(/^Code/)).toBeVisible();
    expect(to('POST /api/profile/deletion/code')).toHaveLength(1);
  });

  it('leads to the sign-in screen when the session is gone', async () => {
    const gone = jest.spyOn(browser, 'redirect').mockReturnValue();
    await documentDrafts.save('begun', player.id, { ...emptyDocument, name: 'Fox' });
    sessionStorage.setItem('draft:p1:add', '{}');
    const { user } = await open({ 'POST /api/profile/deletion/code': signedOut() });
    await user.type(screen.getByLabelText(/Type your username/), player.username!);
    await user.click(await send());
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/api/login?returnTo=%2Fprofile'));
  });
});
