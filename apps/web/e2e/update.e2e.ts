import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

/** The product at an address of its own, where a new version of the service worker can come out. */
let release = 1;
/** Paths that the server does not have any more. */
let removed: RegExp | null = null;
let server: Server;
let address: string;

test.beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const target = new URL(incoming.url!, process.env['E2E_URL']);
    if (removed?.test(target.pathname)) return void outgoing.writeHead(404).end();
    const headers = { ...incoming.headers, host: target.host, 'accept-encoding': 'identity' };
    incoming.pipe(
      request(target, { method: incoming.method, headers }, (response) => {
        const isWorker = target.pathname === '/sw.js';
        const { 'content-length': _, etag: __, 'last-modified': ___, ...rest } = response.headers;
        outgoing.writeHead(response.statusCode!, isWorker ? rest : response.headers);
        if (!isWorker) return void response.pipe(outgoing);
        response.pipe(outgoing, { end: false });
        response.on('end', () => outgoing.end(`\n// release ${release}\n`));
      }).on('error', () => outgoing.destroy()),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const offer = (page: Page) => page.getByText('A new version is ready');
/** A reload removes it. */
const setFlag = (page: Page) =>
  page.evaluate(() => {
    (window as { flag?: boolean }).flag = true;
  });
const hasFlag = (page: Page) => page.evaluate(() => (window as { flag?: boolean }).flag === true).catch(() => true);

/** Opens a screen, and waits for the service worker to be in charge of it. */
async function openWithWorker(page: Page, path: string) {
  await page.goto(`${address}${path}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
}

/** Brings out a new version, which the browser finds. */
async function bringOut(page: Page) {
  release += 1;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()));
  await expect
    .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())!.waiting)))
    .toBe(true);
}

test('a new version waits: it is not offered while something is typed, and loads only the tabs that take it', async ({
  page,
  context,
}) => {
  await openWithWorker(page, '/signup');
  const other = await context.newPage();
  await other.goto(`${address}/sign-in`);
  await expect(other.getByLabel('Phone or e-mail')).toBeVisible();
  const idle = await context.newPage();
  await openWithWorker(idle, '/sign-in');
  await page.getByLabel('Username').fill('half a na');
  await Promise.all([page, other, idle].map(setFlag));

  await bringOut(page);

  // Where nothing is typed it is offered, until something is.
  await expect(offer(other)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await other.getByLabel('Phone or e-mail').fill('+61');
  await expect(offer(other)).toHaveCount(0);

  // The form is left, and with it what was typed.
  await page.getByRole('link', { name: 'Look around first' }).click();
  await expect(offer(page)).toBeVisible();
  expect(await Promise.all([page, other].map(hasFlag))).toEqual([true, true]);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => hasFlag(page)).toBe(false);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.waiting)).toBeNull();
  await expect(offer(page)).toHaveCount(0);
  await expect(other.getByLabel('Phone or e-mail')).toHaveValue('+61');
  expect(await hasFlag(other)).toBe(true);

  // A tab that had the offer before takes the version that is in charge by now.
  expect(await hasFlag(idle)).toBe(true);
  await idle.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => hasFlag(idle)).toBe(false);
  await expect(offer(idle)).toHaveCount(0);
});

test('a screen whose file an update removed is not shown, and the new version is offered, which removes former files', async ({
  page,
}) => {
  await openWithWorker(page, '/sign-in');
  const keepFormer = async () => {
    const script = new Response('', { headers: { 'content-type': 'text/javascript' } });
    await (await caches.open('parts')).put('/assets/former-release.js', script);
  };
  const hasFormer = () => caches.match('/assets/former-release.js').then(Boolean);
  await page.evaluate(keepFormer);
  release += 1;
  removed = /^\/assets\/sign-up-/;
  await page.getByRole('main').getByRole('link', { name: 'Create your account' }).click();
  await expect(page.getByRole('alert')).toContainText('This did not load');
  await expect(offer(page)).toBeVisible();
  // The document of the new version names files that are there.
  removed = null;
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect.poll(() => page.evaluate(hasFormer)).toBe(false);
});
