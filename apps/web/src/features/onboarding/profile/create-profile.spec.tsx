import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Router } from '../../../app/router';
import { player } from '../../../test/home';
import { renderAt } from '../../../test/render';
import { problem, serve, signedOut } from '../../../test/server';
import { chooseAvatar, uploadAvatar } from '../../../test/upload-avatar';
import { DEFAULT_PINS, PIN_CATEGORIES } from '../../pins/pin-preferences';

const fresh = {
  ...player,
  username: null,
  dateOfBirth: null,
  profileImageUrl: null,
  status: 'pending',
  profileComplete: false,
};

async function open(responses: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    'GET /api/auth/user': fresh,
    'GET /config.json': {},
    'POST /api/complete-profile': {},
    ...responses,
  });
  const stage = renderAt('/avatar-creation', <Router />);
  await screen.findByLabelText(/Username/);
  return { ...stage, calls, sent: () => calls.filter(({ path }) => path === '/api/complete-profile') };
}
const fill = (username: string, dateOfBirth: string) => {
  fireEvent.change(screen.getByLabelText(/Username/), { target: { value: username } });
  fireEvent.change(screen.getByLabelText(/Date of birth/), { target: { value: dateOfBirth } });
};
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Complete Profile & Enter Sprayhunt' }));
const isDestructive = (text: string) =>
  expect(screen.getByText(text).closest('[data-variant]')).toHaveAttribute('data-variant', 'destructive');

