import { expect, type Page, test } from '@playwright/test';
import { expectNoFaultsInBothThemes, expectWellAtEverySize } from './looks';

test.describe('the screens of a guest', () => {
  // One page: what it has loaded is not loaded and compiled again for each.
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
  });
  test.afterAll(() => page.context().close());

  for (const path of ['/', '/signup', '/sign-in', '/merch', '/no/such/wall']) {
    test(`${path} has no accessibility faults and no sideways scrolling at any size`, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectWellAtEverySize(page);
    });
  }
});

test('the menu can be used with the keyboard alone, has no accessibility faults, and does not move for who asked for less motion', async ({
  page,
}) => {
  await page.goto('/merch');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused();
  await expectNoFaultsInBothThemes(page);
  const duration = () =>
    page.getByRole('dialog').evaluate((element) => parseFloat(getComputedStyle(element).animationDuration));
  expect(await duration()).toBeLessThanOrEqual(0.001);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await duration()).toBeGreaterThan(0.1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
});

test('a form full of mistakes, its toast, which is at most 420 pixels wide, and the upload dialog have no accessibility faults [TOAST-06]', async ({
  page,
}) => {
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Missing Information', { exact: true }).first()).toBeVisible();
  expect(
    (await page
      .getByRole('region', { name: /Notifications/ })
      .locator('ol')
      .boundingBox())!.width,
  ).toBe(420);
  await expectNoFaultsInBothThemes(page);
  await page.getByRole('button', { name: 'Upload Avatar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFaultsInBothThemes(page);
});
