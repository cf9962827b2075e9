import { expect, test } from '@playwright/test';
import { expectWellAtEverySize } from './looks';
import { becomePlayer, origin, someone, somewhere } from './people';

test('two players discuss: a thread, a reply with a mention, a like, a change, and a search in the stemming of the language', async ({
  page,
  browser,
}) => {
  // A city of their own, where no other test's players are ranked.
  const [first, second] = [someone(), someone()];
  const home = { city: `Town of ${first.username}`, country: 'Australia' };
  const [ann, bob] = [await becomePlayer(page, { ...first, ...home }), { ...second, ...home }];
  const other = await (await browser.newContext()).newPage();
  await becomePlayer(other, bob);
  const wall = `Stencils ${ann.username}`;

  await page.goto('/community/discussions');
  await page.getByRole('button', { name: 'New discussion' }).first().click();
  await page.getByLabel('Title').fill(wall);
  await page.getByLabel('Text').fill('Who cut these? https://example.org/photo');
  await page.getByRole('button', { name: 'Start discussion' }).click();
  await expect(page.getByRole('heading', { level: 1, name: wall })).toBeVisible();
  await expect(page.getByRole('link', { name: 'https://example.org/photo' })).toHaveAttribute(
    'rel',
    'nofollow ugc noopener',
  );

  // Another form of the word finds it.
  await other.goto('/community/discussions');
  await other.getByRole('searchbox', { name: 'Search discussions' }).fill(`stencil ${ann.username}`);
  await other.keyboard.press('Enter');
  await other.getByRole('link', { name: wall }).click();
  await other.getByLabel('Your reply').fill(`Not me, @${ann.username}. Ask the heron.`);
  await other.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(other.getByRole('link', { name: `@${ann.username}` })).toHaveAttribute(
    'href',
    `/players/${ann.username}`,
  );
  const reply = other.getByRole('article', { name: `Post by ${bob.username}` });
  await expect(reply).toBeFocused();
  await reply.getByRole('button', { name: /^Options/ }).click();
  await other.getByRole('menuitem', { name: 'Edit' }).click();
  await reply.getByLabel('Text').fill(`Not me, @${ann.username}. Ask the fox.`);
  await reply.getByRole('button', { name: 'Save' }).click();
  await expect(reply.getByText('(edited)')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Ask the fox.')).toBeVisible();
  await page
    .getByRole('article', { name: `Post by ${bob.username}` })
    .getByRole('button', { name: /^Like/ })
    .click();
  await expect(page.getByRole('button', { name: 'Like 1 like', exact: true, pressed: true })).toBeVisible();
  await expectWellAtEverySize(page);

  expect(
    (
      await other.request.post('/api/discoveries', { headers: origin(), data: { title: 'Fox', ...somewhere() } })
    ).status(),
  ).toBe(201);
  await other.goto('/community');
  const explorers = other.getByRole('region', { name: 'Top Explorers' });
  await explorers.getByRole('combobox', { name: 'Area' }).click();
  await other.getByRole('option', { name: 'My city' }).click();
  const row = explorers.getByRole('listitem').filter({ hasText: bob.username });
  await expect(row).toContainText('(You)');
  await expect(row).toHaveAttribute('data-rank', '1');
  await other.close();
});