describe('profile creation', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('shows the form [CREATE-01 CREATE-02 CREATE-04 CREATE-06 CREATE-07 CREATE-08 CREATE-09 CREATE-10 CREATE-16]', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Create Your Street Art Profile' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload Avatar' })).toBeVisible();
    expect(screen.getByText('Max 5MB, JPG/PNG only')).toBeVisible();
    expect(screen.getByLabelText(/Username/)).toHaveAttribute('aria-required', 'true');
    expect(screen.getByLabelText(/Date of birth/)).toHaveAttribute('type', 'date');
    expect(screen.getByLabelText(/Date of birth/)).toHaveAttribute('aria-required', 'true');
    expect(screen.getByPlaceholderText('Tell us about yourself')).toHaveAttribute('rows', '3');
    expect(screen.getByRole('button', { name: 'Complete Profile & Enter Sprayhunt' })).toBeEnabled();
  });

  it('offers six times five emoji with the defaults preselected [CREATE-11 CREATE-12 CREATE-13 CREATE-14 CREATE-15]', async () => {
    await open();
    for (const { key, label, emoji } of PIN_CATEGORIES) {
      const options = emoji.map((each) => screen.getByRole('radio', { name: `${label()} ${each}` }));
      expect(options).toHaveLength(5);
      expect(emoji[0]).toBe(DEFAULT_PINS[key]);
      const preselected = key === 'legalFinds' ? '🧱' : emoji[0]!;
      expect(
        options
          .filter((option) => (option as HTMLInputElement).checked)
          .map((option) => (option as HTMLInputElement).value),
      ).toEqual([preselected]);
    }
    fireEvent.click(screen.getByRole('radio', { name: 'Tags ⚡' }));
    expect(screen.getByRole('radio', { name: 'Tags ✏️' })).not.toBeChecked();
  });

  it('saves and leads to the tutorial [CREATE-17 CREATE-18 CREATE-19 CREATE-20 REST-47]', async () => {
    let respond = (_: Response) => {};
    const stage = await open({
      'POST /api/complete-profile': () =>
        new Promise<Response>((resolve) => {
          respond = resolve;
        }),
    });
    fill('ada', '1990-12-10');
    submit();
    const busy = await screen.findByRole('button', { name: 'Creating Profile...' });
    expect(busy).toBeDisabled();
    await waitFor(() => expect(stage.sent()).toHaveLength(1));
    expect(stage.sent()[0]!.body).toEqual({
      username: 'ada',
      dateOfBirth: '1990-12-10',
      bio: '',
      pinPreferences: { ...DEFAULT_PINS, legalFinds: '🧱' },
    });
    respond(Response.json({}));
    expect(await screen.findByText('Profile Created!')).toBeVisible();
    expect(screen.getByText('Welcome to Sprayhunt! Your adventure begins now.')).toBeVisible();
    expect(stage.path()).toBe('/onboarding-tutorial');
  });

  it.each([
    ['   ', '1990-01-01', 'CREATE-24', 'Username Required', 'Please enter a username.'],
    ['ada', '', 'CREATE-25', 'Date of Birth Required', 'Please enter your date of birth.'],
    ['ada', '2008-11-21', 'CONST-03 CREATE-26', 'Age Requirement', 'You must be 18 or older to create an account.'],
  ])('refuses the name "%s" with the birthday "%s" [%s]', async (username, dateOfBirth, _ids, title, body) => {
    jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), advanceTimers: true });
    const stage = await open();
    fill(username, dateOfBirth);
    submit();
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getAllByText(body).length).toBeGreaterThan(0);
    expect(stage.sent()).toHaveLength(0);
  });

  it("shows the server's message and stays [CREATE-21 CREATE-22]", async () => {
    const stage = await open({
      'POST /api/complete-profile': () =>
        problem(409, 'USERNAME_TAKEN', 'This username is taken.', [
          { field: 'username', code: 'TAKEN', detail: 'Try ada_2.' },
        ]),
    });
    fill('ada', '1990-01-01');
    submit();
    expect(await screen.findByText('Error Creating Profile')).toBeVisible();
    isDestructive('This username is taken.');
    expect(screen.getByText('Try ada_2.')).toBeVisible();
    expect(stage.path()).toBe('/avatar-creation');
  });

  it('suggests free usernames where the wanted one is taken', async () => {
    const detail = 'That username is taken. Please choose another one.';
    const stage = await open({
      'POST /api/complete-profile': () =>
        problem(409, 'USERNAME_TAKEN', detail, [{ field: 'username', code: 'USERNAME_TAKEN', detail }]),
      'query usernameSuggestions': ({ body }) => [`${(body as { like: string }).like}_paints`],
    });
    fill('ada', '1990-12-10');
    submit();
    await stage.user.click(await screen.findByRole('button', { name: 'ada_paints' }));
    expect(screen.getByLabelText(/Username/)).toHaveValue('ada_paints');
    expect(screen.getByLabelText(/Username/)).toBeValid();
  });

  it('has a sentence of its own where the server has none [CREATE-23]', async () => {
    await open({ 'POST /api/complete-profile': () => new Response('', { status: 500 }) });
    fill('ada', '1990-01-01');
    submit();
    expect(await screen.findByText('Failed to create profile. Please try again.')).toBeVisible();
    isDestructive('Error Creating Profile');
  });

  it('uploads an avatar, shows it and sends its address [CREATE-03 CREATE-05 CREATE-31 CREATE-32]', async () => {
    const stage = await open({
      'POST /api/objects/upload': { uploadURL: 'http://localhost:8080/api/uploads/9?token=t' },
    });
    await uploadAvatar(stage.user, (xhr) => xhr.respond(200, { imageUrl: '/objects/9', thumbhash: null }));
    expect(await screen.findByText('Your profile picture has been uploaded successfully!')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change Avatar' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Your avatar' })).toHaveAttribute('src', '/objects/9');
    fill('ada', '1990-01-01');
    submit();
    await waitFor(() =>
      expect(stage.sent()[0]?.body).toMatchObject({ avatarUrl: 'http://localhost:8080/api/uploads/9?token=t' }),
    );
    expect(stage.calls.find(({ path }) => path === '/api/objects/upload')?.query).toEqual({ purpose: 'avatar' });
  });

  it('takes a picture of another type, whatever the hint says [CREATE-30]', async () => {
    const stage = await open({
      'POST /api/objects/upload': { uploadURL: 'http://localhost:8080/api/uploads/9?token=t' },
    });
    const xhrs = await chooseAvatar(stage.user, new File(['x'], 'me.webp', { type: 'image/webp' }));
    await waitFor(() => expect(xhrs).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says when the upload failed [CREATE-33]', async () => {
    const stage = await open({
      'POST /api/objects/upload': () => problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'No picture.'),
    });
    await chooseAvatar(stage.user);
    expect(await screen.findByText('Failed to upload avatar. Please try again.')).toBeVisible();
    isDestructive('Upload Failed');
  });

  it('is prefilled with the values of the sign-up, and keeps chosen pins', async () => {
    await open({
      'GET /api/auth/user': {
        ...player,
        dateOfBirth: '1990-12-10',
        bio: 'I look at walls.',
        pinPreferences: { ...DEFAULT_PINS, legalFinds: '👍', tags: '⚡' },
      },
    });
    expect(screen.getByLabelText(/Username/)).toHaveValue(player.username);
    expect(screen.getByLabelText(/Date of birth/)).toHaveValue('1990-12-10');
    expect(screen.getByRole('radio', { name: 'Legal finds 👍' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Tags ⚡' })).toBeChecked();
  });

  it('shows a guest where to begin', async () => {
    await open({ 'GET /api/auth/user': signedOut });
    expect(screen.getByRole('link', { name: 'sign up' })).toHaveAttribute('href', '/signup');
    expect(screen.getByRole('link', { name: 'sign in' })).toHaveAttribute(
      'href',
      '/api/login?returnTo=%2Favatar-creation',
    );
  });
});
