import { expect, type Page, test } from '@playwright/test';
import { PHONE } from './looks';
import { becomePlayer } from './people';

test('the wall fills the screen behind the texts, the wallet button is at the top right [LAND-02 LAND-04]', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Sprayhunt' })).toBeVisible();
  await expect(page.getByText('Street Art Geocaching Game')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Join the Revolution' })).toBeVisible();
  await expect(page.getByText('Discover, document, and share urban art worldwide')).toBeVisible();
  const screen = page.viewportSize()!;
  const mural = page.locator('picture img');
  expect(
    await mural.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  expect(await mural.boundingBox()).toEqual({ x: 0, y: 0, ...screen });
  const button = (await page.getByRole('button', { name: 'Connect Metamask' }).boundingBox())!;
  expect(button.y).toBeLessThan(60);
  expect(screen.width - button.x - button.width).toBeLessThan(60);
});

for (const { locale, title, text, button } of [
  {
    locale: 'en-US',
    title: 'Sprayhunt · Street Art Geocaching Game',
    text: 'Discover, document, and share urban art worldwide',
    button: 'Connect Metamask',
  },
  {
    locale: 'fr-CA',
    title: 'Sprayhunt · Le jeu de géocaching street art',
    text: 'Découvre, documente et partage l’art urbain du monde entier',
    button: 'Connecter Metamask',
  },
]) {
  test.describe(`for a browser in ${locale}`, () => {
    test.use({ locale });

    test('picture and texts are there without any script', async ({ browser }) => {
      const context = await browser.newContext({ locale, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto('/');
      await expect(page).toHaveTitle(title);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByRole('button', { name: button })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
      await expect
        .poll(() => page.locator('picture img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await context.close();
    });

    test('the script takes over what is there, without an error', async ({ page }) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      // React would put new elements in place of any that it would have made otherwise.
      await page.addInitScript(() => {
        new MutationObserver((_changes, observer) => {
          const heading = document.querySelector('h1');
          if (!heading) return;
          Object.assign(window, { heading });
          observer.disconnect();
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText('MetaMask').first()).toBeVisible();
      expect(await page.evaluate(() => (window as unknown as { heading: Element }).heading.isConnected)).toBe(true);
      expect(errors).toEqual([]);
    });
  });
}

/** Bytes of these scripts, gzipped. */
const gzipped = (page: Page, scripts: string[]) =>
  page.evaluate(async (urls) => {
    const sizes = urls.map(
      async (url) =>
        (await new Response((await fetch(url)).body!.pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
          .byteLength,
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }, scripts);
const textsOf = (page: Page, scripts: string[]) =>
  page.evaluate((urls) => Promise.all(urls.map(async (url) => (await fetch(url)).text())), scripts);
/** Of these scripts, those with Apollo Client's own code. */
const ofApollo = async (page: Page, loaded: string[]) => {
  // More may be loaded meanwhile.
  const scripts = [...loaded];
  const texts = await textsOf(page, scripts);
  return scripts.filter((_, index) => texts[index]!.includes('__APOLLO_CLIENT__'));
};

test('it loads at most 110 kB of script, no map, no GraphQL client and nothing from elsewhere', async ({
  page,
  baseURL,
}) => {
  const scripts: string[] = [];
  const hosts = new Set<string>();
  page.on('request', (request) => {
    hosts.add(new URL(request.url()).host);
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect([...hosts]).toEqual([new URL(baseURL!).host]);
  expect(scripts.join(' ')).not.toMatch(/maplibre|google/i);
  expect(await gzipped(page, scripts)).toBeLessThanOrEqual(110 * 1024);
  expect(await ofApollo(page, scripts)).toEqual([]);
});

test.describe('on a phone, where less of a map is painted', () => {
  test.use({ viewport: PHONE });

  test('the map home loads at most 250 kB of script before the map library, without the GraphQL client', async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/home');
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    const library = () => scripts.findIndex((script) => /maplibre/.test(script));
    await expect.poll(library).toBeGreaterThan(0);
    const before = scripts.slice(0, library());
    expect(await gzipped(page, before)).toBeLessThanOrEqual(250 * 1024);
    expect(await ofApollo(page, before)).toEqual([]);
  });

  test('the map of a player loads documents of its own parts, and none of moderators or partners', async ({ page }) => {
    await becomePlayer(page);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/home');
    const loaded = async () => (await textsOf(page, [...scripts])).join();
    await expect.poll(loaded).toContain('UnreadNotifications');
    expect(await loaded()).not.toMatch(/ModerationQueue|DecideCase|WebhookEndpoints|PartnerRequests/);
  });

  test('the screens of a guest send no request that is refused', async ({ page }) => {
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    for (const screen of ['/', '/home', '/signup', '/merch']) {
      await page.goto(screen);
      await expect(
        page
          .getByRole('heading', { level: 1 })
          .or(page.getByRole('link', { name: 'Get Started' }))
          .first(),
      ).toBeVisible();
    }
    expect(refused).toEqual([]);
  });
});
