import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { expectNoFaultsInBothThemes, expectWellAtEverySize } from './looks';
import { becomePlayer } from './people';

/** A phone or computer with a screen lock, whose owner agrees to everything. */
async function plugInAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

const kept = async (cdp: CDPSession, authenticatorId: string) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

async function openPasskeys(page: Page) {
  await page.goto('/profile');
  await page.locator('summary', { hasText: 'Passkeys' }).click();
}

const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const signedInAs = async (page: Page) => {
  const response = await page.request.get('/api/auth/user');
  return response.ok() ? ((await response.json()) as { username: string }).username : response.status();
};

async function addPasskey(page: Page) {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await says(page, 'Passkey Added');
}

async function signOut(page: Page) {
  await page.goto('/api/logout');
  expect(await signedInAs(page)).toBe(401);
}

test('a passkey is added in the profile, signs in by the button, is renamed and removed, and opens nothing then; its section has no accessibility faults at any size [PERM-19 PERM-16]', async ({
  page,
}) => {
  const { username } = await becomePlayer(page);
  const { cdp, authenticatorId } = await plugInAuthenticator(page);
  await openPasskeys(page);
  await expect(page.getByText(/You have no passkey yet/)).toBeVisible();
  await expectNoFaultsInBothThemes(page);
  await addPasskey(page);
  await expectWellAtEverySize(page);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Rename/ }) });
  await expect(row).toContainText('not used yet');
  const [credential] = await kept(cdp, authenticatorId);
  expect(credential).toMatchObject({ isResidentCredential: true, rpId: 'localhost' });

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await says(page, 'This device already has a passkey for your account.');

  await signOut(page);
  // So that the button alone signs in here.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const pressButton = () => page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.goto('/api/login?returnTo=%2Fmerch');
  await pressButton();
  await expect(page).toHaveURL(/\/merch$/, { timeout: 30_000 });
  expect(await signedInAs(page)).toBe(username);

  await openPasskeys(page);
  await expect(row).toContainText('last used');
  await row.getByRole('button', { name: /^Rename/ }).click();
  await expectNoFaultsInBothThemes(page);
  await page.getByLabel('Name of this passkey').fill('Blue phone');
  await page.keyboard.press('Enter');
  await says(page, 'Blue phone');
  await row.getByRole('button', { name: 'Remove Blue phone' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await expect(question).toBeVisible();
  await expectNoFaultsInBothThemes(page);
  await question.getByRole('button', { name: 'Remove' }).click();
  await says(page, 'Passkey Removed');
  await expect(page.getByText(/You have no passkey yet/)).toBeVisible();

  await signOut(page);
  await page.goto('/sign-in');
  await pressButton();
  await says(page, 'This passkey did not work. Please try again, or use a code.');
  expect(await signedInAs(page)).toBe(401);
});

test('a passkey that the browser fills the field in with signs in [PERM-19 PERM-16]', async ({ page }) => {
  const { username } = await becomePlayer(page);
  await plugInAuthenticator(page);
  await openPasskeys(page);
  await addPasskey(page);
  await signOut(page);
  await page.goto('/api/login?returnTo=%2Fmerch');
  await expect(page).toHaveURL(/\/merch$/, { timeout: 30_000 });
  expect(await signedInAs(page)).toBe(username);
});
