import { expect, type Page, test } from '@playwright/test';
import { PHONE } from './looks';
import { becomePlayer, codeFor, signIn, signUpQuickly, someone, somewhere } from './people';
import { photo } from './photo';

// Each way from a chosen photo to the work on the map. A small map is painted in a quarter of the time.
test.use({ permissions: ['geolocation'], viewport: PHONE });

const modalOf = (page: Page) => page.getByRole('dialog', { name: 'Document Street Art' });
const uploadOf = (page: Page) => page.getByRole('dialog', { name: 'Add a photo' });

/** A form with a name and a chosen photo, whose upload is not begun. */
async function begin(page: Page, title: string) {
  const home = somewhere();
  await page.context().setGeolocation({ ...home, accuracy: 15 });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Document art' }).click();
  await modalOf(page).getByLabel(/^Name/).fill(title);
  await modalOf(page)
    .getByRole('button', { name: /Add a photo/ })
    .click();
  await uploadOf(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'wall.jpg',
      mimeType: 'image/jpeg',
      buffer: await photo(page, { ...home, at: '2026:05:03 10:20:30' }),
    });
}

/** The photo stays on the device: the server gives no address for it. */
async function keepForLater(page: Page) {
  await page.route('**/api/objects/upload?*', (route) => route.abort());
  await uploadOf(page).getByRole('button', { name: 'Start Upload' }).click();
  await uploadOf(page).getByRole('button', { name: 'Keep for later' }).click();
  await page.unroute('**/api/objects/upload?*');
}

async function uploadNow(page: Page) {
  await uploadOf(page).getByRole('button', { name: 'Start Upload' }).click();
  await uploadOf(page).getByRole('button', { name: 'Complete Upload' }).click();
}

const add = (page: Page) => modalOf(page).getByRole('button', { name: 'Add to Discoveries' }).click();

/** One work, with its photo. */
async function expectWithPhoto(page: Page, title: string) {
  const mine = async () =>
    (await (await page.request.get('/api/discoveries/user')).json()) as { title: string; imageUrl: string | null }[];
  await expect
    .poll(mine)
    .toEqual([expect.objectContaining({ title, imageUrl: expect.stringMatching(/^\/objects\//) })]);
}

test('a guest uploads a photo and signs in to an account that exists', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const owner = await becomePlayer(await elsewhere.newPage());
  await elsewhere.close();
  await begin(page, 'By a guest');
  await uploadNow(page);
  await add(page);
  await signIn(page, owner.email);
  await expectWithPhoto(page, 'By a guest');
});

test('a guest keeps a photo for later, signs up and enters the code', async ({ page }) => {
  const person = someone();
  await begin(page, 'By somebody new');
  await keepForLater(page);
  await add(page);
  await expect(page.getByLabel('Phone or e-mail')).toBeVisible();
  await signUpQuickly(page, person);
  await page.goto('/home');
  await add(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeFor(page, person.phone));
  await expectWithPhoto(page, 'By somebody new');
});

test('the session of a player ends before a kept photo is added', async ({ page }) => {
  const person = await becomePlayer(page);
  await begin(page, 'After the session');
  await keepForLater(page);
  await page.context().clearCookies();
  await add(page);
  await signIn(page, person.email);
  await expectWithPhoto(page, 'After the session');
});

test('the page is loaded again while a photo is being uploaded', async ({ page }) => {
  await becomePlayer(page);
  await begin(page, 'Cut at the upload');
  // The upload never ends.
  await page.route('**/api/uploads/**', () => undefined);
  await uploadOf(page).getByRole('button', { name: 'Start Upload' }).click();
  await expect(uploadOf(page).getByRole('progressbar')).toBeVisible();
  await page.reload();
  await page.unroute('**/api/uploads/**');
  await expect(page.getByText('You haven’t finished “Cut at the upload”.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await add(page);
  await expectWithPhoto(page, 'Cut at the upload');
});
