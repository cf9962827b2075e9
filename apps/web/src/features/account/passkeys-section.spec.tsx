import '../../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { creationOptions, supportPasskeys } from '../../test/fake-passkeys';
import { player } from '../../test/home';
import { openProfile } from '../../test/profile';
import { problem, signedOut } from '../../test/server';
import { stubGlobal } from '../../test/stub-global';

const passkey = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  backedUp: true,
  createdAt: '2026-03-15T12:00:00.000Z',
  lastUsedAt: null,
  ...more,
});

/** The profile with the row opened, on a server that keeps these passkeys. */
async function openSection(kept: ReturnType<typeof passkey>[], more: Parameters<typeof openProfile>[0] = {}) {
  let passkeys = kept;
  const stage = await openProfile({
    'query myPasskeys': () => passkeys,
    'POST /api/profile/passkeys/options': creationOptions,
    'POST /api/profile/passkeys': () => {
      passkeys = [...passkeys, passkey('n', 'My device')];
      return passkeys.at(-1)!;
    },
    'mutation renamePasskey': ({ body }) => ({ ...passkeys[0], ...(body as object) }),
    'mutation removePasskey': ({ body }) => {
      passkeys = passkeys.filter(({ id }) => id !== (body as { id: string }).id);
      return true;
    },
    ...more,
  });
  await stage.user.click(screen.getByText('Passkeys', { selector: 'summary *' }));
  return stage;
}

const row = async (name: string) => (await screen.findByText(name, { selector: 'li *' })).closest('li')!;
const addButton = () => screen.findByRole('button', { name: 'Add a passkey' });

