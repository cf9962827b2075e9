import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectWellAtEverySize, PHONE } from './looks';
import { becomePlayer, signInQuickly, someone, somewhere } from './people';
import { photo } from './photo';

// The other tests watch requests that a service worker would hide.
// A map that is as small as a phone's is painted in a quarter of the time.
test.use({ permissions: ['geolocation'], serviceWorkers: 'allow', viewport: PHONE });

let context: BrowserContext;
let page: Page;
/** Where the player stands. */
let home: ReturnType<typeof somewhere>;

/** A browser with the service worker in charge, which stores the whole page when it is installed. */
async function withWorker(browser: Browser): Promise<BrowserContext> {
  const made = await browser.newContext();
  const first = await made.newPage();
  // On a screen without a map, so that the worker sees all that the map asks for the first time.
  await first.goto('/sign-in');
  await first.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
  await first.close();
  return made;
}

/** A new player on the map, at a place of their own. */
async function onTheMap(person = someone()) {
  home = somewhere();
  await context.setGeolocation({ ...home, accuracy: 15 });
  await becomePlayer(page, person);
  await page.goto('/home');
  await expect(page.getByTestId('coins')).toContainText('0 Spray Coins');
}

/** No network, for the page and for its worker, which the browser's own switch does not always reach. */
async function cutNetwork() {
  await context.setOffline(true);
  for (const worker of context.serviceWorkers())
    await worker.evaluate(() => {
      const scope = globalThis as typeof globalThis & { real?: typeof fetch };
      scope.real ??= scope.fetch;
      scope.fetch = () => Promise.reject(new TypeError('There is no network'));
    });
}

async function restoreNetwork() {
  for (const worker of context.serviceWorkers())
    await worker.evaluate(() => {
      const scope = globalThis as typeof globalThis & { real?: typeof fetch };
      scope.fetch = scope.real ?? scope.fetch;
    });
  await context.setOffline(false);
}

async function fillIn(title: string) {
  await page.getByRole('button', { name: 'Document art' }).click();
  const modal = page.getByRole('dialog', { name: 'Document Street Art' });
  await modal.getByLabel(/^Name/).fill(title);
  return modal;
}

/** @param padding bytes behind the picture, which decoders do not read */
async function choosePhoto(padding = 0) {
  await page
    .getByRole('dialog', { name: 'Document Street Art' })
    .getByRole('button', { name: /Add a photo/ })
    .click();
  const upload = page.getByRole('dialog', { name: 'Add a photo' });
  await upload.locator('input[type=file]').setInputFiles({
    name: 'wall.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([await photo(page, { ...home, at: '2026:05:03 10:20:30' }), Buffer.alloc(padding)]),
  });
  return upload;
}

/** One work, one award. */
async function expectOnce(title: string) {
  const booked = async () => {
    const { tokens, discoveries } = (await (await context.request.get('/api/auth/user')).json()) as {
      tokens: number;
      discoveries: number;
    };
    return [tokens, discoveries];
  };
  await expect.poll(booked).toEqual([50, 1]);
  const mine = (await (await context.request.get('/api/discoveries/user')).json()) as {
    title: string;
    imageUrl: string | null;
  }[];
  expect(mine.map((work) => work.title)).toEqual([title]);
  return mine[0]!;
}

