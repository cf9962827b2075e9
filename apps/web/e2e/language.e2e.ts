import { expect, test, type Page } from '@playwright/test';
import { BESIDE_A_MAP } from './looks';
import { becomePlayer, fillSignUpForm, inbox, someone, somewhere, signInQuickly } from './people';
import { photo } from './photo';

/** Documents that the browser has loaded, not counting the one that is there. */
function loads(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(request.url());
  });
  return loaded;
}

/** Opens the menu, whatever the language. */
async function openMenu(page: Page) {
  await page.getByRole('banner').getByRole('button').first().click();
  return page.getByRole('dialog');
}
const choose = async (page: Page, language: string) =>
  (await openMenu(page)).getByRole('combobox').selectOption({ label: language });
const accountLanguage = async (page: Page) =>
  ((await (await page.request.get('/api/auth/user')).json()) as { language: string }).language;

test('another language in the middle of signing up loses nothing, loads no document, and keeps menu and focus', async ({
  page,
}) => {
  const person = someone();
  await fillSignUpForm(page, person);
  const loaded = loads(page);
  await choose(page, 'Deutsch');
  const menu = page.getByRole('dialog', { name: 'Menü' });
  await expect(menu.getByRole('combobox', { name: 'Sprache' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Setz deinen Namen');
  const typed = await page
    .locator('form input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  expect(typed).toEqual(
    expect.arrayContaining([person.username, person.phone, person.email, 'Lovelace', '1990-12-10']),
  );
  expect(loaded).toEqual([]);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test.describe('in French', () => {
  // Calls without a page send no languages by themselves.
  test.use({ locale: 'fr-FR', viewport: BESIDE_A_MAP, extraHTTPHeaders: { 'accept-language': 'fr-FR,fr;q=0.9' } });

  test('who signs up in French gets French messages and does the main job in French: document a photo, be paid, see it on its card; another language loses nothing of it', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['geolocation']);
    const home = somewhere();
    await context.setGeolocation({ ...home, accuracy: 15 });
    const { phone, username } = await becomePlayer(page);
    expect((await inbox(page)).find(({ to }) => to === phone)).toMatchObject({
      subject: 'Bienvenue sur Sprayhunt',
      text: expect.stringMatching(/^Bienvenue sur Sprayhunt ! Code : \d{6}\./),
    });
    await page.goto('/home');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByText('0 découverte', { exact: true })).toBeVisible();

    // What is missing is said at its field.
    await page.getByRole('button', { name: 'Documenter', exact: true }).click();
    const modal = page.getByRole('dialog', { name: 'Documenter du street art' });
    await modal.getByRole('button', { name: 'Ajouter aux découvertes' }).click();
    await expect(modal.getByText('Donne-lui un nom.')).toBeVisible();

    const title = `Trois traits ${username}`;
    const name = modal.getByLabel(/^Nom/);
    await name.fill(title);
    await modal.getByRole('button', { name: 'Choisir sur la carte' }).click();
    const loaded = loads(page);
    // The modal makes room for the map: until it is back, the language stays.
    await expect((await openMenu(page)).getByRole('combobox', { name: 'Langue' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Retour', exact: true }).click();
    await expect(name).toHaveValue(title);

    await modal.getByRole('button', { name: /^Ajouter une photo/ }).click();
    const upload = page.getByRole('dialog', { name: 'Ajouter une photo' });
    await expect(upload.getByText('Dépose ta photo de graffiti ici ou clique pour parcourir')).toBeVisible();
    await upload.locator('input[type=file]').setInputFiles({
      name: 'mur.jpg',
      mimeType: 'image/jpeg',
      buffer: await photo(page, { ...home, at: '2026:05:03 10:20:30' }),
    });
    await upload.getByRole('button', { name: 'Lancer l’envoi' }).click();
    await expect(upload.getByText('Envoi réussi ! Clique sur « Terminer l’envoi » pour continuer.')).toBeVisible();
    await upload.getByRole('button', { name: 'Terminer l’envoi' }).click();
    await modal.getByRole('button', { name: 'Utiliser l’heure de la photo' }).click();
    await modal.getByRole('radio', { name: /^Photographe/ }).click();
    await modal.getByRole('button', { name: 'Ajouter aux découvertes' }).click();
    await expect(
      page
        .getByText('+50 🪙 Spray Coins gagnés en tant que photographe ! Ton repère « Lieu » est posé.', { exact: true })
        .first(),
    ).toBeVisible();
    await expect(page.getByTestId('coins')).toContainText('50 Spray Coins');
    await expect(page.getByText('1 découverte', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: `${title}, street art` }).click();
    const card = page.getByRole('region', { name: title });
    await expect(card.getByRole('button', { name: /^J’aime ?, 0 j’aime$/ })).toBeVisible();
    const picture = card.getByRole('img', { name: title });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(100);
    await expect(card.getByText(`Documentée par ${username}`)).toBeVisible();
    await card.getByRole('link', { name: username }).click();
    // The map keeps its own menu until the player's page is there.
    await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/players/${username}`);

    await choose(page, 'English');
    await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('combobox', { name: 'Language' })).toBeFocused();
    expect(loaded).toEqual([]);
    await expect.poll(() => accountLanguage(page)).toBe('en');
  });
});

test('after signing in a browser without a choice uses the language of the account, also in mails', async ({
  page,
  browser,
}) => {
  const person = await becomePlayer(page);
  await page.goto('/merch');
  await choose(page, 'Français');
  await expect.poll(() => accountLanguage(page)).toBe('fr');

  const other = await browser.newContext({ locale: 'en-US' });
  const elsewhere = await other.newPage();
  await signInQuickly(elsewhere, person.phone);
  await elsewhere.goto('/merch');
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'fr');
  expect((await inbox(page)).filter(({ to }) => to === person.phone).map(({ subject }) => subject)).toContain(
    'Ton code de connexion Sprayhunt',
  );
  await other.close();
});
