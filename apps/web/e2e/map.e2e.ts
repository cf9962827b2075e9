import { expect, test, type Locator, type Page } from '@playwright/test';
import { BESIDE_A_MAP } from './looks';
import { pixelsOf } from './pixels';

const VANCOUVER = { latitude: 49.2812, longitude: -123.1209, accuracy: 20 };
test.use({
  permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
  geolocation: VANCOUVER,
  viewport: BESIDE_A_MAP,
});

const pins = (page: Page) => page.locator('.map-pin');
const clusters = (page: Page) => page.locator('.map-cluster');
const list = (page: Page) => page.getByRole('complementary', { name: 'Nearby' });
const firstWork = (page: Page) =>
  list(page).getByRole('listitem').filter({ hasNotText: 'Legal wall' }).first().getByRole('button');
const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const closeCard = async (page: Page) => {
  await page
    .getByRole('region')
    .filter({ has: share(page) })
    .getByRole('button', { name: 'Close' })
    .click();
  await expect(share(page)).toHaveCount(0);
};

async function openMap(page: Page) {
  await page.goto('/home');
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
  await expect(pins(page).first()).toBeVisible();
}

/** The first of several that a player could click on: its middle is in view, and nothing lies over it. */
async function firstInReach(all: Locator): Promise<Locator> {
  await expect(all.first()).toBeVisible();
  const index = await all.evaluateAll((elements) =>
    elements.findIndex((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  );
  expect(index).toBeGreaterThanOrEqual(0);
  return all.nth(index);
}

test.describe('on the drawn map', () => {
  // Loading and painting the map is the slowest step here, so these tests share one page; each leaves nothing open.
  let page: Page;
  /** Requests to other servers. */
  const foreign: string[] = [];
  test.beforeAll(async ({ browser, baseURL }) => {
    page = await browser.newPage();
    page.on('request', (request) => {
      if (request.url().startsWith('http') && !request.url().startsWith(baseURL!)) foreign.push(request.url());
    });
    // As with MAP_STYLE_URL=none.
    await page.route('**/config.json', async (route) =>
      route.fulfill({ json: { ...((await (await route.fetch()).json()) as object), mapStyleUrl: null } }),
    );
    await openMap(page);
  });
  test.afterAll(() => page.context().close());

  test('the real works are shown on a painted map, without any account [HOME-41 MAPD-18]', async () => {
    // Light plaster with its grain, and the rings around the player in teal over it; see base-style.ts. Where
    // MapLibre's worker does not come, the sea alone is painted, and evenly.
    const [plaster, ringOnPlaster, sea] = [
      [232, 227, 215],
      [140, 180, 185],
      [190, 214, 220],
    ] as const;
    await expect(async () => {
      const map = await pixelsOf(page.getByTestId('map'));
      expect(map.share(plaster, 16)).toBeGreaterThan(0.5);
      expect(map.shades(plaster, 16)).toBeGreaterThan(8);
      expect(map.share(ringOnPlaster, 16)).toBeGreaterThan(0.0005);
      expect(map.share(sea, 8)).toBeLessThan(0.1);
    }).toPass({ timeout: 30_000 });
    await expect(list(page).getByRole('listitem').first()).toBeVisible();
    expect(foreign).toEqual([]);
  });

  test('a click on the ground opens the dialog at that point, Cancel closes it', async () => {
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

  test('the map works with the keyboard alone', async () => {
    await page.locator('.maplibregl-ctrl-attrib-button').focus();
    await page.keyboard.press('Enter');
    await page.locator('.maplibregl-canvas').focus();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Add Street Art Discovery' })).toContainText(
      '49.281200, -123.120900',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The map and all of its markers are one stop between the attribution's and the controls'.
    const ground = page.locator('.maplibregl-canvas');
    const onTheMap = page.locator('.map-pin:focus, .map-cluster:focus');
    await ground.focus();
    await expect(page.getByTestId('crosshair')).toBeVisible();
    const crosshair = (await page.getByTestId('crosshair').boundingBox())!;
    const map = (await page.getByTestId('map').boundingBox())!;
    expect([crosshair.x + crosshair.width / 2, crosshair.y + crosshair.height / 2]).toEqual([
      map.x + map.width / 2,
      map.y + map.height / 2,
    ]);
    await page.keyboard.press('Space');
    await expect(onTheMap).toHaveCount(1);
    await expect(page.getByTestId('crosshair')).toBeHidden();
    await expect(
      page.locator(
        '[data-testid=map] .maplibregl-canvas[tabindex="0"], .map-pin[tabindex="0"], .map-cluster[tabindex="0"]',
      ),
    ).toHaveCount(1);
    const moves: boolean[] = [];
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) {
      const { x, y } = (await onTheMap.boundingBox())!;
      await page.keyboard.press(key);
      const next = (await onTheMap.boundingBox())!;
      const moved = { ArrowRight: next.x - x, ArrowLeft: x - next.x, ArrowUp: y - next.y, ArrowDown: next.y - y }[key];
      moves.push(moved! > 0);
      expect([key, moved! > 0 || (next.x === x && next.y === y)]).toEqual([key, true]);
    }
    // From a marker at the edge there is none further on.
    expect(moves).toContain(true);
    await page.keyboard.press('Escape');
    await expect(ground).toBeFocused();
    await pins(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
  });

  test('type dropdown, street view and fullscreen are at hand', async () => {
    await page.getByRole('button', { name: 'Map type: Roadmap' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['Roadmap', 'Satellite', 'Hybrid', 'Terrain']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Street view' })).toBeVisible();
    await page.getByRole('button', { name: 'Fullscreen' }).click();
    await expect.poll(() => page.getByTestId('map').boundingBox()).toMatchObject({ x: 0, y: 0 });
    await page.getByRole('button', { name: 'Leave fullscreen' }).click();
    await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
  });

  test('a click on a marker opens its card, and not the dialog; the card closes', async () => {
    await firstWork(page).click();
    await expect(share(page)).toBeVisible();
    await closeCard(page);
    const marker = await firstInReach(page.locator('.map-pin--discovery'));
    const { x, y, width, height } = (await marker.boundingBox())!;
    const title = (await marker.getAttribute('title'))!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(page.getByRole('region', { name: title })).toBeVisible();
    await expect(share(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await closeCard(page);
  });

  test('a link is copied where the browser cannot share', async () => {
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }));
    await firstWork(page).click();
    await share(page).click();
    await expect(
      page.getByText('Street art location link copied to clipboard!', { exact: true }).first(),
    ).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).pathname).toMatch(/^\/d\/[0-9a-f-]{36}$/);
    await closeCard(page);
  });

  test('works are green palettes, walls brown bricks [MAPD-19 MAPD-23]', async () => {
    const paint = (locator: Locator) =>
      locator
        .locator('.pin-body')
        .first()
        .evaluate((body) => getComputedStyle(body).fill);
    const work = page.locator('.map-pin--discovery:not([data-gone])').first();
    expect(await paint(work)).toBe('rgb(47, 191, 107)');
    await expect(work.locator('.pin-dabs circle')).toHaveCount(4);
    await list(page).getByRole('radio', { name: 'Legal walls' }).click();
    await list(page).getByRole('listitem').first().getByRole('button').click();
    const wall = page.locator('.map-pin--wall').first();
    await expect(wall).toBeVisible();
    expect(await paint(wall)).toBe('rgb(139, 74, 43)');
    await expect(wall.locator('.pin-bricks path')).not.toHaveCount(0);
    await page
      .getByRole('region')
      .filter({ has: page.getByRole('link', { name: 'View Missions Here' }) })
      .getByRole('button', { name: 'Close' })
      .click();
    await list(page).getByRole('radio', { name: 'All', exact: true }).click();
  });

  test('markers crowd into clusters from afar, and a cluster opens when it is chosen [MAPD-18]', async () => {
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Zoom out' }).click();
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

  // The last one: it leaves the town.
  test('every work of the world is on the map from afar, counted', async () => {
    // All the ground on the way is painted: the less, the faster.
    await page.setViewportSize({ width: 500, height: 420 });
    await page.getByRole('button', { name: 'Zoom out' }).click({ clickCount: 15 });
    // Those of other towns too, which no list around the middle has.
    const clusters = page.getByTestId('map').getByRole('button', { name: /^\d+ works.*, zoom in$/ });
    await expect(async () => {
      const names = await clusters.evaluateAll((all) =>
        all.map((one) => Number.parseInt(one.getAttribute('aria-label')!, 10)),
      );
      expect(Math.max(...names)).toBeGreaterThan(500);
      expect(names.length).toBeGreaterThan(1);
    }).toPass();
    // A map that shows every work does not ask to zoom in.
    await page.setViewportSize(BESIDE_A_MAP);
    await expect(list(page)).toBeVisible();
    await expect(page.getByText('Zoom in on a city to see its works and walls', { exact: true })).toHaveCount(0);
  });
});

test('when Google does not come the message is shown and the map falls back: as satellite where tiles are configured, and choosing a type changes it', async ({
  page,
}) => {
  const asked = new Set<string>();
  await page.route('**/config.json', (route) =>
    route.fulfill({
      json: {
        googleMapsKey: 'test-key',
        satelliteTileUrl: '/tiles/sat/{z}/{x}/{y}.png',
        terrainTileUrl: '/tiles/hills/{z}/{x}/{y}.png',
        tileAttribution: 'Test tiles',
      },
    }),
  );
  await page.route('https://maps.googleapis.com/**', (route) => route.abort());
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page.route('**/tiles/**', (route) => {
    asked.add(new URL(route.request().url()).pathname.split('/')[2]!);
    return route.fulfill({ contentType: 'image/png', body: pixel });
  });
  await page.goto('/home');
  await expect(page.getByText('Loading street art map...')).toBeVisible();
  await expect(
    page.getByText('Unable to load Google Maps. Check your API key.', { exact: true }).first(),
  ).toBeVisible();
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
  await expect(pins(page).first()).toBeVisible();
  await expect.poll(() => [...asked]).toEqual(['sat']);
  await page.getByRole('button', { name: 'Map type: Satellite' }).click();
  await page.getByRole('menuitemradio', { name: 'Terrain' }).click();
  await expect.poll(() => [...asked]).toEqual(['sat', 'hills']);
  await expect(pins(page).first()).toBeVisible();
});