test('without signal the map, the last list and its pictures open; what is documented waits, and is sent once there is signal', async ({
  browser,
}) => {
  // A browser of its own: its clock stays installed.
  context = await withWorker(browser);
  page = await context.newPage();
  await page.clock.install();
  await onTheMap();
  const title = `Off the grid ${home.latitude}`;
  await cutNetwork();
  await page.reload();
  await expect(page.getByText('You’re offline. This is what was loaded last.')).toBeVisible();
  await expect(page.getByTestId('coins')).toContainText('0 Spray Coins');

  const modal = await fillIn(title);
  const upload = await choosePhoto();
  await upload.getByRole('button', { name: 'Start Upload' }).click();
  await expect(upload.getByText('The connection was lost.')).toBeVisible();
  await upload.getByRole('button', { name: 'Keep for later' }).click();
  await expect(modal.getByText('Saved on this device; we’ll upload it with the work')).toBeVisible();
  await modal.getByRole('button', { name: 'Add to Discoveries' }).click();
  await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();

  // It outlives the tab, and is in the menu.
  await page.reload();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Waiting to be sent' }).click();
  const list = page.getByRole('list', { name: 'Waiting to be sent' });
  await expect(list.getByRole('heading', { name: title })).toBeVisible();
  await expect(list.getByText(/^Waiting/)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectWellAtEverySize(page);
  await page.setViewportSize(PHONE);

  await restoreNetwork();
  // If the browser reports nothing, the page tries every half minute.
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  const { imageUrl } = await expectOnce(title);
  await page.goto('/home');
  await expect(page.getByTestId('coins')).toContainText('50 Spray Coins');
  expect(imageUrl).toMatch(/^\/objects\//);

  // Its pin and its picture are there without signal, too.
  await page.getByRole('button', { name: `${title}, street art` }).click();
  const picture = page.getByRole('region', { name: title }).getByRole('img', { name: title });
  const isShown = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 100);
  await expect.poll(isShown).toBe(true);
  await cutNetwork();
  await page.reload();
  await page.getByRole('button', { name: `${title}, street art` }).click();
  await expect.poll(isShown).toBe(true);
  await context.close();
});

test.describe('in one browser', () => {
  // To install the worker takes seconds; each test has a player of its own.
  test.beforeAll(async ({ browser }) => {
    context = await withWorker(browser);
  });
  test.beforeEach(async () => {
    page = await context.newPage();
  });
  test.afterEach(async () => {
    await Promise.all(context.pages().map((each) => each.close()));
    await context.clearCookies();
  });
  test.afterAll(() => context.close());

  test('the upload is broken off in its middle: the photo goes on where it stopped', async () => {
    await onTheMap();
    const title = `Half a photo ${home.latitude}`;
    const modal = await fillIn(title);
    const upload = await choosePhoto(2_000_000);
    // Slow enough to break it.
    const network = await context.newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 250_000,
    });
    const parts: { url: string; offset: number }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH')
        parts.push({ url: request.url(), offset: Number(request.headers()['upload-offset']) });
    });
    const arrived = async () =>
      Number(
        (await page.request.head(parts[0]!.url, { headers: { 'tus-resumable': '1.0.0' } })).headers()['upload-offset'],
      );

    await upload.getByRole('button', { name: 'Start Upload' }).click();
    await expect(async () =>
      expect(Number(await upload.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeGreaterThan(15),
    ).toPass();
    await upload.getByRole('button', { name: 'Pause' }).click();
    await expect(upload.getByText('Paused')).toBeVisible();
    await expect.poll(arrived).toBeGreaterThan(0);
    const first = await arrived();
    await upload.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => parts.at(-1)!.offset).toBe(first);
    await network.detach();
    await expect(upload.getByText('Upload successful! Click "Complete Upload" to continue.')).toBeVisible();
    await upload.getByRole('button', { name: 'Complete Upload' }).click();
    await modal.getByRole('button', { name: 'Add to Discoveries' }).click();
    await expect(page.getByText('Discovery Added! 🎉', { exact: true }).first()).toBeVisible();
    await expectOnce(title);
  });

  test('the response is lost after the work was stored, and the tab is closed: one work, one award', async () => {
    await onTheMap();
    const title = `Lost response ${Math.random()}`;
    const modal = await fillIn(title);
    // The request arrives; its response does not.
    await context.route('**/api/discoveries', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await context.setOffline(true);
      return route.abort('connectionreset');
    });
    await modal.getByRole('button', { name: 'Add to Discoveries' }).click();
    await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();
    await page.close();

    await context.unroute('**/api/discoveries');
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto('/waiting');
    await expect(again.getByText('Everything is sent')).toBeVisible();
    await expectOnce(title);
  });

  test('another account neither sees nor sends waiting works; signing out asks', async () => {
    const first = someone();
    await onTheMap(first);
    await context.setOffline(true);
    const title = `Mine alone ${first.username}`;
    await (await fillIn(title)).getByRole('button', { name: 'Add to Discoveries' }).click();
    await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();

    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('dialog', { name: 'Not everything is sent' })).toBeVisible();
    // Not sent while another player is signed in.
    await page.evaluate(() => sessionStorage.clear());
    await context.clearCookies();
    await page.goto('about:blank');
    await context.setOffline(false);
    // The worker hears that there is no session, and no screen does: players do leave before one is shown.
    await page.goto('/spray-cap.svg');
    expect(await page.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(401);
    const { username } = await becomePlayer(page);
    await page.goto('/waiting');
    await expect(page.getByText('Everything is sent')).toBeVisible();
    expect(await (await page.request.get('/api/discoveries/user')).json()).toEqual([]);
    // Nor is anything of the first one kept, while the first screen of this one is.
    const storedFor = () =>
      page.evaluate(
        async () => ((await (await caches.match('/api/auth/user'))!.json()) as { username: string }).username,
      );
    expect(await storedFor()).toBe(username);
    expect(await page.evaluate(async () => (await (await caches.open('areas')).keys()).length)).toBe(0);

    // Its owner comes back. An open page would find that the session of the other one has ended, and ask to sign in.
    await page.goto('about:blank');
    await context.clearCookies();
    await signInQuickly(page, first.phone);
    await page.goto('/waiting');
    await expect(page.getByText('Everything is sent')).toBeVisible();
    expect(await storedFor()).toBe(first.username);
    await expectOnce(title);
  });

  test('waiting works are sent by the worker alone, while no tab is open', async () => {
    await onTheMap();
    const title = `In the background ${Math.random()}`;
    // Of the browser's own tools, because it decides itself when there is signal.
    const blank = await context.newPage();
    const tools = await context.newCDPSession(blank);
    const registered = new Promise<string>((resolve) =>
      tools.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
      ),
    );
    await tools.send('ServiceWorker.enable');
    const registrationId = await registered;

    await page.bringToFront();
    await cutNetwork();
    await (await fillIn(title)).getByRole('button', { name: 'Add to Discoveries' }).click();
    await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible();
    await page.close();
    await restoreNetwork();
    const mine = async () =>
      ((await (await context.request.get('/api/discoveries/user')).json()) as { title: string }[]).map(
        (work) => work.title,
      );
    expect(await mine()).toEqual([]);

    await tools.send('ServiceWorker.dispatchSyncEvent', {
      origin: new URL(process.env['E2E_URL']!).origin,
      registrationId,
      tag: 'send-queue',
      lastChance: false,
    });
    await expect.poll(mine).toEqual([title]);
    await expectOnce(title);
  });

  test('a screen that was visited opens without signal, and one that was not says so', async () => {
    await page.goto('/sign-in');
    // The first page of this browser loaded the screen before the worker was in charge.
    const kept = () =>
      page.evaluate(async () => (await (await caches.open('parts')).keys()).map(({ url }) => new URL(url).pathname));
    await expect.poll(kept).toContainEqual(expect.stringMatching(/^\/assets\/sign-in-/));
    await cutNetwork();
    await page.reload();
    await expect(page.getByLabel('Phone or e-mail')).toBeVisible();
    await page.goto('/merch');
    await expect(page.getByRole('alert')).toContainText('This did not load');
    await restoreNetwork();
  });

  test('it can be installed, and its worker comes with the right headers', async () => {
    await page.goto('/sign-in');
    const manifest = (await (
      await page.request.get((await page.locator('link[rel=manifest]').getAttribute('href'))!)
    ).json()) as { icons: { src: string; purpose: string }[] };
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status(), src).toBe(200);
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    const worker = await page.request.get('/sw.js');
    expect([worker.headers()['cache-control'], worker.headers()['content-type']]).toEqual([
      'no-cache',
      expect.stringContaining('javascript'),
    ]);
  });
});
