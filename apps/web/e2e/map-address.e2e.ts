import { expect, test, type Page } from '@playwright/test';
import { BESIDE_A_MAP } from './looks';
import { becomePlayer, origin, somewhere } from './people';

const VANCOUVER = { latitude: 49.2812, longitude: -123.1209, accuracy: 20 };
const MONTREAL = { latitude: 45.515, longitude: -73.57 };
test.use({ permissions: ['geolocation'], geolocation: VANCOUVER, viewport: BESIDE_A_MAP });

const pins = (page: Page) => page.locator('.map-pin--discovery');
const list = (page: Page) => page.getByRole('complementary', { name: 'Nearby' });
const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const openWork = (page: Page) => page.getByRole('region').filter({ has: share(page) });

const addressOf = (page: Page) => new URL(page.url());
/** Degrees and zoom, as the address has them. */
function placeOf(page: Page) {
  const [lat, lng, zoom] = (addressOf(page).searchParams.get('at') ?? '').split(',').map(Number.parseFloat);
  return { lat: lat!, lng: lng!, zoom: zoom! };
}
const workOf = (page: Page) => addressOf(page).searchParams.get('work');

/** The streets are not painted: every test here waits for the map. */
async function openMap(page: Page, at = '/home') {
  await page.route('**/config.json', async (route) =>
    route.fulfill({ json: { ...((await (await route.fetch()).json()) as object), mapStyleUrl: null } }),
  );
  await page.goto(at);
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
  await expect(page).toHaveURL(/[?&]at=/);
}

async function openFirstWork(page: Page) {
  await list(page).getByRole('radio', { name: 'Works' }).click();
  await list(page).getByRole('listitem').first().getByRole('button').click();
  await expect(openWork(page)).toBeVisible();
  await expect(page).toHaveURL(/[?&]work=/);
}

async function moveMap(page: Page) {
  const before = addressOf(page).search;
  const { x, y, width, height } = (await page.getByTestId('map').boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 4);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 60, y + height / 4 + 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => addressOf(page).search).not.toBe(before);
}

/** Once it rests: it glides on after a drag, and flies to what is chosen. */
async function restingAddress(page: Page): Promise<string> {
  let last = '';
  await expect(async () => {
    const before = last;
    last = page.url();
    expect(last).toBe(before);
  }).toPass({ intervals: [700] });
  return last;
}

test('a copied address and a reload show the same map with the same work [WORK-1.1]', async ({ page, browser }) => {
  await openMap(page);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await moveMap(page);
  await openFirstWork(page);
  const address = await restingAddress(page);
  const work = workOf(page);

  const other = await browser.newContext({
    viewport: BESIDE_A_MAP,
    permissions: ['geolocation'],
    geolocation: MONTREAL,
  });
  const copied = await other.newPage();
  for (const view of [copied, page]) {
    await openMap(view, address);
    await expect(openWork(view)).toBeVisible();
    expect(await restingAddress(view)).toBe(address);
    expect(workOf(view)).toBe(work);
    await expect(pins(view).first()).toBeVisible();
  }
  await other.close();
});

test('Back closes the work and Forward opens it again, wherever the map is; another work takes its place [WORK-1.2]', async ({
  page,
}) => {
  await openMap(page);
  await page.goto('/missions');
  await openMap(page);
  await openFirstWork(page);
  const first = workOf(page);
  await list(page).getByRole('listitem').nth(1).getByRole('button').click();
  await expect.poll(() => workOf(page)).not.toBe(first);
  const second = workOf(page);
  await page.goBack();
  await expect(openWork(page)).toHaveCount(0);
  expect(addressOf(page).pathname).toBe('/home');
  expect(workOf(page)).toBeNull();
  await page.goForward();
  await expect(openWork(page)).toBeVisible();
  expect(workOf(page)).toBe(second);
  await openWork(page).getByRole('button', { name: 'Close' }).click();
  await expect(openWork(page)).toHaveCount(0);
  // Closing is going back: the entry before the map is one step away.
  await page.goBack();
  await expect(page).toHaveURL(/\/missions$/);
});

