import { expect, test, type Page } from '@playwright/test';
import { injectWallet } from './injected-wallet';
import { expectNoFaults, expectWellAtEverySize } from './looks';
import { becomePlayer, codeFor, origin, signInQuickly, someone } from './people';
import { photo } from './photo';

const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const short = (address: string) => `${address.slice(0, 6)}...${address.slice(-4)}`;

/** Opens one row of the account by keyboard. */
async function openSection(page: Page, title: string) {
  await page.goto('/profile');
  const summary = page.locator('summary').filter({ hasText: title });
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('details[open]').filter({ has: summary })).toBeVisible();
}

test('a wallet is connected, linked by a real signature, seen and unlinked', async ({ page }) => {
  await becomePlayer(page);
  const wallet = await injectWallet(page, { chainId: '0x89', refuses: { eth_requestAccounts: 4001 } });
  const mine = wallet.accounts[0].address;
  await openSection(page, 'Wallet');

  await button(page, 'Connect wallet').click();
  await says(page, 'Connection Rejected');
  await expect(button(page, 'Connect wallet')).toBeEnabled();
  await wallet.refuse({});
  await button(page, 'Connect wallet').click();
  await says(page, `Connected to ${short(mine)}`);

  await expect(button(page, 'Link this wallet')).toHaveCount(0);
  await wallet.refuse({ wallet_switchEthereumChain: 4902 });
  await button(page, 'Switch to Ethereum').click();
  await says(page, 'Please switch to Ethereum mainnet in MetaMask.');
  await wallet.refuse({ personal_sign: 4001 });
  await button(page, 'Switch to Ethereum').click();

  await button(page, 'Link this wallet').click();
  await says(page, 'You did not sign the message, so nothing was linked.');
  await expectWellAtEverySize(page);
  await wallet.refuse({});
  await button(page, 'Link this wallet').click();
  await says(page, 'Wallet Linked');
  await says(page, mine);
  await page.reload();
  await page.locator('summary').filter({ hasText: 'Wallet' }).click();
  await says(page, mine);
  await expectWellAtEverySize(page);

  await button(page, 'Unlink').click();
  await says(page, 'Wallet Unlinked');
  expect(((await (await page.request.get('/api/auth/user')).json()) as { wallet: unknown }).wallet).toBeNull();
});

test('a wallet follows its account, and one that someone else has linked is refused', async ({ page, browser }) => {
  await becomePlayer(page);
  const wallet = await injectWallet(page);
  const [mine, other] = wallet.accounts.map(({ address }) => address) as [string, string];
  await openSection(page, 'Wallet');
  await button(page, 'Connect wallet').click();
  await button(page, 'Link this wallet').click();
  await says(page, 'This is the wallet in your browser.');
  await wallet.choose(other);
  await says(page, short(other));
  await button(page, 'Link this wallet instead').click();
  await says(page, other);
  await expect(page.getByText(mine)).toHaveCount(0);

  // The same key in another player's browser.
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(page.url());
  await becomePlayer(elsewhere);
  const asked = await elsewhere.request.post('/api/profile/wallet/challenge', {
    headers: origin(),
    data: { address: other, chainId: 1 },
  });
  const { message } = (await asked.json()) as { message: string };
  const data = { message, signature: await wallet.accounts[1].signMessage({ message }) };
  const taken = await elsewhere.request.put('/api/profile/wallet', { headers: origin(), data });
  expect([taken.status(), ((await taken.json()) as { code: string }).code]).toEqual([409, 'WALLET_TAKEN']);
  const again = await elsewhere.request.put('/api/profile/wallet', { headers: origin(), data });
  expect([again.status(), ((await again.json()) as { code: string }).code]).toEqual([422, 'CHALLENGE_INVALID']);
  await elsewhere.context().close();
});

test('the e-mail is changed by a code from the inbox, and the other device is signed out', async ({
  page,
  browser,
}) => {
  const person = await becomePlayer(page);
  const next = someone().email;
  const other = await (await browser.newContext()).newPage();
  await signInQuickly(other, person.phone);
  expect((await other.request.get('/api/auth/user')).status()).toBe(200);

  await openSection(page, 'Phone and e-mail');
  await says(page, person.email);
  await expectWellAtEverySize(page);
  await button(page, 'Confirm or change e-mail').click();
  await page.getByLabel('New e-mail').fill(next);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').fill(await codeFor(page, next));
  await says(page, 'E-mail Changed');
  await says(page, next);
  await expect(button(page, 'Change e-mail')).toBeFocused();
  expect((await page.request.get('/api/auth/user')).status()).toBe(200);
  expect((await other.request.get('/api/auth/user')).status()).toBe(401);
  await other.context().close();
});

test('pins are chosen by keyboard and kept', async ({ page }) => {
  await becomePlayer(page);
  await openSection(page, 'Pin preferences');
  await page.getByRole('radio', { name: 'Stencils 📏' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expectWellAtEverySize(page);
  await button(page, 'Save pins').click();
  await says(page, 'Pins Saved');
  await page.reload();
  await page.locator('summary').filter({ hasText: 'Pin preferences' }).click();
  await expect(page.getByRole('radio', { name: 'Stencils 🐀' })).toBeChecked();
});

async function hangArt(page: Page, title: string) {
  const headers = origin();
  const { uploadURL } = (await (
    await page.request.post('/api/objects/upload?purpose=artwork', { headers })
  ).json()) as { uploadURL: string };
  const data = await photo(page, { latitude: 48.2, longitude: 16.4, at: '2026:05:03 10:20:30' });
  await page.request.put(uploadURL, { headers: { ...headers, 'content-type': 'image/jpeg' }, data });
  expect(
    (await page.request.post('/api/profile/art', { headers, data: { imageUrl: uploadURL, title } })).status(),
  ).toBe(201);
}

test('what a player hides, a guest does not see', async ({ page, browser }) => {
  const { username } = await becomePlayer(page);
  await openSection(page, 'What others see');
  await expectWellAtEverySize(page);
  await hangArt(page, 'Fox');
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(new URL(`/players/${username}`, page.url()).href);
  await expect(guest.getByText('Discoveries', { exact: true })).toBeVisible();
  await expect(guest.getByText(/^Joined/)).toBeVisible();
  await expect(guest.getByRole('button', { name: 'View Fox' })).toBeVisible();

  for (const part of ['Level and discoveries', 'When you joined', 'Art gallery']) {
    const saved = page.waitForResponse((response) => response.url().endsWith('/graphql'));
    await page.getByRole('switch', { name: part }).focus();
    await page.keyboard.press('Space');
    expect((await saved).status()).toBe(200);
  }
  const { id } = (await (await page.request.get('/api/auth/user')).json()) as { id: string };
  await expect(async () =>
    expect(await (await guest.request.get(`/api/players/${id}/art`)).json()).toEqual([]),
  ).toPass();
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 1, name: username })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'View Fox' })).toHaveCount(0);
  await expect(guest.getByRole('img', { name: `${username} has no picture yet` })).toBeVisible();
  for (const hidden of [/^Joined/, /^Discoveries$/]) await expect(guest.getByText(hidden)).toHaveCount(0);
  await expectNoFaults(guest);
  await page.getByRole('link', { name: 'See your public page' }).click();
  await expect(page).toHaveURL(new RegExp(`/players/${username}$`));
  await expect(page.getByText(/^Joined/)).toHaveCount(0);
  await guest.context().close();
});
