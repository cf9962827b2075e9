import { expect, type Page, test } from '@playwright/test';

test('LAND-02 LAND-04 LAND-07 LAND-08 LAND-12 LAND-13 the wall fills the screen behind the texts, the wallet button is at the top right', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Sprayhunt' })).toBeVisible();
  await expect(page.getByText('Street Art Geocaching Game')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Join the Revolution' })).toBeVisible();
  await expect(page.getByText('Discover, document, and share urban art worldwide')).toBeVisible();
  const mural = page.locator('picture img');
  expect(await mural.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(0);
  expect(await mural.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  const button = (await page.getByRole('button', { name: 'Connect Metamask' }).boundingBox())!;
  expect(button.y).toBeLessThan(60);
  expect(1440 - button.x - button.width).toBeLessThan(60);
});

/** Bytes of these scripts, gzipped. */
const gzipped = (page: Page, scripts: string[]) =>
  page.evaluate(
    async (urls) => {
      const sizes = urls.map(async (url) => (await new Response((await fetch(url)).body!.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()).byteLength);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    },
    scripts,
  );
/** Of these scripts, those with Apollo Client's own code. */
const ofApollo = async (page: Page, loaded: string[]) => {
  // More may be loaded meanwhile.
  const scripts = [...loaded];
  const texts = await page.evaluate((urls) => Promise.all(urls.map(async (url) => (await fetch(url)).text())), scripts);
  return scripts.filter((_, index) => texts[index]!.includes('__APOLLO_CLIENT__'));
};

test('LAND-11 it loads at most 110 kB of script, no map, no GraphQL client and nothing from elsewhere', async ({ page, baseURL }) => {
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

test('the map home loads at most 250 kB of script before the map library, without the GraphQL client', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => { if (request.resourceType() === 'script' && !/maplibre/.test(request.url())) scripts.push(request.url()); });
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
  expect(await gzipped(page, scripts)).toBeLessThanOrEqual(250 * 1024);
  expect(await ofApollo(page, scripts)).toEqual([]);
});

test('the screens of a guest ask nothing that is refused', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => { if (response.status() === 401) refused.push(response.url()); });
  for (const screen of ['/', '/home', '/signup', '/merch']) {
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('link', { name: 'Get Started' })).first()).toBeVisible();
  }
  expect(refused).toEqual([]);
});
