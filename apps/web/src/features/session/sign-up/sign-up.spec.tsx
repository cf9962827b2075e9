import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { player } from '../../../test/home';
import { renderAt } from '../../../test/render';
import { problem, serve, signedOut } from '../../../test/server';
import { chooseAvatar, uploadAvatar } from '../../../test/upload-avatar';
import { Router } from '../../../app/router';
import { ageOn, isOldEnough } from '../age';
import { DEFAULT_PINS, PIN_CATEGORIES } from '../../pins/pin-preferences';

type Responses = Parameters<typeof serve>[0];

async function openForm(responses: Responses = {}) {
  let hasSession = false;
  const calls = serve({
    'GET /api/auth/user': () => (hasSession ? { ...player, status: 'pending' } : signedOut()),
    'GET /config.json': {},
    'POST /api/sms-signup': () => {
      hasSession = true;
      return Response.json({ status: 'pending' }, { status: 201 });
    },
    ...responses,
  });
  const stage = renderAt('/signup', <Router />);
  await screen.findByLabelText(/Username/);
  return { ...stage, calls, signUps: () => calls.filter(({ path }) => path === '/api/sms-signup') };
}
type Stage = Awaited<ReturnType<typeof openForm>>;

const required = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Phone: '+61 412 345 678',
  'E-mail': 'ada@example.com',
  Username: 'ada',
  'Date of birth': '1990-12-10',
};
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));

function fill(values: Partial<typeof required> = required) {
  for (const [label, value] of Object.entries(values)) fireEvent.change(field(label), { target: { value } });
}
const submit = (stage: Stage) => stage.user.click(screen.getByRole('button', { name: 'Create account' }));

afterEach(() => {
  jest.useRealTimers();
});

