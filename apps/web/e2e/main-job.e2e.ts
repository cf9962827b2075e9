import { expect, test } from '@playwright/test';
import { BESIDE_A_MAP } from './looks';
import { codeFor, someone, somewhere } from './people';
import { photo } from './photo';

// As most players have it: with motion.
test.use({ permissions: ['geolocation'], viewport: BESIDE_A_MAP, contextOptions: { reducedMotion: 'no-preference' } });

test('the main job: sign up, prove the contact, document a photo, be paid live; a stranger sees the pin [DOCM-47]', async ({
  page,
  context,
  browser,
}) => {
  const person = someone();
  const home = somewhere();
  const wall = { latitude: home.latitude + 0.0012, longitude: home.longitude - 0.0009 };
  await context.setGeolocation({ ...home, accuracy: 15 });

  // Sign up.
  await page.goto('/signup');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('First name').fill('Pat');
  await page.getByLabel('Last name').fill('Painter');
  await page.getByLabel('Date of birth').fill('1990-05-05');
  await page.getByLabel('Phone').fill(person.phone);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);

  // On the map, prove the contact where the player stands.
  await page.goto('/home');
  await expect(page.getByText(person.username)).toBeVisible();
  await page.getByRole('button', { name: 'Enter code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeFor(page, person.phone));
  await expect(page.getByText('Contact confirmed', { exact: true }).first()).toBeVisible();
  await expect(page.getByTestId('coins')).toContainText('0 Spray Coins');

  // Document a photo that knows where it was taken.
  const title = `Three strokes ${person.username}`;
  await page.getByRole('button', { name: 'Document art' }).click();
  const modal = page.getByRole('dialog', { name: 'Document Street Art' });
  await modal.getByRole('button', { name: /Add a photo/ }).click();
  const upload = page.getByRole('dialog', { name: 'Add a photo' });
  await expect(upload.getByText('Drop your graffiti photo here or click to browse')).toBeVisible();
  await upload.locator('input[type=file]').setInputFiles({
    name: 'wall.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(page, { ...wall, at: '2026:05:03 10:20:30' }),
  });
  await expect(upload.getByRole('button', { name: 'Cancel Upload' })).toBeVisible();
  await upload.getByRole('button', { name: 'Start Upload' }).click();
  await expect(upload.getByText('Upload successful! Click "Complete Upload" to continue.')).toBeVisible({
    timeout: 30_000,
  });
  await upload.getByRole('button', { name: 'Complete Upload' }).click();
  await modal.getByRole('button', { name: "Use the photo's place" }).click();
  await expect(modal.getByText("Photo's place used")).toBeVisible();
  await expect(
    modal
      .getByRole('region', { name: 'Place' })
      .getByText(`${wall.latitude.toFixed(6)}, ${wall.longitude.toFixed(6)}`)
      .first(),
  ).toBeVisible();
  await modal.getByRole('button', { name: "Use the photo's time" }).click();
  await modal.getByLabel(/^Name/).fill(title);
  await modal.getByRole('radio', { name: /Artist/ }).click();
  await modal.getByRole('switch', { name: 'Fresh artwork' }).click();
  await modal.getByRole('button', { name: 'Add to Discoveries' }).click();
  await expect(page.getByText('Discovery Added! 🎉', { exact: true }).first()).toBeVisible();
  await expect(
    page.getByText('+150 🪙 Spray Coins earned as Artist! Your Location pin has been placed.', { exact: true }).first(),
  ).toBeVisible();

  // Paid when booked, without a reload.
  await expect(page.getByTestId('coins')).toContainText('150 Spray Coins');
  await expect(page.getByText('1 Discovery', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `${title}, street art` })).toBeVisible();

  // A stranger in another browser, signed out, sees it, opens it and sees its picture.
  const stranger = await browser.newContext({
    permissions: ['geolocation'],
    viewport: BESIDE_A_MAP,
    geolocation: { ...home, accuracy: 15 },
  });
  const other = await stranger.newPage();
  await other.goto('/home');
  await expect(other.getByText('Explorer', { exact: true })).toBeVisible();
  await other.getByRole('button', { name: `${title}, street art` }).click();
  const card = other.getByRole('region', { name: title });
  await expect(card.getByText('Fresh artwork')).toBeVisible();
  const picture = card.getByRole('img', { name: title });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(100);

  // A share link opens it for the stranger too.
  const { id } = ((await (await page.request.get('/api/discoveries/user')).json()) as { id: string }[])[0]!;
  await other.goto(`/d/${id}`);
  await expect(other.getByRole('region', { name: title })).toBeVisible();
  await stranger.close();
});
