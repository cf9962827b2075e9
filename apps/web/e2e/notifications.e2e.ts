import { expect, type Page, test } from '@playwright/test';
import { expectWellAtEverySize } from './looks';
import { becomePlayer, origin, somewhere } from './people';

/** Opens a page and waits until it receives events: earlier ones are not sent live. */
const listening = (tab: Page, path: string) =>
  Promise.all([tab.waitForResponse((response) => new URL(response.url()).pathname === '/api/live'), tab.goto(path)]);

test('notifications arrive live in a second tab, and reading one in a tab marks it as read in both', async ({
  page,
  browser,
}) => {
  await becomePlayer(page);
  const title = 'Heron on a pillar';
  const second = await page.context().newPage();
  await listening(page, '/notifications');
  await listening(second, '/missions');
  await expect(page.getByText('Nothing new')).toBeVisible();
  const bell = second.getByRole('link', { name: 'Notifications' });
  await expect(bell).toBeVisible();
  const made = await page.request.post('/api/discoveries', { headers: origin(), data: { title, ...somewhere() } });
  const { id } = (await made.json()) as { id: string };
  // And, at some hours, another achievement with it.
  await expect(page.getByRole('link', { name: 'You earned the achievement “First Discovery”' })).toBeVisible();
  await expect(bell).toContainText('unread');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell).not.toContainText('unread');

  const other = await (await browser.newContext()).newPage();
  const bob = await becomePlayer(other);
  expect((await other.request.post(`/api/discoveries/${id}/like`, { headers: origin() })).status()).toBe(200);
  await expect(bell).toContainText('1 unread');
  const told = page.getByRole('link', { name: `${bob.username} likes your work “${title}”` });
  await expect(told).toBeVisible();
  await expect(page.getByRole('listitem').filter({ has: told })).toContainText('New');
  await expectWellAtEverySize(page);

  await bell.click();
  await second.getByRole('link', { name: `${bob.username} likes your work “${title}”` }).click();
  await expect(second).toHaveURL(`/d/${id}`);
  await expect(second.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Notifications' })).not.toContainText('unread');
  await other.context().close();
});
