import { expect, test, type Page } from '@playwright/test';
import { expectNoFaultsInBothThemes, expectWellAtEverySize } from './looks';
import { becomePlayer, inbox, someone } from './people';

const says = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible({ timeout: 20_000 });
/** By the keyboard, like every control of these screens. */
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter');

async function giveAddress(page: Page, email: string) {
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Belgium' }).click();
  const fields = {
    'E-mail': email,
    'Full name': 'Ada Lovelace',
    'Street and number': 'Werregarenstraat 1',
    City: 'Ghent',
    'Postal code': '9000',
  };
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: false }).first().fill(value);
}

async function pay(page: Page, paymentCard: string, total: string) {
  await press(page, new RegExp(paymentCard));
  await press(page, `Pay ${total}`);
}

test('a guest buys a shirt: a declined card, then one that asks for authentication; the receipt opens the order [MERCH-13]', async ({
  page,
}) => {
  const { email } = someone();
  await page.goto('/merch');
  await says(page, 'Stencil Tee');
  await expectWellAtEverySize(page);
  await press(page, 'Apparel');
  const shirt = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Stencil Tee' }) });
  await shirt.getByRole('radio', { name: 'M', exact: true }).check();
  await shirt.getByRole('button', { name: /^Add to cart/ }).press('Enter');
  await says(page, 'Added to your cart');
  await press(page, /^Checkout/);
  await expectNoFaultsInBothThemes(page);
  await page.getByRole('link', { name: 'Checkout · $32.89' }).press('Enter');
  await giveAddress(page, email);
  await expectWellAtEverySize(page);
  await press(page, 'Continue to payment');

  await says(page, 'Your items are reserved for you until');
  await says(page, 'Test mode');
  await expectWellAtEverySize(page);
  await pay(page, '4000 0000 0000 0002', '$32.89');
  await says(page, 'Your card was declined.');
  await pay(page, '4000 0027 6000 3184', '$32.89');
  await page.getByRole('button', { name: /complete/i }).press('Enter');
  await says(page, 'Thank you!');
  await says(page, `Paid. The receipt goes to ${email}.`);

  await expect.poll(async () => (await inbox(page)).some(({ to }) => to === email), { timeout: 20_000 }).toBe(true);
  const receipt = (await inbox(page)).find(({ to }) => to === email)!.text;
  expect(receipt).toContain('1 × Stencil Tee (M): $24.99');
  await page.goto(/https?:\S+/.exec(receipt)![0]);
  await says(page, 'We are packing it.');
});

test('a player buys 50 cans at the wholesale price, and cancels the order [MERCH-22]', async ({ page }) => {
  const { email } = await becomePlayer(page);
  await page.goto('/merch/nightline-single');
  await page.getByLabel('Quantity').fill('50');
  const add = page.getByRole('button', { name: /^Add to cart/ });
  // Once the player's cart is there.
  await expect(add).toBeEnabled();
  await add.press('Enter');
  await says(page, 'Added to your cart');
  await press(page, /^Checkout/);
  // 50 cans of $7.20 less a quarter, and from $200 on no shipping.
  await says(page, '$90.00');
  await page.getByRole('link', { name: 'Checkout · $270.00' }).press('Enter');
  await giveAddress(page, email);
  await press(page, 'Continue to payment');
  await pay(page, '4242 4242 4242 4242', '$270.00');
  await says(page, 'Thank you!');

  await page.goto('/profile');
  await page.getByRole('link', { name: /SH-/ }).first().click();
  await says(page, 'We are packing it.');
  await press(page, 'Cancel the order');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).press('Enter');
  await says(page, 'What was paid goes back to the card.');
  await says(page, 'Refunded');
});
