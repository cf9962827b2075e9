import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectNoFaults, expectWellAtEverySize } from './looks';
import { operate } from './operators';
import { becomePlayer, origin } from './people';

/** The operators' command, as `npm run role` runs it. */
function makeModerators(...players: { username: string }[]) {
  for (const { username } of players) operate('users/standings/cli', 'grant', 'moderator', username);
}

/** A player with a browser of their own. */
async function another(browser: Browser): Promise<{ page: Page; username: string }> {
  const page = await (await browser.newContext()).newPage();
  return { page, username: (await becomePlayer(page)).username };
}

const post = async ({ page }: { page: Page }, path: string, data: object) =>
  (await page.request.post(`/api/community/forum${path}`, { headers: origin(), data })).json() as Promise<{
    id: string;
  }>;

/** Opens what the newest notification of moderators leads to. */
async function openNotice({ page }: { page: Page }) {
  await expect(async () => {
    const told = (await (await page.request.get('/api/notifications')).json()) as {
      kind: string;
      subject: { id: string };
    }[];
    await page.goto(`/notices/${told.find(({ kind }) => kind === 'moderation')!.subject.id}`);
  }).toPass();
}

test('of two players who discuss, one reports a reply; a moderator removes it, both read why, its author appeals, and another moderator shows it again', async ({
  page,
  browser,
}) => {
  const bob = { page, ...(await becomePlayer(page)) };
  const [ann, mia, max] = await Promise.all([another(browser), another(browser), another(browser)]);
  makeModerators(mia, max);
  const { id: thread } = await post(bob, '', {
    title: `Legal walls of ${bob.username}`,
    content: 'Which one do you like?',
  });
  const text = `Buy the caps of ${ann.username}!`;
  await post(ann, `/${thread}/replies`, { content: text });

  await page.goto(`/community/discussions/${thread}`);
  // By the keyboard alone.
  await page.getByRole('button', { name: `Options for the post by ${ann.username}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report this' });
  await dialog.getByLabel('What is wrong?').press('Enter');
  await page.getByRole('option', { name: 'Spam' }).press('Enter');
  await dialog.getByLabel('Note').fill('An advertisement.');
  await expectNoFaults(page);
  await dialog.getByRole('button', { name: 'Send report' }).press('Enter');
  await expect(page.getByText('Report sent', { exact: true })).toBeVisible();

  await mia.page.goto('/moderation');
  const row = mia.page.getByRole('listitem').filter({ hasText: text });
  await expect(row).toBeVisible();
  await expectWellAtEverySize(mia.page);
  await row.getByRole('link', { name: 'Post, 1 report' }).press('Enter');
  await expect(mia.page.getByText('An advertisement.')).toBeVisible();
  await mia.page.getByRole('button', { name: 'Take this case' }).press('Enter');
  await mia.page.getByLabel('Decision').press('Enter');
  await mia.page.getByRole('option', { name: 'Remove' }).press('Enter');
  await mia.page.getByLabel('Reason').fill('No advertisements, please.');
  await expectWellAtEverySize(mia.page);
  await mia.page.getByRole('button', { name: 'Decide' }).press('Enter');
  await expect(mia.page.getByText('Decision saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Which one do you like?')).toBeVisible();
  await expect(page.getByText(text)).toBeHidden();

  await openNotice(bob);
  await expect(page.getByText('Thank you: we acted on your report')).toBeVisible();
  await openNotice(ann);
  await expect(ann.page.getByText('No advertisements, please.')).toBeVisible();
  await ann.page.getByLabel('Why is the decision wrong?').fill('They are a gift.');
  await expectNoFaults(ann.page);
  await ann.page.getByRole('button', { name: 'Send appeal' }).press('Enter');
  await expect(ann.page.getByText('Your appeal is waiting for a decision.')).toBeVisible();

  const appealOf = (who: Page) =>
    who.getByRole('listitem').filter({ hasText: text }).getByRole('link', { name: 'Post, 1 report' });
  await mia.page.goto('/moderation/appeals');
  await appealOf(mia.page).press('Enter');
  await expect(mia.page.getByText('You decided this; another moderator decides the appeal.')).toBeVisible();
  await max.page.goto('/moderation/appeals');
  await appealOf(max.page).press('Enter');
  await max.page.getByLabel('Reason').fill('A gift is fine.');
  await max.page.getByRole('button', { name: 'Overturn decision' }).press('Enter');
  await expect(max.page.getByText('Decision saved', { exact: true })).toBeVisible();
  await max.page.getByRole('link', { name: 'Log' }).press('Enter');
  await expect(
    max.page.getByRole('listitem').filter({ hasText: 'Overturned' }).filter({ hasText: max.username }),
  ).toBeVisible();

  await ann.page.reload();
  await expect(ann.page.getByText('Your appeal was successful: the decision is undone.')).toBeVisible();
  await page.goto(`/community/discussions/${thread}`);
  await expect(page.getByText(text)).toBeVisible();
});