describe('passkeys in the profile', () => {
  it('are read when the row is opened, with name, first day and last use', async () => {
    supportPasskeys();
    const stage = await openProfile({
      'query myPasskeys': [
        passkey('a', 'Blue phone', { lastUsedAt: '2026-11-02T12:00:00.000Z' }),
        passkey('b', 'Key ring', { backedUp: false }),
      ],
    });
    expect(stage.to('query myPasskeys')).toEqual([]);
    await stage.user.click(screen.getByText('Passkeys', { selector: 'summary *' }));
    expect(await row('Blue phone')).toHaveTextContent('Added Mar 15, 2026 · last used Nov 2, 2026');
    expect(await row('Key ring')).toHaveTextContent('Added Mar 15, 2026 · not used yet · on one device only');
  });

  it("one is added by the browser's own prompt", async () => {
    const prompts = supportPasskeys();
    const stage = await openSection([]);
    expect(await screen.findByText(/You have no passkey yet/)).toBeVisible();
    await stage.user.click(await addButton());
    await waitFor(() => expect(prompts).toMatchObject([{ kind: 'make', challenge: 'make' }]));
    expect(screen.getByRole('button', { name: 'Waiting for your device...' })).toBeDisabled();
    act(() => prompts[0]!.end());
    expect(await screen.findByText('Passkey Added')).toBeVisible();
    expect(await row('My device')).toBeVisible();
    // What REST added is in GraphQL's list without another request.
    expect(stage.to('query myPasskeys')).toHaveLength(1);
    expect(stage.to('POST /api/profile/passkeys')[0]!.body).toEqual({
      response: expect.objectContaining({
        id: 'cGFzc2tleQ',
        type: 'public-key',
        response: expect.objectContaining({
          attestationObject: 'YQ',
          clientDataJSON: 'e30',
          transports: ['internal'],
        }) as object,
      }) as object,
    });
  });

  it('a prompt that is called off is no error', async () => {
    const prompts = supportPasskeys();
    const stage = await openSection([]);
    await stage.user.click(await addButton());
    await waitFor(() => expect(prompts).toHaveLength(1));
    act(() => prompts[0]!.fail('NotAllowedError'));
    expect(await addButton()).toBeEnabled();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(stage.to('POST /api/profile/passkeys')).toEqual([]);
  });

  it.each([
    ['InvalidStateError', 'This device already has a passkey for your account.'],
    ['ConstraintError', 'This device cannot store a passkey.'],
    ['UnknownError', 'The passkey could not be added. Please try again.'],
  ])('says what is wrong after %s', async (name, sentence) => {
    const prompts = supportPasskeys();
    const stage = await openSection([]);
    await stage.user.click(await addButton());
    await waitFor(() => expect(prompts).toHaveLength(1));
    act(() => prompts[0]!.fail(name));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  });

  it('says why the server refuses another one', async () => {
    supportPasskeys();
    const stage = await openSection([passkey('a', 'Blue phone')], {
      'POST /api/profile/passkeys/options': () =>
        problem(409, 'PASSKEY_LIMIT', 'An account can have up to 20 passkeys.'),
    });
    await stage.user.click(await addButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('An account can have up to 20 passkeys.');
  });

  it('one is renamed in its row, by keyboard', async () => {
    supportPasskeys();
    const stage = await openSection([passkey('a', 'Blue phone')]);
    await stage.user.click(within(await row('Blue phone')).getByRole('button', { name: 'Rename Blue phone' }));
    const field = screen.getByLabelText(/Name of this passkey/);
    expect(field).toHaveFocus();
    await stage.user.clear(field);
    await stage.user.keyboard('{Enter}');
    expect(await screen.findByText('Please enter a name.')).toBeVisible();
    await stage.user.type(field, ' Red phone {Enter}');
    expect(await row('Red phone')).toBeVisible();
    expect(stage.to('mutation renamePasskey').map(({ body }) => body)).toEqual([{ id: 'a', name: 'Red phone' }]);
    expect(screen.getByRole('button', { name: 'Rename Red phone' })).toHaveFocus();
    await stage.user.keyboard('{Enter}');
    await stage.user.keyboard('xyz{Escape}');
    expect(await row('Red phone')).toBeVisible();
    expect(stage.to('mutation renamePasskey')).toHaveLength(1);
  });

  it('a name that the server refuses is reported at the field', async () => {
    supportPasskeys();
    const stage = await openSection([passkey('a', 'Blue phone')], {
      'mutation renamePasskey': () =>
        problem(422, 'VALIDATION_FAILED', 'Some fields are wrong.', [
          { field: 'name', code: 'INVALID', detail: 'Leave out control characters.' },
        ]),
    });
    await stage.user.click(within(await row('Blue phone')).getByRole('button', { name: 'Rename Blue phone' }));
    await stage.user.type(screen.getByLabelText(/Name of this passkey/), '!{Enter}');
    expect(await screen.findByText('Leave out control characters.')).toBeVisible();
  });

  it('one is removed after a question, and stays where that fails', async () => {
    supportPasskeys();
    let kept = [passkey('a', 'Blue phone'), passkey('b', 'Key ring')];
    let isDown = true;
    const stage = await openSection(kept, {
      'query myPasskeys': () => kept,
      'mutation removePasskey': () => {
        if (isDown) return problem(503, 'UNAVAILABLE', 'Back in a minute.');
        kept = kept.slice(1);
        return true;
      },
    });
    const open = async () =>
      stage.user.click(within(await row('Blue phone')).getByRole('button', { name: 'Remove Blue phone' }));
    await open();
    await stage.user.click(
      within(await screen.findByRole('dialog', { name: 'Remove this passkey?' })).getByRole('button', {
        name: 'Keep it',
      }),
    );
    expect(stage.to('mutation removePasskey')).toEqual([]);
    await open();
    const dialog = await screen.findByRole('dialog', { name: 'Remove this passkey?' });
    await stage.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Back in a minute.');
    isDown = false;
    await stage.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Passkey Removed')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Blue phone', { selector: 'li *' })).toBeNull());
    expect(await row('Key ring')).toBeVisible();
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  it('says plainly when the browser knows no passkeys', async () => {
    stubGlobal('PublicKeyCredential', undefined);
    await openSection([passkey('a', 'Blue phone')]);
    expect(await screen.findByText(/This browser does not support passkeys/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
    expect(within(await row('Blue phone')).getByRole('button', { name: 'Remove Blue phone' })).toBeVisible();
  });

  it('a pending player sees what has to be done first', async () => {
    supportPasskeys();
    await openSection([], { 'GET /api/auth/user': { ...player, status: 'pending' } });
    expect(await screen.findByText(/Confirm your phone or e-mail with the code first/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('says when they cannot be read, and tries again', async () => {
    supportPasskeys();
    let isDown = true;
    const stage = await openSection([], {
      'query myPasskeys': () =>
        isDown ? problem(503, 'UNAVAILABLE', 'Back in a minute.') : [passkey('a', 'Blue phone')],
    });
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    isDown = false;
    await stage.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Blue phone')).toBeVisible();
  });

  it.each(['query myPasskeys', 'POST /api/profile/passkeys/options'])(
    'a session that is gone leads to the sign-in (%s) [PERM-05 PERM-06]',
    async (call) => {
      const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
      supportPasskeys();
      const stage = await openSection([], { [call]: signedOut });
      if (call.startsWith('POST')) await stage.user.click(await addButton());
      expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible();
      await waitFor(() => expect(redirect).toHaveBeenCalledWith('/api/login?returnTo=%2Fprofile'));
    },
  );
});
