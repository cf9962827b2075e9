import { expect, test, type Page } from '@playwright/test';
import { expectNoFaultsInBothThemes, PHONE } from './looks';
import { pixelsOf } from './pixels';
import { smallArchive } from './streets/small-archive';
import { HOST, styleHost } from './streets/style-host';

const VANCOUVER = { latitude: 49.2812, longitude: -123.1209, accuracy: 20 };
test.use({ permissions: ['geolocation'], geolocation: VANCOUVER, viewport: PHONE });
// The last file of all: both workers take its tests.
test.describe.configure({ mode: 'parallel' });

const map = (page: Page) => page.getByTestId('map');
const missing = (page: Page) => page.getByRole('status').filter({ hasText: 'Streets are not available right now' });
const drawnFiles = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/geography-')).length,
  );
/** Share of a colour among the map's pixels. */
const share = async (page: Page, color: readonly [number, number, number], within = 3) =>
  (await pixelsOf(map(page))).share(color, within);

/**
 * Milliseconds for the two requests of a style, one after the other; the page gives up after two seconds, in which it
 * also reads what came.
 */
const IN_TIME = 1_500;

/**
 * Waits for streets from an address. On a busy machine even a local host may need longer than two seconds: then, and
 * only then, they are requested once more, as a player would.
 */
function streetsFrom(page: Page, address: string) {
  const requests: { began: number; ended?: number }[] = [];
  page.on('request', (request) => {
    if (!request.url().includes(address)) return;
    const times: (typeof requests)[number] = { began: Date.now() };
    requests.push(times);
    void request
      .response()
      .catch(() => null)
      .then(() => (times.ended = Date.now()));
  });
  const wereLate = () => {
    const [first, second = first] = requests;
    return first !== undefined && (second!.ended ?? Date.now()) - first.began > IN_TIME;
  };
  let retries = 0;
  return async (check: () => Promise<void>) => {
    await expect(async () => {
      const again = missing(page).getByRole('button', { name: 'Try again' });
      if (await again.isVisible()) {
        expect({ wereLate: wereLate(), retries }, 'the page shows no streets').toEqual({ wereLate: true, retries: 0 });
        retries += 1;
        await again.click({ timeout: 5_000 });
      }
      await check();
    }).toPass({ timeout: 60_000 });
  };
}

/** Pages of a browser for which a local server is OpenFreeMap. */
async function withStyleHost(page: Page) {
  const host = await styleHost();
  await page.route(`${HOST}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    try {
      await route.fulfill({ response: await route.fetch({ url: host.url + pathname }) });
    } catch {
      await route.abort('connectionrefused').catch(() => undefined);
    }
  });
  return host;
}

test('without any key the default streets are drawn, by day and by night, with their attribution and without the shipped geography', async ({
  page,
}) => {
  const host = await withStyleHost(page);
  const eventuallyStreets = streetsFrom(page, HOST);
  const refused: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home');
  await expect(page.locator('.map-pin').first()).toBeVisible();
  await eventuallyStreets(async () => {
    expect(await share(page, [242, 243, 240])).toBeGreaterThan(0.3);
    expect(await share(page, [210, 200, 170])).toBeGreaterThan(0.02);
  });
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('OpenFreeMap © OpenMapTiles');
  expect(host.state.asked.filter((path) => path.startsWith('/tiles/')).length).toBeGreaterThan(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await eventuallyStreets(async () => {
    expect(await share(page, [23, 25, 29])).toBeGreaterThan(0.3);
    expect(await share(page, [69, 75, 84])).toBeGreaterThan(0.02);
  });
  await expect(missing(page)).toHaveCount(0);
  expect([await drawnFiles(page), refused]).toEqual([0, []]);
  host.stop();
});

test('a style that comes later than two seconds leaves the shipped geography, says so, and comes when it is asked for again', async ({
  page,
}) => {
  const host = await withStyleHost(page);
  host.state.delay = 5_000;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home');
  await expect(missing(page)).toBeVisible();
  await expect(page.locator('.map-pin').first()).toBeVisible();
  await expect.poll(() => share(page, [232, 227, 215], 16)).toBeGreaterThan(0.5);
  expect(await drawnFiles(page)).toBeGreaterThan(0);
  await expectNoFaultsInBothThemes(page);
  await page.emulateMedia({ colorScheme: 'light' });
  host.state.delay = 0;
  await missing(page).getByRole('button', { name: 'Try again' }).click();
  await expect(missing(page)).toHaveCount(0);
  await expect.poll(() => share(page, [210, 200, 170])).toBeGreaterThan(0.02);
  host.stop();
});

test('a host that refuses, and one whose tiles do not come, leave the shipped geography', async ({ page }) => {
  const host = await withStyleHost(page);
  host.state.isDown = true;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home');
  await expect(missing(page)).toBeVisible();
  await expect.poll(() => share(page, [232, 227, 215], 16)).toBeGreaterThan(0.5);
  host.state.isDown = false;
  await page.route(`${HOST}/tiles/**`, (route) => route.abort());
  await page.reload();
  await expect(missing(page)).toBeVisible();
  await expect.poll(() => share(page, [232, 227, 215], 16)).toBeGreaterThan(0.5);
  host.stop();
});

test('the streets of an operator’s own archive are drawn in our colours, by day and by night, and nothing is asked of others', async ({
  page,
  baseURL,
}) => {
  const archive = smallArchive();
  const eventuallyStreets = streetsFrom(page, '/map/streets.pmtiles');
  const ranges: string[] = [];
  const foreign: string[] = [];
  page.on(
    'request',
    (request) => request.url().startsWith('http') && !request.url().startsWith(baseURL!) && foreign.push(request.url()),
  );
  await page.route('**/config.json', (route) => route.fulfill({ json: { pmtilesUrl: '/map/streets.pmtiles' } }));
  await page.route('**/map/streets.pmtiles', (route) => {
    const range = route.request().headers()['range']!;
    ranges.push(range);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range)!.map(Number);
    const body = archive.subarray(start, end! + 1);
    return route.fulfill({
      status: 206,
      body,
      headers: { etag: '"a"', 'content-range': `bytes ${start}-${start! + body.length - 1}/${archive.length}` },
    });
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home');
  await expect(page.locator('.map-pin').first()).toBeVisible();
  await eventuallyStreets(async () => {
    expect(await share(page, [232, 227, 215])).toBeGreaterThan(0.3);
    expect(await share(page, [255, 253, 247])).toBeGreaterThan(0.005);
    expect(await share(page, [219, 212, 197])).toBeGreaterThan(0.02);
  });
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('Drawn by hand');
  await page.emulateMedia({ colorScheme: 'dark' });
  await eventuallyStreets(async () => {
    expect(await share(page, [23, 25, 29])).toBeGreaterThan(0.3);
    expect(await share(page, [71, 77, 87])).toBeGreaterThan(0.005);
  });
  expect(ranges.length).toBeGreaterThan(2);
  expect([foreign, await drawnFiles(page)]).toEqual([[], 0]);
});
