import { expect, test, type Page } from '@playwright/test';
import { codeFor, fillSignUpForm, someone } from './people';

const submit = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();
const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test('sign up, get the SMS, prove the contact on the landing page [SIGN-12 SIGN-17]', async ({ page }) => {
  const person = someone();
  await fillSignUpForm(page, person);
  await submit(page);
  await says(page, 'Welcome to Sprayhunt!');
  await says(page, "Your profile has been created. You'll receive an SMS with next steps.");
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.getByLabel('Code').fill(await codeFor(page, person.phone));
  await says(page, 'Contact confirmed');
  await expect(page.getByLabel('Code')).toHaveCount(0);
  expect(await (await page.request.get('/api/auth/user')).json()).toMatchObject({
    username: person.username,
    status: 'verified',
  });
});

test('an avatar goes up with the form', async ({ page }) => {
  const person = someone();
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
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png) });
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
