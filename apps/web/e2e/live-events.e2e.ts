import { expect, test } from '@playwright/test';
import { expectWellAtEverySize } from './looks';
import { operate } from './operators';
import { becomePlayer } from './people';

/** The operators' command, as `npm run event` runs it. */
function operator(...args: string[]): { id: string } {
  return JSON.parse(operate('missions/live-events/cli', ...args)) as { id: string };
}

/** So many days from now, at 18:00. */
const evening = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 18:00`;

test('an operator announces an event, a player joins it, and sees it cancelled', async ({ page }) => {
  await becomePlayer(page);
  await page.goto('/community');
  const section = page.getByRole('region', { name: 'Live Events & Missions' });
  await expect(section.getByText('No active events')).toBeVisible();

  const place = ['--place', 'Hosier Lane, Melbourne', '--at', '-37.8165,144.9692', '--zone', 'Australia/Melbourne'];
  const { id } = operator(
    'create',
    '--title',
    'Paint jam',
    '--description',
    'Bring a cap and a friend.',
    ...place,
    '--start',
    evening(-2),
    '--end',
    evening(3),
    '--tokens',
    '300',
    '--reward',
    'Golden cap',
  );
  await page.reload();
  await section.getByRole('button', { name: 'Join Paint jam' }).click();
  await expect(section.getByText('You’re going')).toBeVisible();
  await section.getByRole('link', { name: 'Paint jam' }).click();
  await expect(page.getByRole('img', { name: 'Event: Hosier Lane, Melbourne' })).toBeVisible();
  await expectWellAtEverySize(page);
  operator('cancel', id);
  await page.getByRole('link', { name: 'Your events and past ones' }).click();
  await expect(page.getByRole('region', { name: 'You’re going' }).getByText('Cancelled')).toBeVisible();
});
