import { expect, test } from '@playwright/test';
import { expectNoFaults } from './no-faults';

const sizes = [{ width: 390, height: 844 }, { width: 820, height: 1180 }, { width: 1440, height: 900 }];
const screens = ['/', '/signup', '/sign-in', '/merch', '/no/such/wall'];

for (const scheme of ['dark', 'light'] as const) {
  test.describe(`${scheme} screens`, () => {
    test.use({ colorScheme: scheme, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of screens) {
      test(`${path} has no accessibility faults and no sideways scrolling at any size`, async ({ page }) => {
        for (const size of sizes) {
          await page.setViewportSize(size);
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectNoFaults(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
        }
      });
    }

    test('the menu has none', async ({ page }) => {
      await page.goto('/merch');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFaults(page);
    });

    test('a form full of mistakes, its toast and the upload dialog have none', async ({ page }) => {
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Missing Information', { exact: true }).first()).toBeVisible();
      await expectNoFaults(page);
      await page.getByRole('button', { name: 'Upload Avatar' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFaults(page);
    });
  });
}

test('nothing moves for who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/merch');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const durations = await page.getByRole('dialog').evaluate((element) => getComputedStyle(element).animationDuration);
  expect(parseFloat(durations)).toBeLessThanOrEqual(0.001);
});

test('the page can be used with the keyboard alone', async ({ page }) => {
  await page.goto('/merch');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
});
