import { expect, test, type Page } from '@playwright/test';
import { expectNoFaults } from './no-faults';
import { becomePlayer, codeFor } from './people';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const headers = { origin: process.env['E2E_URL']! };

/** Signs in by a code, without the sign-in screen. */
async function signIn(page: Page, contact: string) {
  expect((await page.request.post('/api/login/code', { headers, data: { contact } })).status()).toBe(202);
  const code = await codeFor(page, contact);
  expect((await page.request.post('/api/login/verify', { headers, data: { contact, code } })).status()).toBe(204);
}

test('a player sees the devices that are signed in, hears of a new one, and signs it out', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const { phone, username } = await becomePlayer(page);
  const elsewhere = await browser.newContext({ userAgent: FIREFOX, baseURL: process.env['E2E_URL']! });
  const other = await elsewhere.newPage();
  await signIn(other, phone);
  await other.goto('/profile');
  await expect(other.getByRole('heading', { level: 1, name: username })).toBeVisible();

  const inbox = (await (await page.request.get('/dev/inbox.json')).json()) as { to: string; subject: string; text: string }[];
  const notice = inbox.find(({ to, subject }) => to === phone && subject.startsWith('New sign-in'));
  expect(notice?.text).toContain('Firefox on Windows signed in');

  await page.goto('/profile');
  await page.getByText('Signed-in devices').click();
  const item = page.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await expect(item).toContainText('Last seen');
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  for (const size of [{ width: 390, height: 844 }, { width: 820, height: 1180 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await item.scrollIntoViewIfNeeded();
    await expectNoFaults(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }

  await item.getByRole('button', { name: /^Sign out/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign out this device?' });
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
  expect((await other.request.get('/api/auth/user')).status()).toBe(401);
  await other.reload();
  await other.waitForURL(/\/(sign-in|oidc)/);
  await elsewhere.close();
});