describe('the phone sign-up', () => {
  it('collects the whole payload and sends it [SIGN-01 SIGN-02 REST-45]', async () => {
    const stage = await openForm({
      'POST /api/objects/upload': { uploadURL: 'http://localhost:8080/api/uploads/9?token=t' },
    });
    fill();
    fill({ City: 'Byron Bay', Country: 'Australia', Bio: 'I look at walls.' } as never);
    await stage.user.click(screen.getByRole('radio', { name: 'Stencils 🐀' }));
    await stage.user.click(screen.getByRole('combobox', { name: 'Experience' }));
    await stage.user.click(screen.getByRole('option', { name: 'Advanced' }));
    await stage.user.click(screen.getByRole('combobox', { name: 'How did you hear about us?' }));
    await stage.user.click(screen.getByRole('option', { name: 'A friend' }));
    await stage.user.click(screen.getByRole('checkbox', { name: 'Murals' }));
    await stage.user.click(screen.getByRole('checkbox', { name: 'History' }));
    await uploadAvatar(stage.user, (xhr) => xhr.respond(200, { imageUrl: '/objects/9', thumbhash: null }));
    await submit(stage);
    await waitFor(() => expect(stage.signUps()).toHaveLength(1));
    expect(stage.signUps()[0]!.body).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+61 412 345 678',
      city: 'Byron Bay',
      country: 'Australia',
      username: 'ada',
      dateOfBirth: '1990-12-10',
      bio: 'I look at walls.',
      avatarUrl: 'http://localhost:8080/api/uploads/9?token=t',
      pinPreferences: { ...DEFAULT_PINS, stencils: '🐀' },
      experience: 'advanced',
      interests: ['Murals', 'History'],
      referralSource: 'friend',
    });
  });

  it('offers the five experience values [SIGN-03 ENT-39]', async () => {
    const stage = await openForm();
    await stage.user.click(screen.getByRole('combobox', { name: 'Experience' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent?.toLowerCase())).toEqual([
      'beginner',
      'intermediate',
      'advanced',
      'professional',
      'enthusiast',
    ]);
  });

  it.each([
    ['Social media', 'social-media'],
    ['A friend', 'friend'],
    ['Search', 'search'],
    ['Street art community', 'street-art-community'],
    ['An event', 'event'],
    ['Something else', 'other'],
  ])('the referral source "%s" is sent as %s [SIGN-04 ENT-40]', async (label, value) => {
    const stage = await openForm();
    fill();
    await stage.user.click(screen.getByRole('combobox', { name: 'How did you hear about us?' }));
    await stage.user.click(screen.getByRole('option', { name: label }));
    await submit(stage);
    await waitFor(() => expect(stage.signUps()[0]?.body).toMatchObject({ referralSource: value }));
  });

  it('the avatar comes back after a reload, and goes with the sign-up; a refusal of it is said beside it', async () => {
    const uploads = { 'POST /api/objects/upload': { uploadURL: 'http://localhost:8080/api/uploads/9?token=t' } };
    const first = await openForm(uploads);
    await uploadAvatar(first.user, (xhr) => xhr.respond(200, { imageUrl: '/objects/9', thumbhash: null }));
    first.unmount();
    const expired = { field: 'avatarUrl', code: 'PICTURE_EXPIRED', detail: 'Upload the picture once more.' };
    const stage = await openForm({
      'POST /api/sms-signup': () => problem(422, 'VALIDATION_FAILED', 'Check your input.', [expired]),
    });
    expect(screen.getByRole('img', { name: 'Your avatar' })).toHaveAttribute('src', '/objects/9');
    fill();
    await submit(stage);
    expect(stage.signUps()[0]!.body).toMatchObject({ avatarUrl: 'http://localhost:8080/api/uploads/9?token=t' });
    expect(stage.signUps()[0]!.body).not.toHaveProperty('avatarPreview');
    expect(await screen.findByText('Upload the picture once more.')).toBeVisible();
  });

  it.each(Object.keys(required))('without "%s" nothing is sent [SIGN-05]', async (label) => {
    const stage = await openForm();
    fill({ ...required, [label]: '  ' });
    await submit(stage);
    expect(await screen.findByText('Missing Information')).toBeVisible();
    expect(screen.getByText('Please fill in all required fields including username and date of birth.')).toBeVisible();
    expect(field(label)).toBeInvalid();
    expect(stage.signUps()).toHaveLength(0);
  });

  it('who turns 18 tomorrow is refused [SIGN-06 CONST-02 CONST-03]', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), advanceTimers: true });
    const stage = await openForm();
    fill({ ...required, 'Date of birth': '2008-11-21' });
    await submit(stage);
    expect(await screen.findByText('Age Requirement')).toBeVisible();
    expect(screen.getAllByText('You must be 18 or older to create an account.')).not.toHaveLength(0);
    expect(stage.signUps()).toHaveLength(0);
  });

  it('who turns 18 today is old enough [SIGN-06 CONST-03]', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), advanceTimers: true });
    const stage = await openForm();
    fill({ ...required, 'Date of birth': '2008-11-20' });
    await submit(stage);
    await waitFor(() => expect(stage.signUps()).toHaveLength(1));
  });

  it('success welcomes and leads to the landing page [SIGN-11 SIGN-13 SHELL-01]', async () => {
    const stage = await openForm();
    fill();
    const scroll = jest.spyOn(window, 'scrollTo').mockClear();
    await submit(stage);
    expect(await screen.findByText('Welcome to Sprayhunt!')).toBeVisible();
    expect(screen.getByText("Your profile has been created. You'll receive an SMS with next steps.")).toBeVisible();
    await waitFor(() => expect(stage.path()).toBe('/'));
    expect(scroll).toHaveBeenLastCalledWith(0, 0);
  });

  it('a repeated sign-up, which opens no session, leads to the code', async () => {
    const stage = await openForm({
      'POST /api/sms-signup': () => Response.json({ status: 'pending' }, { status: 201 }),
    });
    fill();
    await submit(stage);
    expect(await screen.findByText('Your account already exists')).toBeVisible();
    await waitFor(() => expect(stage.path()).toBe('/sign-in'));
  });

  it("a failure keeps the form and shows the server's sentences at their fields [SIGN-14]", async () => {
    const stage = await openForm({
      'POST /api/sms-signup': () =>
        problem(422, 'VALIDATION_FAILED', 'Check your input.', [
          { field: 'phone', code: 'INVALID', detail: 'This number has too few digits.' },
        ]),
    });
    fill();
    await submit(stage);
    expect(await screen.findByText('Signup Failed')).toBeVisible();
    expect(screen.getByText('Please try again or contact support.').closest('[data-variant]')).toHaveAttribute(
      'data-variant',
      'destructive',
    );
    expect(screen.getByText('This number has too few digits.')).toBeVisible();
    expect(field('Phone')).toBeInvalid();
    expect(stage.path()).toBe('/signup');
    expect(field('Username')).toHaveValue('ada');
  });

  it('a taken username is said at the username', async () => {
    const stage = await openForm({
      'POST /api/sms-signup': () => problem(409, 'USERNAME_TAKEN', 'This username is taken.'),
    });
    fill();
    await submit(stage);
    expect(await screen.findByText('This username is taken.')).toBeVisible();
    expect(field('Username')).toBeInvalid();
  });

  it('free usernames are suggested where the wanted one is taken; choosing one fills it in, and typing makes them go', async () => {
    let hasSession = false;
    const stage = await openForm({
      'POST /api/sms-signup': ({ body }) => {
        hasSession = (body as { username: string }).username !== 'ada';
        return hasSession
          ? Response.json({ status: 'pending' }, { status: 201 })
          : problem(409, 'USERNAME_TAKEN', 'This username is taken.');
      },
      'GET /api/auth/user': () => (hasSession ? player : signedOut()),
      'query usernameSuggestions': ({ body }) =>
        ['_paints', '27', '_walls'].map((end) => (body as { like: string }).like + end),
    });
    fill();
    await submit(stage);
    await screen.findByText('These are free:');
    await stage.user.type(field('Username'), 'x');
    await waitFor(() => expect(screen.queryByText('These are free:')).toBeNull());
    fill({ Username: 'ada' });
    await submit(stage);
    await stage.user.click(await screen.findByRole('button', { name: 'ada27' }));
    expect(field('Username')).toHaveValue('ada27');
    expect(field('Username')).toHaveFocus();
    expect(field('Username')).toBeValid();
    expect(screen.queryByText('These are free:')).toBeNull();
    await submit(stage);
    await waitFor(() => expect(stage.path()).toBe('/'));
    expect(stage.signUps().at(-1)!.body).toMatchObject({ username: 'ada27' });
  });

  it('without suggestions the sentence at the field has to do', async () => {
    const stage = await openForm({
      'POST /api/sms-signup': () => problem(409, 'USERNAME_TAKEN', 'This username is taken.'),
      'query usernameSuggestions': problem(503, 'UNAVAILABLE', 'Later.'),
    });
    fill();
    await submit(stage);
    expect(await screen.findByText('This username is taken.')).toBeVisible();
    await waitFor(() =>
      expect(stage.calls.some(({ operation }) => operation === 'query usernameSuggestions')).toBe(true),
    );
    expect(screen.queryByText(/free/)).toBeNull();
    expect(screen.queryByText('Later.')).toBeNull();
  });

  it('pressing again after a lost response repeats the key, another form gets another', async () => {
    const stage = await openForm({ 'POST /api/sms-signup': () => problem(503, 'UNAVAILABLE', 'Later.') });
    fill();
    for (const sent of [1, 2]) {
      await submit(stage);
      await waitFor(() => expect(stage.signUps()).toHaveLength(sent));
      await screen.findByRole('button', { name: 'Create account' });
    }
    fill({ Username: 'ada2' });
    await submit(stage);
    await waitFor(() => expect(stage.signUps()).toHaveLength(3));
    const [first, second, third] = stage.signUps().map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

describe('the avatar', () => {
  it('asks for an address, sends the file and says so [SIGN-09 REST-22]', async () => {
    const stage = await openForm({ 'POST /api/objects/upload': { uploadURL: 'http://localhost:8080/api/uploads/9' } });
    await uploadAvatar(stage.user, (xhr) => xhr.respond(200, { imageUrl: '/objects/9' }));
    expect(stage.calls.find(({ path }) => path === '/api/objects/upload')?.query).toEqual({ purpose: 'avatar' });
    expect(await screen.findByText('Avatar Uploaded')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Your avatar' })).toHaveAttribute('src', '/objects/9');
    expect(screen.getByRole('button', { name: 'Change Avatar' })).toBeVisible();
  });

  it('a failed upload says so [SIGN-10]', async () => {
    const stage = await openForm({ 'POST /api/objects/upload': () => problem(500, 'INTERNAL', 'Something broke.') });
    await chooseAvatar(stage.user);
    expect(await screen.findByText('Upload Failed')).toBeVisible();
    expect(screen.getByText('Failed to upload avatar. Please try again.').closest('[data-variant]')).toHaveAttribute(
      'data-variant',
      'destructive',
    );
  });
});

describe('pin preferences', () => {
  it('six categories of five emoji, the stored default first [ENT-36 ENT-37 ENT-38]', async () => {
    await openForm();
    expect(DEFAULT_PINS).toEqual({
      illegalFinds: '🚫',
      legalFinds: '✅',
      wetPaintFlicks: '💧',
      productions: '🎨',
      stencils: '📏',
      tags: '✏️',
    });
    for (const { label, emoji } of PIN_CATEGORIES) {
      const radios = within(screen.getByRole('group', { name: label() })).getAllByRole<HTMLInputElement>('radio');
      expect(radios.map(({ value }) => value)).toEqual(emoji);
      expect(new Set(emoji).size).toBe(5);
      expect(radios.filter(({ checked }) => checked).map(({ value }) => value)).toEqual([emoji[0]]);
    }
  });
});

describe('age', () => {
  it.each([
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-21', '2026-11-20', 17],
    ['1990-01-01', '2026-12-31', 36],
  ])('born %s is, on %s, %i [CONST-02 CONST-03]', (born, today, age) => {
    expect(ageOn(born, new Date(`${today}T23:59:00Z`))).toBe(age);
    expect(isOldEnough(born, new Date(`${today}T00:00:00Z`))).toBe(age >= 18);
  });
});
