import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectNoFaultsInBothThemes, expectWellAtEverySize } from './looks';
import { becomeMember, becomePlayer, origin, somewhere } from './people';
import { photo } from './photo';

test('an artist is found and shows the works that credit them, and a work leads to its artist', async ({ page }) => {
  await becomePlayer(page);
  const place = somewhere();
  const created = await page.request.post('/api/discoveries', {
    headers: origin(),
    data: { title: 'Cats', artist_name: 'Ha Ha', ...place },
  });
  const { id } = (await created.json()) as { id: string };

  await page.goto('/artists');
  await expect(page.getByRole('heading', { level: 1, name: 'Australian Graffiti Artists' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Our artwork for Adnate' })).toBeVisible();
  await expectWellAtEverySize(page);
  await page.getByLabel('Search artists').fill('tamanui');
  await expect(page.getByText('1 featured artist', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'HA-HA' }).click();
  await page.getByRole('link', { name: /^Cats/ }).first().click();
  await expect(page).toHaveURL(`/d/${id}`);
  await page.getByRole('link', { name: 'Ha Ha', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'HA-HA' })).toBeVisible();
});

test('the chart is saved as one image; a member finds the nearest colours of a photo in the browser, and keeps a palette [COLR-02 COLR-04]', async ({
  page,
}) => {
  await becomeMember(page);
  await page.goto('/color-chart');
  await expect(page.getByText('120 colors', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as image' }).click();
  const file = await readFile(await (await download).path());
  expect([file.subarray(1, 4).toString(), file.length > 50_000]).toEqual(['PNG', true]);

  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await page.getByLabel('Photo', { exact: true }).setInputFiles({
    name: 'wall.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(page, { latitude: 1, longitude: 2, at: '2026:01:01 12:00:00' }),
  });
  const nearest = page.getByRole('list', { name: 'Nearest colors' });
  await expect(nearest.getByRole('listitem')).toHaveCount(5);
  await page.getByRole('application').press('ArrowRight');
  await expect(page.getByText(/^Picked: #[0-9a-f]{6}$/)).toBeVisible();
  expect(sent.filter((method) => method !== 'GET')).toEqual([]);
  await page
    .getByRole('button', { name: /^Add to palette/ })
    .first()
    .click();
  await page.getByLabel('Name of the palette').fill('Wall');
  await page.getByRole('button', { name: 'Save palette' }).click();
  await expect(page.getByRole('heading', { name: 'Wall', exact: true })).toBeVisible();
  await expectNoFaultsInBothThemes(page);
});
