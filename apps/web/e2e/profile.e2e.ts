import { expect, test, type Page } from '@playwright/test';
import { expectNoFaults, expectWellAtEverySize } from './looks';
import { becomePlayer } from './people';
import { photo } from './photo';

/** Milliseconds in which a removal can be taken back; see art-tile.tsx. */
const UNDO_MS = 5_000;

const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

async function upload(page: Page, dialogName: string) {
  const dialog = page.getByRole('dialog', { name: dialogName });
  const buffer = await photo(page, { latitude: 48.2, longitude: 16.4, at: '2026:05:03 10:20:30' });
  await dialog.locator('input[type=file]').setInputFiles({ name: 'wall.jpg', mimeType: 'image/jpeg', buffer });
  await dialog.getByRole('button', { name: 'Start Upload' }).click();
  await says(page, 'Upload successful! Click "Complete Upload" to continue.');
  await dialog.getByRole('button', { name: 'Complete Upload' }).click();
}

async function addArt(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add Art' }).click();
  await page.getByRole('button', { name: /Upload a picture/ }).click();
  await upload(page, 'Add artwork');
  const dialog = page.getByRole('dialog', { name: 'Add Art' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Add to Gallery' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `View ${title}` })).toBeVisible();
}

/** The response of the mutation `field`, which goes by GraphQL. */
const changed = async (page: Page, field: string): Promise<object> => {
  const response = await page.waitForResponse(
    async (each) => each.url().endsWith('/graphql') && field in ((await each.json()) as { data: object }).data,
  );
  return (await response.json()) as object;
};

const hanging = (page: Page) =>
  page
    .getByRole('button', { name: /^View / })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!.slice('View '.length)));

test('a player changes the picture, fills, orders and clears the gallery, and others see it', async ({
  page,
  browser,
}) => {
  const { username } = await becomePlayer(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
  await says(page, '0 of 5');

  await page.getByRole('button', { name: 'Edit profile picture' }).click();
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await upload(page, 'Upload Avatar');
  await says(page, 'Profile picture updated successfully!');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('img', { name: `The picture of ${username}` })).toHaveAttribute('src', /^\/objects\//);

  await addArt(page, 'Fox');
  await says(page, 'Your artwork has been added to your gallery.');
  await addArt(page, 'Heron');
  expect(await hanging(page)).toEqual(['Heron', 'Fox']);
  const saved = changed(page, 'orderArt');
  await page.getByRole('button', { name: 'Move later: Heron' }).click();
  expect(await saved).toEqual({ data: { orderArt: true } });
  await page.reload();
  await expect(page.getByRole('button', { name: 'View Fox' })).toBeVisible();
  expect(await hanging(page)).toEqual(['Fox', 'Heron']);
  await expectWellAtEverySize(page);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(new URL(`/players/${username}`, page.url()).href);
  await guest.getByRole('button', { name: 'View Fox' }).click();
  await expect(guest.getByRole('dialog', { name: 'Fox' })).toBeVisible();
  await guest.keyboard.press('ArrowRight');
  await expect(guest.getByRole('dialog', { name: 'Heron' })).toBeVisible();
  await expectNoFaults(guest);
  await guest.keyboard.press('Escape');
  await expect(guest.getByRole('dialog')).toHaveCount(0);
  await guest.context().close();

  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'Fox' })).toContainText('1 view');
  await page.getByRole('button', { name: 'Remove Fox' }).click();
  await expect(page.getByText('Removing “Fox”…')).toBeVisible();
  const removed = changed(page, 'removeArt');
  await page.clock.fastForward(UNDO_MS);
  expect(await removed).toEqual({ data: { removeArt: true } });
  await page.reload();
  await expect(page.getByRole('button', { name: 'View Heron' })).toBeVisible();
  expect(await hanging(page)).toEqual(['Heron']);
});
