import { expect, test, type Page } from '@playwright/test';
import { expectWellAtEverySize } from './looks';
import { becomePlayer, signIn } from './people';

const statusOf = async (page: Page) => (await page.request.get('/api/auth/user')).status();

test('a guest at the profile signs in over the issuer and is back; a second device too; each ends alone [PERM-15 PERM-16]', async ({
  page,
  browser,
}) => {
  const registration = await browser.newPage();
  const person = await becomePlayer(registration);
  await registration.close();

  const ways: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && ways.push(new URL(request.url()).pathname));
  await page.goto('/profile');
  await expect(page.getByLabel('Phone or e-mail')).toBeVisible();
  await signIn(page, person.phone);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 1, name: person.username })).toBeVisible();
  expect(ways.map((way) => way.replace(/(?<=\/oidc\/auth\/).+/, '…'))).toEqual([
    '/profile',
    '/api/login',
    '/oidc/auth',
    '/sign-in',
    '/oidc/auth/…',
    '/api/login/callback',
    '/profile',
  ]);

  const secondDevice = await (await browser.newContext()).newPage();
  await secondDevice.goto('/api/login?returnTo=%2Fprofile');
  await signIn(secondDevice, person.email);
  await expect(secondDevice.getByRole('heading', { level: 1, name: person.username })).toBeVisible();

  await page.goto('/api/logout');
  await expect(page).toHaveURL(/:\d+\/$/);
  expect([await statusOf(page), await statusOf(secondDevice)]).toEqual([401, 200]);
  // The issuer has no session that would sign in automatically.
  await page.goto('/api/login?returnTo=%2Fprofile');
  await expect(page.getByLabel('Phone or e-mail')).toBeVisible();
  await secondDevice.context().close();
});

test('Back from the sign-in that a screen for players requires leads to where the guest was', async ({ page }) => {
  await page.goto('/merch');
  await page.goto('/artists');
  // As a link does: within the page.
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Community' }).click();
  await expect(page.getByLabel('Phone or e-mail')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/artists$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/merch$/);
});

test('a proof in a sign-in that another browser began opens no session, and the player may start again', async ({
  page,
  browser,
}) => {
  const person = await becomePlayer(page);
  await page.goto('/api/logout');
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto('/api/login?returnTo=%2Fmerch');
  await expect(stranger.getByLabel('Phone or e-mail')).toBeVisible();
  const lure = stranger.url();

  await page.goto(lure);
  await signIn(page, person.phone);
  await expect(page.getByRole('alert')).toContainText('This sign-in has expired');
  await expectWellAtEverySize(page);
  await stranger.goto(`/oidc/auth/${new URL(lure).searchParams.get('interaction')!}`);
  await expect(stranger.getByLabel('Phone or e-mail')).toBeVisible();
  expect([await statusOf(page), await statusOf(stranger)]).toEqual([401, 401]);

  await page.getByRole('link', { name: 'Start again' }).click();
  await signIn(page, person.phone);
  await expect(page).toHaveURL(/\/merch$/);
  await stranger.context().close();
});
