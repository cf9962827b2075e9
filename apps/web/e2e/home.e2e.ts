import { expect, test, type Page } from '@playwright/test';
import { expectNoFaults, expectWellAtEverySize, OF_COLORS, PHONE } from './looks';
import { becomePlayer, codeFor, signUpQuickly, somewhere } from './people';

test.use({ viewport: PHONE });

const VANCOUVER = { latitude: 49.2812, longitude: -123.1209, accuracy: 20 };

const canvas = (page: Page) => expect(page.locator('.maplibregl-canvas')).toBeVisible();

test.describe('the map home of a guest', () => {
  test.use({ permissions: ['geolocation'], geolocation: VANCOUVER });
  // Loading and painting the map is the slowest step here, so these tests share one page; each leaves it unchanged.
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await page.goto('/home');
    await canvas(page);
    await expect(page.locator('.map-pin, .map-cluster').first()).toBeVisible();
  });
  test.afterAll(() => page.context().close());

  test('has a map that fills the screen below the header [HOME-16]', async () => {
    for (const text of ['Explorer', 'Guest', 'Level 1', '0 Discoveries'])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    const header = (await page.getByRole('banner').boundingBox())!;
    // One row: wallet, shop and membership are in the menu.
    expect(header.height).toBeLessThan(70);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const shortcuts = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Shortcuts' });
    for (const name of ['Merch', 'VIP']) await expect(shortcuts.getByRole('link', { name })).toBeVisible();
    await expect(shortcuts.getByRole('button', { name: 'Connect' })).toBeVisible();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const map = (await page.getByTestId('map').boundingBox())!;
    expect(map.y).toBeCloseTo(header.y + header.height, 0);
    expect(map.y + map.height).toBeCloseTo(PHONE.height, 0);
    expect(map.width).toBe(PHONE.width);
  });

  test('has no accessibility faults in its dialogs, sheets and cards', async () => {
    // Theme by theme: with each change the map is styled and painted anew.
    for (const [colorScheme, rules] of [
      ['light', {}],
      ['dark', OF_COLORS],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.getByRole('button', { name: 'Nearby' }).click();
      await expect(page.getByRole('dialog', { name: 'Around here' }).getByRole('listitem').first()).toBeVisible();
      await expectNoFaults(page, rules);
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
      await expect(
        page
          .getByRole('button', { name: 'Share', exact: true })
          .or(page.getByRole('link', { name: 'View Missions Here' })),
      ).toBeVisible();
      await expectNoFaults(page, rules);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: 'Document art' }).click();
      await page.getByRole('radio', { name: /Artist/ }).click();
      await expectNoFaults(page, rules);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: /^Map type/ }).click();
      await expect(page.getByRole('menuitemradio').first()).toBeVisible();
      await expectNoFaults(page, rules);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menuitemradio')).toHaveCount(0);
    }
  });

  test('has no accessibility faults and no sideways scrolling at any size', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(page.getByRole('complementary', { name: 'Nearby' }).getByRole('listitem').first()).toBeVisible();
    await expectWellAtEverySize(page);
  });
});

test('a work that a player likes says so legibly, by day and by night', async ({ page }) => {
  await becomePlayer(page);
  await page.goto('/home?at=49.2812,-123.1209,17z');
  await canvas(page);
  await page.locator('.map-pin--discovery').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Like\b/ }).click();
  const liked = page.getByRole('button', { name: /^Liked\b/ });
  await expect(liked).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // axe does not see the colour of a button's ground, which is drawn behind it.
    const [ground, live] = await liked.evaluate((button) =>
      ['--cut-fill', '--live'].map((name) => getComputedStyle(button).getPropertyValue(name)),
    );
    expect(ground).toBe(live);
  }
});

test('a pending player enters the code in a dialog on the map, and the discovery is saved then', async ({
  page,
  context,
}) => {
  const place = somewhere();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...place, accuracy: 20 });
  const person = await signUpQuickly(page);
  await page.goto('/home');
  await canvas(page);
  await page.getByTestId('map').click({ position: { x: 300, y: 300 } });
  await page.getByLabel('Title').fill(`Waited ${person.username}`);
  await page.getByRole('button', { name: 'Add Discovery' }).click();
  await page
    .getByRole('dialog', { name: 'One code to go' })
    .getByRole('textbox', { name: 'Code' })
    .fill(await codeFor(page, person.phone));
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
  const former = await codeFor(page, person.phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeFor(page, person.phone, { otherThan: former }));
  await expect(page).toHaveURL(/\/home\?at=/);
  await expect(page.getByRole('button', { name: `Kept ${person.username}, street art` })).toBeVisible();
  await expect(page.getByTestId('coins')).toContainText('50 Spray Coins');
});
