import { expect, test } from '@playwright/test';
import { becomePlayer } from './people';
import { expectWellAtEverySize } from './looks';

test('a player starts a mission, documents inside its radius, and sees it complete and the coins arrive [MISS-21 MISS-23]', async ({
  page,
  context,
}) => {
  await becomePlayer(page);
  await page.goto('/missions');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Photo Hunt' }).click();
  const card = page
    .getByRole('region', { name: 'All Missions' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first();
  const title = (await card.getByRole('heading', { level: 3 }).textContent())!;
  await card.getByRole('button', { name: /^Start Mission/ }).click();
  await expect(page.getByText('Mission started', { exact: true }).first()).toBeVisible();
  await card.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Under way')).toBeVisible();

  // On the map, where the mission is.
  const { pathname } = new URL(page.url());
  const mission = (await (await page.request.get(`/api/graffiti-missions/${pathname.split('/').at(-1)}`)).json()) as {
    latitude: number;
    longitude: number;
    rewards_tokens: number;
  };
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: mission.latitude, longitude: mission.longitude, accuracy: 10 });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Document art' }).click();
  const dialog = page.getByRole('dialog', { name: 'Document Street Art' });
  await dialog.getByLabel(/^Name/).fill('Cat');
  await expect(dialog.getByText(/^Your position, accurate to 10 m/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to Discoveries' }).click();
  await expect(page.getByText('Mission complete!', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(`You earned ${mission.rewards_tokens} Spray Coins.`).first()).toBeVisible();
  await page.goto(pathname);
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
  await expect
    .poll(async () => ((await (await page.request.get('/api/auth/user')).json()) as { tokens: number }).tokens)
    .toBe(50 + mission.rewards_tokens);
});

test('the shipped missions span 21 countries; list and page are well at every size', async ({ page }) => {
  await page.goto('/missions');
  await expect(page.getByText('21 Countries')).toBeVisible();
  // Ninety cards of one kind have no other faults than a few.
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'France' }).click();
  await expectWellAtEverySize(page);
  await page.getByRole('region', { name: 'Featured Missions' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'What to do' })).toBeVisible();
  await expectWellAtEverySize(page);
});
