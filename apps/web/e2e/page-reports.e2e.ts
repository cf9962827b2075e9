import { expect, test } from '@playwright/test';

test('a page that is left reports its vitals and its errors, and the server counts them', async ({ page }) => {
  const isReport = (url: string) => url.endsWith('/api/page-reports');
  await page.goto('/');
  // The report's code is loaded after everything else.
  await page.waitForResponse((response) => response.url().includes('/report-page-'));
  await page.evaluate(() =>
    setTimeout(() => {
      throw new RangeError('with a text that stays here');
    }),
  );
  const [reported] = await Promise.all([
    page.waitForResponse((response) => isReport(response.url())),
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }),
  ]);
  const report = reported.request().postDataJSON() as {
    screen: string;
    device: string;
    vitals: { name: string }[];
    errors: unknown[];
  };
  expect(reported.status()).toBe(204);
  expect(report).toMatchObject({
    screen: 'landing',
    device: 'desk',
    errors: [{ name: 'RangeError', place: 'unknown' }],
  });
  expect(report.vitals.map(({ name }) => name)).toEqual(expect.arrayContaining(['TTFB', 'FCP']));
  expect(await reported.request().headerValue('cookie')).toBeNull();
});
