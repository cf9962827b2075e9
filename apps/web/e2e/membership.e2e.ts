import { expect, test, type Page } from '@playwright/test';
import { expectNoFaultsInBothThemes, expectWellAtEverySize } from './looks';
import { becomePlayer, codeFor, origin, someone } from './people';

const DAY_S = 86_400;
/** A payment card has one trial: each try of a test has its own. */
const TRIAL_PAYMENT_CARDS = ['5555 5555 5555 4444', '4000 0566 5566 5556'];

const says = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible({ timeout: 20_000 });
/** By the keyboard, like every control of these screens. */
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter');
const membership = async (page: Page) =>
  (await (await page.request.get('/api/membership')).json()) as { status: string; cancelAtPeriodEnd: boolean };
const expectMembership = (page: Page, facts: Record<string, unknown>) =>
  expect.poll(() => membership(page), { timeout: 20_000 }).toMatchObject(facts);

/** Returns the sandbox's address. */
async function pay(page: Page, submit: string, number?: string): Promise<string> {
  const sent = page.waitForRequest(/\/v1\/payment_methods$/);
  await press(page, /4242 4242 4242 4242/);
  if (number) await page.getByLabel('Card number').fill(number);
  await press(page, submit);
  return new URL((await sent).url()).origin;
}

test('a guest takes the trial by card, goes on to the tutorial, and pays when the trial ends', async ({ page }) => {
  const person = someone();
  await page.goto('/stripe-signup');
  const fields = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'E-mail': person.email,
    Phone: person.phone,
    City: 'Byron Bay',
    'State or region': 'NSW',
    'Tag name': person.username,
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await expectWellAtEverySize(page);
  await press(page, 'Continue to card authorization');
  await says(page, 'Test mode');
  await expectWellAtEverySize(page);
  const sandbox = await pay(page, 'Start free trial', TRIAL_PAYMENT_CARDS[test.info().retry]);
  await says(page, 'Your 7-day free trial has started.');
  await expect(page).toHaveURL(/\/avatar-creation$/);
  await page.getByLabel('Date of birth').fill('1990-12-10');
  await press(page, 'Complete Profile & Enter Sprayhunt');
  await says(page, 'Step 1 of 8');

  // A trial goes on only for a confirmed contact.
  await expectMembership(page, { status: 'trialing', cancelAtPeriodEnd: true });
  expect(
    (
      await page.request.post('/api/verify-contact', {
        headers: origin(),
        data: { code: await codeFor(page, person.phone) },
      })
    ).status(),
  ).toBe(204);
  await expectMembership(page, { status: 'trialing', cancelAtPeriodEnd: false });
  // An invoice is collected an hour after it is written.
  expect(
    (await page.request.post(`${sandbox}/_sandbox/clock`, { data: { advance: 7 * DAY_S + 7_200 } })).status(),
  ).toBe(200);
  await expectMembership(page, { status: 'active', cancelAtPeriodEnd: false });
});

test('a player becomes a member, cancels and resumes in the profile', async ({ page }) => {
  await becomePlayer(page);
  await page.goto('/subscribe');
  await says(page, 'Test mode');
  await expectWellAtEverySize(page);
  await pay(page, 'Pay $9.99 and join');
  await says(page, 'Welcome to Sprayhunt Pro!');

  await page.goto('/profile');
  await page.getByText('Sprayhunt Pro', { exact: true }).click();
  await says(page, /^Renews on /);
  await says(page, /^Visa ending in 4242/);
  await expect(page.getByRole('link', { name: /^Invoice of .*PDF$/ })).toHaveCount(1);
  await expectNoFaultsInBothThemes(page);
  await press(page, 'Cancel membership');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel membership' }).press('Enter');
  await says(page, /^Ends on /);
  await expectMembership(page, { status: 'active', cancelAtPeriodEnd: true });
  await press(page, 'Resume membership');
  await says(page, /^Renews on /);
  await expectMembership(page, { status: 'active', cancelAtPeriodEnd: false });
});
