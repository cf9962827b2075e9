import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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

const UPLOAD = { uploadURL: 'http://localhost:8080/api/uploads/9?token=t' };

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
async function openWithAvatar() {
  const stage = await open({ 'POST /api/objects/upload': UPLOAD });
  await uploadAvatar(stage.user, (xhr) => xhr.respond(200, { imageUrl: '/objects/9', thumbhash: null }));
  await screen.findByRole('img', { name: 'Your avatar' });
  return stage;
}
/** A category's emoji in the order of the page. */
const pinsOf = (label: () => string) =>
  within(screen.getByRole('group', { name: label() })).getAllByRole<HTMLInputElement>('radio');
const chosenPins = () =>
  PIN_CATEGORIES.flatMap(({ label }) => pinsOf(label).flatMap(({ checked, value }) => (checked ? [value] : [])));
const isDestructive = (text: string) =>
  expect(screen.getByText(text).closest('[data-variant]')).toHaveAttribute('data-variant', 'destructive');

describe('profile creation', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is shown with its title and its submit button [CREATE-01 CREATE-02 CREATE-16]', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Create Your Street Art Profile' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Complete Profile & Enter Sprayhunt' })).toBeEnabled();
  });

  it('offers to upload an avatar, and says what it may be [CREATE-04 CREATE-06]', async () => {
    await open();
    expect(screen.getByRole('button', { name: 'Upload Avatar' })).toBeVisible();
    expect(screen.getByText('Max 5MB, JPG/PNG only')).toBeVisible();
  });

  it('requires a username and a date of birth [CREATE-07 CREATE-08]', async () => {
    await open();
    expect(screen.getByLabelText(/Username/)).toHaveAttribute('aria-required', 'true');
    expect(screen.getByLabelText(/Date of birth/)).toHaveAttribute('type', 'date');
    expect(screen.getByLabelText(/Date of birth/)).toHaveAttribute('aria-required', 'true');
  });

  it('has a text area of three rows for the bio [CREATE-09 CREATE-10]', async () => {
    await open();
    const bio = screen.getByPlaceholderText('Tell us about yourself');
    expect(bio.tagName).toBe('TEXTAREA');
    expect(bio).toHaveAttribute('rows', '3');
  });

  it('offers five emoji in each of six categories, one of which can be chosen [CREATE-11 CREATE-12]', async () => {
    await open();
    expect(PIN_CATEGORIES).toHaveLength(6);
    for (const { label, emoji } of PIN_CATEGORIES) {
      expect(emoji).toHaveLength(5);
      expect(pinsOf(label).map(({ value }) => value)).toEqual(emoji);
    }
    fireEvent.click(screen.getByRole('radio', { name: 'Tags ⚡' }));
    expect(chosenPins()).toEqual(['🚫', '🧱', '💧', '🎨', '📏', '⚡']);
  });

  it('preselects the first emoji of each category but legal finds [CREATE-13 CREATE-14 CREATE-15]', async () => {
    await open();
    expect(chosenPins()).toEqual(['🚫', '🧱', '💧', '🎨', '📏', '✏️']);
    expect(PIN_CATEGORIES.map(({ label }) => pinsOf(label)[0]!.value)).toEqual(Object.values(DEFAULT_PINS));
    expect(Object.values(DEFAULT_PINS)).toEqual(['🚫', '✅', '💧', '🎨', '📏', '✏️']);
  });

  it('says that it is saving, and cannot be submitted meanwhile [CREATE-17 CREATE-18]', async () => {
    await open({ 'POST /api/complete-profile': () => new Promise<Response>(() => undefined) });
    fill('ada', '1990-12-10');
    submit();
    expect(await screen.findByRole('button', { name: 'Creating Profile...' })).toBeDisabled();
  });

  it('leads to the tutorial, whatever the response holds [CREATE-19 CREATE-20 REST-47]', async () => {
    const stage = await open({ 'POST /api/complete-profile': () => new Response('neither JSON nor a profile') });
    fill('ada', '1990-12-10');
    submit();
    expect(await screen.findByText('Profile Created!')).toBeVisible();
    expect(screen.getByText('Welcome to Sprayhunt! Your adventure begins now.')).toBeVisible();
    await waitFor(() => expect(stage.path()).toBe('/onboarding-tutorial'));
    expect(stage.sent().map(({ body }) => body)).toEqual([
      {
        username: 'ada',
        dateOfBirth: '1990-12-10',
        bio: '',
        pinPreferences: { ...DEFAULT_PINS, legalFinds: '🧱' },
      },
    ]);
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

  it('uploads an avatar and shows it [CREATE-03 CREATE-05 CREATE-32]', async () => {
    const stage = await openWithAvatar();
    expect(await screen.findByText('Avatar Uploaded')).toBeVisible();
    expect(screen.getByText('Your profile picture has been uploaded successfully!')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change Avatar' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Your avatar' })).toHaveAttribute('src', '/objects/9');
    expect(stage.calls.find(({ path }) => path === '/api/objects/upload')?.query).toEqual({ purpose: 'avatar' });
  });

  it("sends the uploaded avatar's address with the profile [CREATE-31]", async () => {
    const stage = await openWithAvatar();
    fill('ada', '1990-01-01');
    submit();
    await waitFor(() => expect(stage.sent()[0]?.body).toMatchObject({ avatarUrl: UPLOAD.uploadURL }));
  });

  it('takes a picture of another type, whatever the hint says [CREATE-30]', async () => {
    const stage = await open({ 'POST /api/objects/upload': UPLOAD });
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
