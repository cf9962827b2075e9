import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { expectNoFaults, expectWellAtEverySize } from './looks';
import { operate } from './operators';
import { becomePlayer, signIn, somewhere } from './people';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A public client of an operator, as `npm run partners` makes it. */
function newClient(name: string): string {
  const made = operate(
    'users/partners/cli',
    'create',
    '--name',
    name,
    '--scopes',
    'discoveries:write',
    '--redirect-uris',
    'http://127.0.0.1/callback',
    '--public',
  );
  return (JSON.parse(made) as { clientId: string }).clientId;
}

/** The program of the partner guide, unchanged. */
const program = () =>
  /<!-- program:[^\n]*\n```js\n([\s\S]*?)```/.exec(readFileSync(path.join(root, 'docs/partners.md'), 'utf8'))![1]!;

/** The first line that matches; all that the program wrote, if it ends before. */
async function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  let all = '';
  child.stderr!.on('data', (chunk) => (all += String(chunk)));
  // A stream that is left would be closed, and is read on for the next line.
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    all += String(chunk);
    const found = pattern.exec(all);
    if (found) return found[1]!;
  }
  throw new Error(`The program ended: ${all}`);
}

/** A program in this process: sends the page to the issuer, and waits on the loopback interface for the player. */
async function connect(page: Page, clientId: string, choice: 'Allow' | 'Don’t allow') {
  const verifier = randomBytes(32).toString('base64url');
  const server = createServer((_, response) => response.end('<title>Back</title>')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri,
    scope: 'discoveries:write offline_access',
    prompt: 'consent',
    state: 'mine',
    code_challenge,
    code_challenge_method: 'S256',
  });
  try {
    await page.goto(`/oidc/auth?${asked.toString()}`);
    await page.getByRole('button', { name: choice, exact: true }).press('Enter');
    await page.waitForURL((address) => address.href.startsWith(redirect_uri));
    return { back: new URL(page.url()).searchParams, redirect_uri, verifier };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a program of a partner documents a work for a player who agreed, until the player removes it', async ({
  page,
}) => {
  const { username } = await becomePlayer(page);
  const name = `Walls ${Date.now()}`;
  const clientId = newClient(name);

  // The guide's program, from a file; the player decides in the page.
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-'));
  try {
    writeFileSync(path.join(folder, 'document.mjs'), program());
    const child = spawn(process.execPath, ['document.mjs'], {
      cwd: folder,
      env: { ...process.env, ORIGIN: process.env['E2E_URL'], CLIENT_ID: clientId },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = lineOf(child, /Open (\S+)/);
    await page.goto(await output);
    await expect(page.getByRole('heading', { name: `${name} wants to act in your name` })).toBeVisible();
    await expect(page.getByText(`You are signed in as ${username}.`)).toBeVisible();
    await expect(page.getByText(/^127\.0\.0\.1:\d+$/)).toBeVisible();
    await expectWellAtEverySize(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    const work = JSON.parse(await lineOf(child, /(\{.*\})/)) as { id: string; title: string };
    expect(work.title).toBe('Heron by the bridge');
    const mine = (await (await page.request.get('/api/discoveries/user')).json()) as { id: string }[];
    expect(mine.map(({ id }) => id)).toEqual([work.id]);
  } finally {
    rmSync(folder, { recursive: true });
  }

  const denied = await connect(page, clientId, 'Don’t allow');
  expect([denied.back.get('error'), denied.back.get('code')]).toEqual(['access_denied', null]);

  const { back, redirect_uri, verifier } = await connect(page, clientId, 'Allow');
  expect([back.get('state'), back.get('iss')]).toEqual(['mine', `${process.env['E2E_URL']}/oidc`]);
  const token = async (form: Record<string, string>) => {
    const response = await fetch(new URL('/oidc/token', process.env['E2E_URL']), {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...form }),
    });
    return { status: response.status, ...((await response.json()) as { access_token: string; refresh_token: string }) };
  };
  const granted = await token({
    grant_type: 'authorization_code',
    code: back.get('code')!,
    redirect_uri,
    code_verifier: verifier,
  });
  expect(granted.status).toBe(200);
  const call = async (method: string, at: string, body?: object) => {
    const headers = { authorization: `Bearer ${granted.access_token}`, 'content-type': 'application/json' };
    return (
      await fetch(new URL(at, process.env['E2E_URL']), { method, headers, ...(body && { body: JSON.stringify(body) }) })
    ).status;
  };
  expect(await call('POST', '/api/objects/upload', {})).toBe(200);
  expect(await call('POST', '/api/discoveries', { title: 'Second', ...somewhere() })).toBe(201);
  // Nothing else of the player.
  for (const [method, at] of [
    ['GET', '/api/auth/user'],
    ['GET', '/api/profile/contacts'],
    ['GET', '/api/discoveries/user'],
    ['DELETE', '/api/profile/sessions'],
  ] as const)
    expect([at, await call(method, at)]).toEqual([at, 403]);

  await page.goto('/profile');
  await page.getByText('Apps with access').click();
  const app = page.getByRole('listitem').filter({ hasText: name });
  await expect(app).toContainText('Document works as you');
  await expect(app).toContainText('Last used');
  await expectNoFaults(page);
  await page.getByRole('button', { name: `Remove ${name}` }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('No app may act in your name.')).toBeVisible();
  await expect
    .poll(() => call('POST', '/api/discoveries', { title: 'Third', ...somewhere() }), { timeout: 1_000 })
    .toBe(401);
  expect((await token({ grant_type: 'refresh_token', refresh_token: granted.refresh_token })).status).toBe(400);
});

test('a guest signs in first and is then asked; an expired request shows that', async ({ page, browser }) => {
  const clientId = newClient(`Walls of guests ${Date.now()}`);
  const { phone } = await becomePlayer(page);
  const guest = await (await browser.newContext({ baseURL: process.env['E2E_URL']! })).newPage();
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: 'http://127.0.0.1/callback',
    scope: 'discoveries:write',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  await guest.goto(`/oidc/auth?${asked.toString()}`);
  await guest.waitForURL(/\/sign-in\?/);
  await signIn(guest, phone);
  await expect(guest.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
  expect(new URL(guest.url()).pathname).toBe('/authorize');
  await guest.goto('/authorize?interaction=none');
  await expect(guest.getByText('This request is no longer open')).toBeVisible();
  await expectWellAtEverySize(guest);
  await guest.context().close();
});
