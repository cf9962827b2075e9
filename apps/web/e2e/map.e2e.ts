import { expect, test, type Page } from '@playwright/test';

const VANCOUVER = { latitude: 49.2812, longitude: -123.1209, accuracy: 20 };
// Room for the list beside the map, and no more: the map is painted in software.
test.use({ permissions: ['geolocation'], geolocation: VANCOUVER, viewport: { width: 1100, height: 720 } });
test.describe.configure({ timeout: 120_000 });
/** Milliseconds for the map to come up on a busy machine. */
const STANDS = 45_000;

const pins = (page: Page) => page.locator('.map-pin');
const clusters = (page: Page) => page.locator('.map-cluster');

async function openMap(page: Page) {
  await page.goto('/home');
  await expect(page.locator('.maplibregl-canvas')).toBeVisible({ timeout: STANDS });
  await expect(pins(page).first()).toBeVisible();
}

const list = (page: Page) => page.getByRole('complementary', { name: 'Nearby' });
const firstWork = (page: Page) => list(page).getByRole('listitem').filter({ hasNotText: 'Legal wall' }).first().getByRole('button');
const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });

test('HOME-41 MAPD-18 the real works stand on a painted ground, with no account anywhere', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(page.url()).origin && page.url() !== 'about:blank' && request.url().startsWith('http')) foreign.push(request.url());
  });
  await openMap(page);
  // Painted, not blank: the ground has its grain, the rings their cyan.
  await expect(async () => {
    const shot = await page.getByTestId('map').screenshot();
    expect(shot.length).toBeGreaterThan(60_000);
  }).toPass();
  await expect(list(page).getByRole('listitem').first()).toBeVisible();
  expect(foreign).toEqual([]);
});

test('MAPD-18 MAPD-20 markers crowd into clusters from afar, and a cluster opens when it is chosen', async ({ page }) => {
  await openMap(page);
  for (let step = 0; step < 3; step++) {
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.waitForTimeout(300);
  }
  await expect(clusters(page).first()).toBeVisible();
  expect((await clusters(page).count()) + (await pins(page).count())).toBeLessThan(200);
  const counts = (await clusters(page).locator('.map-cluster__count').allTextContents()).map(Number);
  const biggest = clusters(page).nth(counts.indexOf(Math.max(...counts)));
  const label = (await biggest.getAttribute('aria-label'))!;
  expect(label).toMatch(/^\d+ works.*, zoom in$/);
  await biggest.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0);
  await expect(pins(page).or(clusters(page)).first()).toBeVisible();
});

