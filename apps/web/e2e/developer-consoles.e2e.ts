import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { expectNoFaultsInBothThemes, expectNothingWider } from './looks';
import { operate } from './operators';
import { becomePlayer } from './people';

/**
 * Its second `main` has another role, since the page has one already; that is not allowed on this element, but has no
 * effect.
 */
const OF_SCALAR = { enabled: false };

/** A token of a new client, which an operator makes as `npm run partners` does. */
async function newToken(api: APIRequestContext): Promise<string> {
  const made = operate(
    'users/partners/cli',
    'create',
    '--name',
    `Consoles ${Date.now()}`,
    '--scopes',
    'discoveries:read,walls:read',
  );
  const { clientId, clientSecret } = JSON.parse(made) as { clientId: string; clientSecret: string };
  const response = await api.post('/oidc/token', {
    form: { grant_type: 'client_credentials' },
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
  });
  expect(response.status()).toBe(200);
  return ((await response.json()) as { access_token: string }).access_token;
}

/**
 * What the console of the browser calls an error, refusals of the content security policy among them, and what is asked
 * of another host.
 */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(process.env['E2E_URL']!).origin) faults.push(request.url());
  });
  return faults;
}

/** The calls of our APIs with the cookies and the token that they carried. */
function callsOf(
  page: Page,
  path: string,
): { method: string; cookie: string | undefined; authorization: string | undefined }[] {
  const calls: ReturnType<typeof callsOf> = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== path || request.headers()['x-apollo-operation-name']) return;
    void request
      .allHeaders()
      .then(({ cookie, authorization }) => calls.push({ method: request.method(), cookie, authorization }));
  });
  return calls;
}

/**
 * By day and night, as wide as a desk's screen, a tablet and a phone: no accessibility fault, and nothing wider than
 * the screen.
 */
async function fits(page: Page, rules: RunOptions['rules'] = {}) {
  await expectNoFaultsInBothThemes(page, { rules });
  const desk = page.viewportSize()!;
  await expectNothingWider(page);
  await page.setViewportSize(desk);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

let token: string;
test.beforeAll(async ({ playwright, baseURL }) => {
  const api = await playwright.request.newContext({ baseURL: baseURL! });
  token = await newToken(api);
  await api.dispose();
});

test('GraphiQL runs documents with the token of its box and never with the session', async ({ page }) => {
  await becomePlayer(page);
  const faults = faultsOf(page);
  await page.goto('/developers/graphql');
  const box = page.getByLabel('Access token');
  const execute = page.getByRole('button', { name: /Execute query/ });
  const result = page.getByRole('region', { name: 'Result Window' });
  const calls = callsOf(page, '/graphql');

  await expect(page.locator('.graphql-console')).toHaveAttribute('lang', 'en');
  // The editor appears a moment after its buttons.
  await expect(async () => {
    await execute.click();
    await expect(result).toContainText('documents of your own run with a token only', { timeout: 2_000 });
  }).toPass();
  // Line numbers are in one column only after the editors were drawn again.
  await expect
    .poll(() =>
      page
        .locator('.graphiql-query-editor .CodeMirror-code .CodeMirror-linenumber')
        .evaluateAll((numbers) => new Set(numbers.map((one) => one.getBoundingClientRect().right)).size),
    )
    .toBe(1);
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await expect(page.getByRole('link', { name: 'legalWallsNearby', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
  expect(calls.filter(({ authorization }) => authorization !== undefined)).toEqual([]);

  await box.fill(token);
  await execute.click();
  await expect(result).toContainText('discoveriesNearby');
  await expect(result).toContainText('"cost"');
  await expect
    .poll(() => calls.filter(({ authorization }) => authorization === `Bearer ${token}`))
    .toEqual([{ method: 'POST', cookie: undefined, authorization: `Bearer ${token}` }]);
  await fits(page);
  expect(faults).toEqual([]);
});

test('the REST reference shows what is open to partners and runs a call with a token and never with the session', async ({
  page,
}) => {
  await becomePlayer(page);
  const faults = faultsOf(page);
  await page.goto('/developers/rest');
  const colors = page.getByRole('button', { name: /\/api\/colors/ }).first();
  await expect(colors).toBeVisible();
  await expect(page.locator('.rest-reference')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('/api/profile/deletion')).toHaveCount(0);
  await fits(page, { 'aria-allowed-role': OF_SCALAR });
  const calls = callsOf(page, '/api/colors');

  await page.getByPlaceholder('Token').first().fill(token);
  await colors.click();
  await page.getByRole('button', { name: /^Test Request/ }).click();
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await expect(page.getByText('200 OK')).toBeVisible();
  await expect.poll(() => calls).toEqual([{ method: 'GET', cookie: undefined, authorization: `Bearer ${token}` }]);
  expect(faults).toEqual([]);
});
