import '../../test/without-map';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { player } from '../../test/home';
import { openProfile } from '../../test/profile';
import { problem, signedOut } from '../../test/server';

const NEW = 'jo@example.net';
const phone = { kind: 'phone', value: '+61412345678', verified: true };
const email = { kind: 'email', value: 'jo@example.com', verified: false };

/** The opened section on a gateway that keeps the contacts; 123456 is every code. */
async function open(
  responses: Parameters<typeof openProfile>[0] = {},
  kept: { kind: string; value: string; verified: boolean }[] = [phone, email],
) {
  let contacts = kept;
  const stage = await openProfile({
    'query myContacts': () => contacts,
    'mutation requestContactChange': () => true,
    'mutation changeContact': ({ body }) => {
      const { contact, code } = body as { contact: string; code: string };
      if (code !== '123456') return problem(422, 'CODE_INVALID', 'That code is wrong.');
      const kind = contact.includes('@') ? 'email' : 'phone';
      contacts = [...contacts.filter((each) => each.kind !== kind), { kind, value: contact, verified: true }];
      return true;
    },
    ...responses,
  });
  await stage.user.click(screen.getByText('Phone and e-mail', { selector: 'summary *' }));
  return stage;
}

const button = (name: string) => screen.findByRole('button', { name });

describe('phone and e-mail in the profile', () => {
  it('are shown with whether they are confirmed, and read only once the section is open', async () => {
    const { to } = await open();
    const items = (await screen.findAllByRole('listitem')).filter((item) => /Phone|E-mail/.test(item.textContent));
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringContaining('Phone+61412345678Confirmed'),
      expect.stringContaining('E-mailjo@example.comNot confirmed'),
    ]);
    expect(to('query myContacts')).toHaveLength(1);
  });

  it('are changed by a code to the new one', async () => {
    const { user, to } = await open();
    await user.click(await button('Confirm or change e-mail'));
    const field = screen.getByLabelText(/New e-mail/);
    expect(field).toHaveFocus();
    expect(field).toHaveValue(email.value);
    await user.clear(field);
    await user.type(field, ` ${NEW}{Enter}`);
    await user.type(await screen.findByLabelText(/^Code/), '000000');
    expect(await screen.findByText('That code is wrong.')).toBeVisible();
    await user.type(screen.getByLabelText(/^Code/), '123456');
    expect(await screen.findByText('E-mail Changed')).toBeVisible();
    expect(await button('Change e-mail')).toHaveFocus();
    expect(screen.getByText(NEW)).toBeVisible();
    expect(to('mutation requestContactChange').map(({ body }) => body)).toEqual([{ contact: NEW }]);
    expect(to('mutation changeContact').map(({ body }) => body)).toEqual([
      { contact: NEW, code: '000000' },
      { contact: NEW, code: '123456' },
    ]);
  });

  it("an empty field and the server's refusals are shown at the field", async () => {
    const { user, to } = await open({
      'mutation requestContactChange': problem(
        422,
        'VALIDATION_FAILED',
        'Please enter a phone number or an e-mail address.',
      ),
    });
    await user.click(await button('Change phone'));
    await user.click(await button('Send code'));
    expect(await screen.findByText('Enter your new phone.')).toBeVisible();
    expect(to('mutation requestContactChange')).toEqual([]);
    await user.type(screen.getByLabelText(/New phone/), '12');
    await user.click(await button('Send code'));
    expect(await screen.findByText('Please enter a phone number or an e-mail address.')).toBeVisible();
    expect(screen.getByLabelText(/New phone/)).toHaveAttribute('aria-invalid', 'true');
  });

  it('one that is missing can be added, and a change can be called off at each step', async () => {
    const { user } = await open({}, [phone]);
    await user.click(await button('Add e-mail'));
    await user.keyboard('{Escape}');
    expect(await button('Add e-mail')).toHaveFocus();
    await user.click(await button('Add e-mail'));
    await user.type(screen.getByLabelText(/New e-mail/), `${NEW}{Enter}`);
    await user.click(await button('Use another e-mail'));
    expect(screen.getByLabelText(/New e-mail/)).toHaveValue(NEW);
    await user.click(await button('Cancel'));
    expect(await button('Add e-mail')).toBeVisible();
  });

  it('a pending player can only read', async () => {
    await open({ 'GET /api/auth/user': { ...player, status: 'pending' } });
    expect(await screen.findByText(/Confirm your phone with the code first/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Change|Confirm or change|Add e-mail/ })).toBeNull();
  });

  it('a pending player without a contact adds one', async () => {
    await open({ 'GET /api/auth/user': { ...player, status: 'pending' }, 'query myContacts': [] });
    expect(await screen.findByRole('button', { name: 'Add e-mail' })).toBeVisible();
    expect(screen.queryByText(/Confirm your phone with the code first/)).toBeNull();
  });

  it('says when they cannot be read, and reads again', async () => {
    let isDown = true;
    const { user } = await open({
      'query myContacts': () => (isDown ? problem(503, 'UNAVAILABLE', 'Back in a minute.') : [phone]),
    });
    const alert = (await screen.findByText('Back in a minute.')).closest<HTMLElement>('[role=alert]')!;
    isDown = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(phone.value)).toBeVisible();
  });

  it('leads to the sign-in screen when the session ends while the code is entered', async () => {
    const gone = jest.spyOn(browser, 'redirect').mockReturnValue();
    const { user } = await open({ 'mutation changeContact': signedOut() }, [phone]);
    await user.click(await button('Add e-mail'));
    await user.type(screen.getByLabelText(/New e-mail/), `${NEW}{Enter}`);
    await user.type(await screen.findByLabelText(/^Code/), '123456');
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/api/login?returnTo=%2Fprofile'));
  });

  it('leads to the sign-in screen when the session is gone', async () => {
    const gone = jest.spyOn(browser, 'redirect').mockReturnValue();
    await open({ 'query myContacts': signedOut() });
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/api/login?returnTo=%2Fprofile'));
  });

  it('a contact confirmed by GraphQL is a change of the account that REST shows', async () => {
    let isConfirmed = false;
    const { user, to } = await open(
      {
        'GET /api/auth/user': () => ({ ...player, status: isConfirmed ? 'verified' : 'pending' }),
        'query myContacts': () => (isConfirmed ? [{ ...email, value: NEW, verified: true }] : []),
        'mutation changeContact': () => (isConfirmed = true),
      },
      [],
    );
    expect(await button('Enter code')).toBeVisible();
    await user.click(await button('Add e-mail'));
    await user.type(screen.getByLabelText(/New e-mail/), `${NEW}{Enter}`);
    await user.type(await screen.findByLabelText(/^Code/), '123456');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Enter code' })).toBeNull());
    expect(to('GET /api/auth/user')).toHaveLength(2);
  });
});
