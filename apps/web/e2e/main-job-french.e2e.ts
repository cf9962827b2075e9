import { expect, test } from '@playwright/test';
import { BESIDE_A_MAP } from './looks';
import { becomePlayer, somewhere } from './people';
import { photo } from './photo';

test.use({ permissions: ['geolocation'], viewport: BESIDE_A_MAP });

test('the main job in French: document a photo, be paid, and see it on its card with who documented it', async ({ page, context, baseURL }) => {
  const home = somewhere();
  await context.setGeolocation({ ...home, accuracy: 15 });
  await context.addCookies([{ name: 'sprayhunt-language', value: 'fr', url: baseURL! }]);
  const { username } = await becomePlayer(page);
  await page.goto('/home');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByText('0 découverte', { exact: true })).toBeVisible();

  // What is missing is said at its field.
  await page.getByRole('button', { name: 'Documenter', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Documenter du street art' });
  await modal.getByRole('button', { name: 'Ajouter aux découvertes' }).click();
  await expect(modal.getByText('Donne-lui un nom.')).toBeVisible();

  await modal.getByRole('button', { name: /^Ajouter une photo/ }).click();
  const upload = page.getByRole('dialog', { name: 'Ajouter une photo' });
  await expect(upload.getByText('Dépose ta photo de graffiti ici ou clique pour parcourir')).toBeVisible();
  await upload.locator('input[type=file]').setInputFiles({ name: 'mur.jpg', mimeType: 'image/jpeg', buffer: await photo(page, { ...home, at: '2026:05:03 10:20:30' }) });
  await upload.getByRole('button', { name: 'Lancer l’envoi' }).click();
  await expect(upload.getByText('Envoi réussi ! Clique sur « Terminer l’envoi » pour continuer.')).toBeVisible();
  await upload.getByRole('button', { name: 'Terminer l’envoi' }).click();
  await modal.getByRole('button', { name: 'Utiliser l’heure de la photo' }).click();

  const title = `Trois traits ${username}`;
  await modal.getByLabel(/^Nom/).fill(title);
  await modal.getByRole('radio', { name: /^Photographe/ }).click();
  await modal.getByRole('button', { name: 'Ajouter aux découvertes' }).click();
  await expect(page.getByText('+50 🪙 Spray Coins gagnés en tant que photographe ! Ton repère « Lieu » est posé.', { exact: true }).first()).toBeVisible();
  await expect(page.getByTestId('coins')).toContainText('50 Spray Coins');
  await expect(page.getByText('1 découverte', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `${title}, street art` }).click();
  const card = page.getByRole('region', { name: title });
  await expect(card.getByRole('button', { name: /^J’aime ?, 0 j’aime$/ })).toBeVisible();
  const picture = card.getByRole('img', { name: title });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(100);
  await expect(card.getByText(`Documentée par ${username}`)).toBeVisible();
  await card.getByRole('link', { name: username }).click();
  await expect(page).toHaveURL(`/players/${username}`);
});