test('from an artist, a profile, notifications and a mission, Back leads to the same map and work [WORK-1.3]', async ({
  page,
}) => {
  await becomePlayer(page);
  const place = somewhere();
  const data = { name: 'Credited', artist_name: 'Vixen of the Wall', ...place };
  expect((await page.request.post('/api/discoveries', { headers: origin(), data })).status()).toBe(201);
  await openMap(page, `/home?at=${place.latitude},${place.longitude},16z`);
  await list(page).getByRole('listitem').first().getByRole('button').click();
  await expect(openWork(page)).toBeVisible();
  await moveMap(page);
  const address = await restingAddress(page);
  const menu = async (name: string) => {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).first().click();
  };
  const ways: [RegExp, () => Promise<void>][] = [
    [/\/artists\//, () => openWork(page).locator('a[href^="/artists/"]').click()],
    [/\/profile$/, () => menu('Profile')],
    [
      /\/notifications$/,
      () =>
        page
          .getByRole('link', { name: /notifications/i })
          .first()
          .click(),
    ],
    [/\/missions$/, () => menu('Missions')],
  ];
  for (const [there, go] of ways) {
    await go();
    await expect(page).toHaveURL(there);
    await page.goBack();
    await expect(openWork(page)).toBeVisible();
    await expect(page.locator('.maplibregl-canvas')).toBeVisible();
    expect(await restingAddress(page)).toBe(address);
  }
});

test('a shared work far from the player opens at its place, and the map stays there when it is closed [WORK-1.4]', async ({
  page,
}) => {
  const response = await page.request.get('/api/discoveries/nearby', {
    params: { ...MONTREAL, radius: 10_000, limit: 1 },
  });
  const [{ id, latitude, longitude }] = (await response.json()) as [
    { id: string; latitude: number; longitude: number },
  ];
  await openMap(page, `/d/${id}`);
  await expect(openWork(page)).toBeVisible();
  expect(placeOf(page).lat).toBeCloseTo(latitude, 3);
  await openWork(page).getByRole('button', { name: 'Close' }).click();
  await expect(openWork(page)).toHaveCount(0);
  expect(addressOf(page).pathname).toBe('/home');
  await restingAddress(page);
  expect(placeOf(page)).toMatchObject({
    lat: expect.closeTo(latitude, 3),
    lng: expect.closeTo(longitude, 3),
    zoom: 17,
  });
});

test('works at one place open as a list, also where the list around the map has none of them [WORK-1.5]', async ({
  page,
}) => {
  await becomePlayer(page);
  const place = somewhere();
  for (const name of ['Lower layer', 'Upper layer']) {
    const response = await page.request.post('/api/discoveries', { headers: origin(), data: { name, ...place } });
    expect(response.status()).toBe(201);
  }
  await page.route('**/api/discoveries/nearby?**', (route) => route.fulfill({ json: [] }));
  await openMap(page, `/home?at=${place.latitude},${place.longitude},17z`);
  await page.getByRole('button', { name: '2 works at one place' }).click();
  const sheet = page.getByRole('dialog', { name: 'At this place' });
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  await sheet.getByRole('button', { name: /Lower layer/ }).click();
  await expect(page.getByRole('region', { name: 'Lower layer' })).toBeVisible();
});

test('a tile that fails leaves the others, and is asked for again [WORK-1.6]', async ({ page }) => {
  let isBroken = true;
  // The one of the middle, and of the player.
  await page.route('**/api/map/works/14/2588/5607.mvt', (route) =>
    isBroken ? route.fulfill({ status: 503 }) : route.continue(),
  );
  // Its own list would fill the gap.
  await page.route('**/api/discoveries/nearby?**', (route) => route.fulfill({ json: [] }));
  await openMap(page, `/home?at=${VANCOUVER.latitude},${VANCOUVER.longitude},15z`);
  const works = page.locator('.map-pin--discovery, .map-cluster');
  await expect(works.first()).toBeVisible();
  const without = await works.count();
  isBroken = false;
  await expect.poll(() => works.count()).toBeGreaterThan(without);
});

test('the count of a list that is cut says that there are more [WORK-1.7]', async ({ page }) => {
  await page.route('**/api/discoveries/nearby?**', async (route) => {
    const [work] = (await (await route.fetch()).json()) as Record<string, unknown>[];
    await route.fulfill({ json: Array.from({ length: 500 }, (_, index) => ({ ...work, id: `copy-${index}` })) });
  });
  await openMap(page);
  await expect(list(page).getByText(/^500\+ works/)).toBeVisible();
});