test('MAPD-01 MAPD-02 MAPD-08 a click on the ground opens the dialog at that point, Cancel closes it', async ({ page }) => {
  await openMap(page);
  const box = (await page.getByTestId('map').boundingBox())!;
  await page.mouse.click(box.x + 40, box.y + box.height - 150);
  const dialog = page.getByRole('dialog', { name: 'Add Street Art Discovery' });
  await expect(dialog).toBeVisible();
  const [lat, lng] = (await dialog.getByText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/).innerText()).split(', ').map(Number);
  expect(lat).toBeLessThan(VANCOUVER.latitude);
  expect(lat).toBeGreaterThan(VANCOUVER.latitude - 0.01);
  expect(lng).toBeLessThan(VANCOUVER.longitude);
  expect(lng).toBeGreaterThan(VANCOUVER.longitude - 0.02);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a click on a marker opens its card, and not the dialog; the card closes', async ({ page }) => {
  await openMap(page);
  await firstWork(page).click();
  await expect(share(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(share(page)).toHaveCount(0);
  await pins(page).and(page.locator('.map-pin--discovery')).first().dispatchEvent('click');
  await expect(share(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('MAPD-19 MAPD-23 works are green palettes, walls brown bricks', async ({ page }) => {
  await openMap(page);
  const paint = (locator: ReturnType<Page['locator']>) => locator.locator('.pin-body').first().evaluate((body) => getComputedStyle(body).fill);
  const work = pins(page).and(page.locator('.map-pin--discovery:not([data-gone])')).first();
  expect(await paint(work)).toBe('rgb(47, 191, 107)');
  await expect(work.locator('.pin-dabs circle')).toHaveCount(4);
  await list(page).getByRole('radio', { name: 'Legal walls' }).click();
  await list(page).getByRole('listitem').first().getByRole('button').click();
  const wall = page.locator('.map-pin--wall').first();
  await expect(wall).toBeVisible();
  expect(await paint(wall)).toBe('rgb(139, 74, 43)');
  await expect(wall.locator('.pin-bricks path')).not.toHaveCount(0);
});

test('MAPD-22 MAPD-24 MAPD-28 MAPD-31 a legal wall opens its window and leads to the missions', async ({ page }) => {
  await openMap(page);
  await list(page).getByRole('radio', { name: 'Legal walls' }).click();
  await list(page).getByRole('listitem').first().getByRole('button').click();
  await expect(page.getByText('Hours', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'View Missions Here' }).click();
  await expect(page).toHaveURL(/\/missions$/);
});

test('the map works with the keyboard alone', async ({ page }) => {
  await openMap(page);
  await page.locator('.maplibregl-ctrl-attrib-button').focus();
  await page.keyboard.press('Enter');
  await page.locator('.maplibregl-canvas').focus();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add Street Art Discovery' })).toContainText('49.281200, -123.120900');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pins(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
});

test('HOME-30 HOME-31 HOME-32 type dropdown, street view and fullscreen are at hand', async ({ page }) => {
  await openMap(page);
  await page.getByRole('button', { name: 'Map type: Roadmap' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['Roadmap', 'Satellite', 'Hybrid', 'Terrain']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Street view' })).toBeVisible();
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  const map = (await page.getByTestId('map').boundingBox())!;
  expect([map.x, map.y]).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Leave fullscreen' }).click();
  await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
});

test('HOME-27 HOME-30 with tile sources configured it starts as satellite, and choosing a type changes the map', async ({ page }) => {
  const asked = new Set<string>();
  await page.route('**/config.json', (route) => route.fulfill({ json: { satelliteTileUrl: '/tiles/sat/{z}/{x}/{y}.png', terrainTileUrl: '/tiles/hills/{z}/{x}/{y}.png', tileAttribution: 'Test tiles' } }));
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  await page.route('**/tiles/**', (route) => {
    asked.add(new URL(route.request().url()).pathname.split('/')[2]!);
    return route.fulfill({ contentType: 'image/png', body: pixel });
  });
  await openMap(page);
  await expect.poll(() => [...asked]).toEqual(['sat']);
  await page.getByRole('button', { name: 'Map type: Satellite' }).click();
  await page.getByRole('menuitemradio', { name: 'Terrain' }).click();
  await expect.poll(() => [...asked]).toEqual(['sat', 'hills']);
  await expect(pins(page).first()).toBeVisible();
});

test('HOME-39 HOME-42 HOME-45 when Google does not come the message is shown and the map falls back', async ({ page }) => {
  await page.route('**/config.json', (route) => route.fulfill({ json: { googleMapsKey: 'test-key' } }));
  await page.route('https://maps.googleapis.com/**', (route) => route.abort());
  await page.goto('/home');
  await expect(page.getByText('Loading street art map...')).toBeVisible({ timeout: STANDS });
  await expect(page.getByText('Unable to load Google Maps. Check your API key.', { exact: true }).first()).toBeVisible({ timeout: STANDS });
  await expect(page.locator('.maplibregl-canvas')).toBeVisible({ timeout: STANDS });
  await expect(pins(page).first()).toBeVisible();
});

test('MAPD-38 a link is copied where the browser cannot share', async ({ page, context }) => {
  await context.grantPermissions(['geolocation', 'clipboard-read', 'clipboard-write']);
  await openMap(page);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await firstWork(page).click();
  await share(page).click();
  await expect(page.getByText('Street art location link copied to clipboard!', { exact: true }).first()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toMatch(/^\/d\/[0-9a-f-]{36}$/);
});
