import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectNoFaults, expectWellAtEverySize } from './looks';
import { operate } from './operators';
import { becomePlayer } from './people';

/** The operators' command, as `npm run role` runs it. */
function makeOperator(username: string) {
  operate('users/standings/cli', 'grant', 'operator', username);
}

/** How each program of the quick start is run, from a file. */
const PROGRAMS = [
  { name: 'curl', command: 'bash', file: 'works.sh' },
  { name: 'JavaScript', command: process.execPath, file: 'works.mjs' },
  { name: 'Python', command: 'python3', file: 'works.py' },
] as const;

const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

async function codeShown(page: Page, language: string): Promise<string> {
  await page.getByRole('tab', { name: language }).click();
  return (await page.getByRole('region', { name: `Example in ${language}` }).textContent())!;
}

test('a player asks for a client, an operator approves, and each program of the quick start reads works with its secret', async ({
  page,
  browser,
}) => {
  await becomePlayer(page);
  const operator = await (await browser.newContext()).newPage();
  makeOperator((await becomePlayer(operator)).username);
  const name = `Guide ${Date.now()}`;

  await page.goto('/developers/guide');
  await expect(page.getByRole('heading', { level: 2, name: 'Act for players' })).toBeVisible();
  await expectWellAtEverySize(page);
  await page.goto('/developers');
  await expect(page.getByRole('rowheader', { name: 'walls:read' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'What partners can build on' })).toBeVisible();
  await expectWellAtEverySize(page);
  await page.getByRole('link', { name: 'Ask for a client' }).press('Enter');
  // By the keyboard alone.
  await page.getByRole('button', { name: 'Ask for a client' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByLabel('What do you want to build?').fill('A map of murals for walks.');
  await page.getByLabel('Website').fill('https://guide.example');
  for (const scope of ['discoveries:read', 'webhooks:manage'])
    await page.getByRole('checkbox', { name: scope }).press('Space');
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Send request' }).press('Enter');
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible();

  await operator.goto('/developers/requests');
  await expect(operator.getByRole('heading', { name })).toBeVisible();
  await expectWellAtEverySize(operator);
  await operator.getByRole('button', { name: `Approve ${name}` }).press('Enter');
  await expect(operator.getByText(`“${name}” is approved`, { exact: true })).toBeVisible();

  await page.goto('/notifications');
  await expect(page.getByText(`Your request for the API client “${name}” is approved.`)).toBeVisible();
  await page.goto('/developers/clients');
  await page.getByRole('button', { name: `Collect the secret ${name}` }).press('Enter');
  await page.getByRole('button', { name: 'Show the secret' }).press('Enter');
  const [CLIENT_ID, CLIENT_SECRET] = await Promise.all(
    ['Client ID', 'Secret'].map(
      async (label) => (await page.getByRole('region', { name: label, exact: true }).textContent())!,
    ),
  );
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'I have stored it' }).press('Enter');
  await expect(page.getByRole('button', { name: `New secret ${name}` })).toBeVisible();
  await expectWellAtEverySize(page);

  await page.goto('/developers');
  const folder = mkdtempSync(path.join(tmpdir(), 'quick-start-'));
  try {
    for (const { name: language, command, file } of PROGRAMS) {
      if (!isInstalled(command)) {
        test.info().annotations.push({
          type: 'skipped',
          description: `${command} is not installed: the quick start in ${language} did not run`,
        });
        continue;
      }
      writeFileSync(path.join(folder, file), await codeShown(page, language));
      const printed = execFileSync(command, [file], {
        cwd: folder,
        env: { ...process.env, CLIENT_ID, CLIENT_SECRET },
        encoding: 'utf8',
        timeout: 30_000,
      });
      expect(Array.isArray(JSON.parse(printed)), `${language}: ${printed}`).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }

  const token = () =>
    page.request.post('/oidc/token', {
      form: { grant_type: 'client_credentials' },
      headers: { authorization: `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}` },
    });
  await seesUsage(page, name);
  await removesDocument(page, ((await (await token()).json()) as { access_token: string }).access_token);
  await managesWebhooks(page);

  await page.goto('/developers/clients');
  await page.getByRole('button', { name: `Revoke ${name}` }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(page.getByText('Client revoked', { exact: true })).toBeVisible();
  expect((await token()).status()).toBe(401);
});

/** From the list of clients to the client's page: what the programs called is drawn. */
async function seesUsage(page: Page, name: string) {
  await page.goto('/developers/clients');
  await page.getByRole('link', { name: `Usage, documents and webhooks ${name}` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('img', { name: /^Calls: [1-9]/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByText('As a table').click();
  await expect(page.getByRole('columnheader', { name: 'Points' })).toBeVisible();
  await expectWellAtEverySize(page);
}

/** The program registers a document, which is listed, and removed by the keyboard. */
async function removesDocument(page: Page, token: string) {
  const query = `query NewWorks($first: Int!) { discoveriesNearby(latitude: 45.5, longitude: -73.6, first: $first) { nodes {
      id title } } }`;
  const registered = await page.request.post('/api/partner/documents', {
    data: { query },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(registered.status()).toBe(201);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'NewWorks' })).toBeVisible();
  await expect(page.getByText(/^\d+ points at most$/)).toBeVisible();
  await page.getByText('Show the document').click();
  await expect(page.getByRole('region', { name: 'NewWorks' })).toContainText('discoveriesNearby');
  await expectWellAtEverySize(page);
  await page.getByRole('button', { name: 'Remove NewWorks' }).press('Enter');
  await expectNoFaults(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('No registered documents yet')).toBeVisible();
}

/** Nothing listens at the address, as the log of deliveries shows. */
async function managesWebhooks(page: Page) {
  await page.getByRole('button', { name: 'Add an endpoint' }).press('Enter');
  await page.getByLabel('Address').fill('https://hook.invalid/changes');
  await page.getByRole('checkbox', { name: 'work.created' }).press('Space');
  await page.getByLabel('Where').fill('-74, 45.4, -73.4, 45.7');
  await expectNoFaults(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add an endpoint' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Secret' })).toContainText('whsec_');
  await page.getByRole('button', { name: 'I have stored it' }).press('Enter');
  await page.getByRole('button', { name: 'Send a test hook.invalid' }).press('Enter');
  await expect(page.getByText('NAME_NOT_FOUND')).toBeVisible();
  await expectWellAtEverySize(page);
  await page.getByRole('button', { name: 'Change hook.invalid' }).press('Enter');
  await page.getByLabel('Where').fill('');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('The whole world')).toBeVisible();
}
