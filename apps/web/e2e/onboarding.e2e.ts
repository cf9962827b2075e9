import { expect, test, type Page } from '@playwright/test';
import { expectNoFaults, expectWellAtEverySize } from './looks';
import { codeFor, signUpQuickly } from './people';

/** Steps 1 to 8 in Spray Coins; step 6 has none (product.md, "Onboarding tutorial"). */
const REWARDS = [10, 25, 15, 50, 100, 0, 30, 200];

/** The longest of the demo's steps; see demo-stage.tsx. */
const DEMO_STEP_MS = 2_000;

const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
/** By the keyboard, like every control of these screens. */
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter');

test('avatar and pins, tutorial, map: a new player goes the whole way', async ({ page }) => {
  const person = await signUpQuickly(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'change your avatar and pins' }).press('Enter');

  await expect(page.getByLabel('Username')).toHaveValue(person.username);
  await expectWellAtEverySize(page);
  await page.getByLabel('Bio').fill('I look at walls.');
  await page.getByRole('radio', { name: 'Tags ⚡' }).press('Space');
  await press(page, 'Complete Profile & Enter Sprayhunt');
  await says(page, 'Profile Created!');

  await says(page, 'Step 1 of 8');
  await expectWellAtEverySize(page);
  await press(page, 'Next');
  await press(page, 'Take a practice photo');
  await page.clock.install();
  await press(page, 'Start Demo');
  await expect(async () => {
    await page.clock.fastForward(DEMO_STEP_MS);
    await expect(page.getByRole('dialog', { name: 'Discover Street Art' })).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 20_000 });
  await expectNoFaults(page);
  await press(page, 'Continue');
  for (let step = 3; step <= 7; step += 1) {
    await says(page, `Step ${step} of 8`);
    await press(page, 'Next');
  }
  await press(page, 'Start Exploring!');
  await expect(page).toHaveURL(/\/home$/);
  const total = REWARDS.reduce((sum, reward) => sum + reward);
  await expect(page.getByTestId('coins')).toContainText(`${total} Spray Coins`);

  await press(page, 'Enter code');
  await page
    .getByRole('dialog', { name: 'One code to go' })
    .getByRole('textbox', { name: 'Code' })
    .fill(await codeFor(page, person.phone));
  await says(page, 'Contact confirmed');
  expect(await (await page.request.get('/api/auth/user')).json()).toMatchObject({
    status: 'verified',
    bio: 'I look at walls.',
    pinPreferences: { tags: '⚡' },
    tokens: total,
  });
});

test('the set-up fits every size and leads on without a wallet and without a payment', async ({ page }) => {
  await page.goto('/onboarding');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectWellAtEverySize(page);
  await press(page, 'Continue to Payment Setup');
  await expect(page.getByRole('link', { name: 'Sign in to pay' })).toBeVisible();
  await expectWellAtEverySize(page);
  await press(page, 'Finish without payment');
  await says(page, 'Welcome to Sprayhunt!');
  await expect(page).toHaveURL(/:\d+\/$/, { timeout: 20_000 });
});
