import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { becomePlayer, codeFor, signUpQuickly, somewhere } from './people';

const VANCOUVER = { latitude: 49.2812, longitude: -123.1209, accuracy: 20 };
const sizes = [{ width: 390, height: 844 }, { width: 820, height: 1180 }, { width: 1440, height: 900 }];

test.describe.configure({ timeout: 180_000 });

/** The map is painted in software here: on a busy machine it takes its time. */
const canvas = (page: Page) => expect(page.locator('.maplibregl-canvas')).toBeVisible({ timeout: 45_000 });
const theMap = async (page: Page) => {
  await canvas(page);
  await expect(page.locator('.map-pin, .map-cluster').first()).toBeVisible();
};

async function expectNoFaults(page: Page) {
  // Colours are judged when nothing moves any more.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
}

test('HOME-01 HOME-02 HOME-05 HOME-06 HOME-07 HOME-08 HOME-09 HOME-16 PERM-02 the guest stands on a map that fills the screen', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(VANCOUVER);
  await page.setViewportSize(sizes[0]!);
  await page.goto('/home');
  for (const text of ['Explorer', 'Guest', 'Level 1', '0 Discoveries']) await expect(page.getByText(text, { exact: true })).toBeVisible();
  await theMap(page);
  const header = (await page.getByRole('banner').boundingBox())!;
  const map = (await page.getByTestId('map').boundingBox())!;
  expect(map.y).toBeCloseTo(header.y + header.height, 0);
  expect(map.y + map.height).toBeCloseTo(844, 0);
  expect(map.width).toBe(390);
});

test('HOME-17 HOME-20 HOME-21 HOME-22 the banner stays without a location, and Enable asks again', async ({ page, context }) => {
  await page.goto('/home');
  await expect(page.getByText('Enable Location Access')).toBeVisible();
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await expect(page.getByText('Showing Gold Coast, Australia', { exact: true }).first()).toBeVisible();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(VANCOUVER);
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await expect(page.getByText('Now showing discoveries near your location', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Enable Location Access')).toHaveCount(0);
  await theMap(page);
});

test('a pending player enters the code where they stand, and what they did is finished', async ({ page, context }) => {
  const place = somewhere();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...place, accuracy: 20 });
  const person = await signUpQuickly(page);
  await page.goto('/home');
  await canvas(page);
  await page.getByTestId('map').click({ position: { x: 300, y: 300 } });
  await page.getByLabel('Title').fill(`Waited ${person.username}`);
  await page.getByRole('button', { name: 'Add Discovery' }).click();
  await page.getByRole('dialog', { name: 'One code to go' }).getByRole('textbox', { name: 'Code' }).fill(await codeFor(page, person.phone));
  await expect(page.getByText('Graffiti Added! 🎨', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: `Waited ${person.username}, street art` })).toBeVisible();
  await expect(page.getByTestId('coins')).toContainText('50 Spray Coins');
});

test('a guest who adds is led to sign-in, and the work is on the map on return', async ({ page, context, browser }) => {
  const place = somewhere();
  const registration = await browser.newPage();
  const person = await becomePlayer(registration);
  await registration.close();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...place, accuracy: 20 });
  await page.goto('/home');
  await canvas(page);
  await page.getByTestId('map').click({ position: { x: 300, y: 300 } });
  await page.getByLabel('Title').fill(`Kept ${person.username}`);
  await page.getByRole('button', { name: 'Add Discovery' }).click();
  await page.getByLabel('Phone or e-mail').fill(person.phone);
  const before = await codeFor(page, person.phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(async () => expect(await codeFor(page, person.phone)).not.toBe(before)).toPass();
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeFor(page, person.phone));
  await expect(page).toHaveURL(/\/home$/);
  // The way over the issuer is one of whole pages, so the map is painted anew.
  await canvas(page);
  await expect(page.getByRole('button', { name: `Kept ${person.username}, street art` })).toBeVisible({ timeout: 45_000 });
  await expect(page.getByTestId('coins')).toContainText('50 Spray Coins');
});

for (const scheme of ['dark', 'light'] as const) {
  test.describe(`${scheme} map home`, () => {
    test.use({ colorScheme: scheme, contextOptions: { reducedMotion: 'reduce' }, permissions: ['geolocation'], geolocation: VANCOUVER });

    test('has no accessibility faults and no sideways scrolling at any size', async ({ page }) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.goto('/home');
        await theMap(page);
        await expectNoFaults(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
      }
    });

    test('has none in its dialogs, sheets and cards', async ({ page }) => {
      await page.setViewportSize(sizes[0]!);
      await page.goto('/home');
      await theMap(page);
      await page.getByRole('button', { name: 'Nearby' }).click();
      await expect(page.getByRole('dialog', { name: 'Around here' }).getByRole('listitem').first()).toBeVisible();
      await expectNoFaults(page);
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
      await expect(page.getByRole('button', { name: 'Share', exact: true }).or(page.getByRole('link', { name: 'View Missions Here' }))).toBeVisible();
      await expectNoFaults(page);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: 'Document art' }).click();
      await page.getByRole('radio', { name: /Artist/ }).click();
      await expectNoFaults(page);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: /^Map type/ }).click();
      await expect(page.getByRole('menuitemradio').first()).toBeVisible();
      await expectNoFaults(page);
    });
  });
}
