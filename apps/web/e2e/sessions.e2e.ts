import { expect, test } from '@playwright/test';
import { expectWellAtEverySize } from './looks';
import { becomePlayer, inbox, signInQuickly } from './people';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

test('a player sees the devices that are signed in, hears of a new one, and signs it out', async ({
  page,
  browser,
}) => {
  const { phone, username } = await becomePlayer(page);
  const elsewhere = await browser.newContext({ userAgent: FIREFOX });
  const other = await elsewhere.newPage();
  await signInQuickly(other, phone);
  await other.goto('/profile');
  await expect(other.getByRole('heading', { level: 1, name: username })).toBeVisible();

  const notice = (await inbox(page)).find(({ to, subject }) => to === phone && subject.startsWith('New sign-in'));
  expect(notice?.text).toContain('Firefox on Windows signed in');

  await page.goto('/profile');
  await page.getByText('Signed-in devices').click();
  const item = page.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await expect(item).toContainText('Last seen');
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await item.scrollIntoViewIfNeeded();
  await expectWellAtEverySize(page);

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
