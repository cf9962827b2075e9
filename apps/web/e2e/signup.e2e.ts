import { expect, test, type Page } from '@playwright/test';
import { codeFor, fillSignUpForm, somebody } from './people';

const submit = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();
const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test('SIGN-11 SIGN-12 SIGN-13 SIGN-17 SIGN-23 sign up, get the SMS, prove the contact on the landing page', async ({ page }) => {
  const person = somebody();
  await fillSignUpForm(page, person);
  await submit(page);
  await says(page, 'Welcome to Sprayhunt!');
  await says(page, "Your profile has been created. You'll receive an SMS with next steps.");
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.getByLabel('Code').fill(await codeFor(page, person.phone));
  await says(page, 'Contact confirmed');
  await expect(page.getByLabel('Code')).toHaveCount(0);
  expect(await (await page.request.get('/api/auth/user')).json()).toMatchObject({ username: person.username, status: 'verified' });
});

test('SIGN-09 SIGN-07 an avatar goes up with the form', async ({ page }) => {
  const person = somebody();
  await fillSignUpForm(page, person);
  await page.getByRole('button', { name: 'Upload Avatar' }).click();
  // A picture that the page itself ships, drawn into a real PNG by the browser.
  const png = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 480;
    const paint = canvas.getContext('2d')!;
    paint.fillStyle = '#d7f205';
    paint.fillRect(0, 0, 640, 480);
    paint.fillStyle = '#ff3d8b';
    paint.fillRect(100, 100, 300, 200);
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), 'image/png'));
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png) });
  await page.getByRole('button', { name: 'Start Upload' }).click();
  await says(page, 'Upload successful! Click "Complete Upload" to continue.');
  await page.getByRole('button', { name: 'Complete Upload' }).click();
  await says(page, 'Avatar Uploaded');
  await submit(page);
  await says(page, 'Welcome to Sprayhunt!');
  const user = (await (await page.request.get('/api/auth/user')).json()) as { profileImageUrl: string };
  expect(user.profileImageUrl).toMatch(/^\/objects\//);
  expect((await page.request.get(user.profileImageUrl)).headers()['content-type']).toBe('image/webp');
});

test('SIGN-05 without a name nothing is sent', async ({ page }) => {
  await fillSignUpForm(page, somebody());
  await page.getByLabel('Username').fill('   ');
  await submit(page);
  await says(page, 'Missing Information');
  await says(page, 'Please fill in all required fields including username and date of birth.');
  await expect(page).toHaveURL(/\/signup$/);
});

test('SIGN-06 who is too young stays outside', async ({ page }) => {
  const tooYoung = new Date();
  tooYoung.setUTCFullYear(tooYoung.getUTCFullYear() - 18);
  tooYoung.setUTCDate(tooYoung.getUTCDate() + 1);
  await fillSignUpForm(page, somebody(), tooYoung.toISOString().slice(0, 10));
  await submit(page);
  await says(page, 'Age Requirement');
  await says(page, 'You must be 18 or older to create an account.');
});

test('SIGN-14 a taken username fails and is said at its field', async ({ page, browser }) => {
  const first = somebody();
  await fillSignUpForm(page, first);
  await submit(page);
  await says(page, 'Welcome to Sprayhunt!');
  const other = await (await browser.newContext()).newPage();
  await fillSignUpForm(other, { ...somebody(), username: first.username.toUpperCase() });
  await submit(other);
  await says(other, 'Signup Failed');
  await says(other, 'Please try again or contact support.');
  await expect(other.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await other.context().close();
});

test('PERM-16 PERM-17 PERM-18 sign in by a code to phone or e-mail, back to where the player was', async ({ page }) => {
  const person = somebody();
  await fillSignUpForm(page, person);
  await submit(page);
  await page.getByLabel('Code').fill(await codeFor(page, person.phone));
  await says(page, 'Contact confirmed');
  await page.goto('/api/logout');
  await expect(page).toHaveURL(/:\d+\/$/);
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);

  await page.goto('/api/login?returnTo=%2Fmerch');
  await page.getByLabel('Phone or e-mail').fill(person.phone);
  const before = await codeFor(page, person.phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(async () => expect(await codeFor(page, person.phone)).not.toBe(before)).toPass();
  await page.getByLabel('Code').fill(await codeFor(page, person.phone));
  await expect(page).toHaveURL(/\/merch$/);
  expect((await page.request.get('/api/auth/user')).status()).toBe(200);
});
