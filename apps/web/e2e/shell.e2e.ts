import { expect, test, type Page } from '@playwright/test';
import { PHONE } from './looks';

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
};
/** Radix keeps the menu in place until it has slid out. */
const settled = (page: Page) =>
  page.getByRole('dialog').evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));

test('the menu slides in over the page, 20rem wide, above an overlay; its Sign In leads through /api/login to the sign-in screen [SHELL-04 SHELL-05 SHELL-06]', async ({
  page,
}) => {
  await page.goto('/merch');
  await openMenu(page);
  await settled(page);
  const screen = page.viewportSize()!;
  expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: screen.height });
  expect(await page.getByTestId('overlay').boundingBox()).toEqual({ x: 0, y: 0, ...screen });
  const navigation = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/api/login' && request.isNavigationRequest(),
  );
  await page.getByRole('button', { name: 'Sign In' }).click();
  await navigation;
  await expect(page.getByLabel('Phone or e-mail')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/merch');
});

test('an item navigates, closes the menu and is then highlighted; the focus is on the heading of its screen, and its title is announced', async ({
  page,
}) => {
  await page.goto('/merch');
  await openMenu(page);
  await page.getByRole('link', { name: 'Color Chart' }).press('Enter');
  await expect(page).toHaveURL(/\/color-chart$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The screen before stays until the next one has loaded, and takes its menu along.
  await expect(page.getByRole('heading', { level: 1, name: 'Color Chart' })).toBeFocused();
  await expect(page.getByTestId('announcer')).toHaveText(await page.title());
  await openMenu(page);
  await expect(page.getByRole('link', { name: 'Color Chart' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/merch$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test.describe('on a phone, where less of a map is painted', () => {
  test.use({ viewport: PHONE });

  for (const path of ['/', '/home', '/sign-in']) {
    test(`the first tab stop of ${path} leads to its content`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('main')).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });
  }
});

test('Sign Out leads through /api/logout to the landing page [REST-53]', async ({ page }) => {
  await page.goto('/merch');
  await openMenu(page);
  const navigation = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/api/logout' && request.isNavigationRequest(),
  );
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await navigation;
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('the theme follows the system and can be set by hand', async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/merch');
  await expect.poll(ground).toBe('rgb(14, 15, 17)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).toBe('rgb(241, 237, 227)');
  await openMenu(page);
  await page.getByRole('radio', { name: 'Night' }).check();
  await expect.poll(ground).toBe('rgb(14, 15, 17)');
  await page.reload();
  await expect.poll(ground).toBe('rgb(14, 15, 17)');
});

test('a screen that does not load says so and is fetched again when told to, without loading the page again', async ({
  page,
}) => {
  await page.goto('/sign-in');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  let refused = 0;
  await page.route(/\/assets\/sign-up-[^r].*\.js/, (route) => (refused++ === 0 ? route.abort() : route.continue()));
  await page.getByRole('main').getByRole('link', { name: 'Create your account' }).click();
  await expect(page.getByRole('alert')).toContainText('This did not load');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(refused).toBeGreaterThan(1);
});

test('an address to return to that is none does not break the sign-in screen', async ({ page }) => {
  await page.goto('/sign-in?returnTo=//&problem=expired');
  await expect(page.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/api/login?returnTo=%2Fhome');
});

test('Back leads to where the player was on the screen before', async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('link', { name: 'For artists: ask for a takedown' });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(100);
  await link.click();
  await expect(page).toHaveURL(/\/takedown$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(link).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test.describe('on a phone, where the store is long', () => {
  test.use({ viewport: PHONE });

  test('a reload leads to where the player was, once the list has loaded', async ({ page }) => {
    const scroll = () => page.evaluate(() => window.scrollY);
    await page.goto('/merch');
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, 900));
        return scroll();
      })
      .toBe(900);
    await page.reload();
    await expect.poll(scroll).toBe(900);
  });
});
