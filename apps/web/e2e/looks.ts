import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };

/** No accessibility fault in the page as it is now. */
export const expectNoFaults = (page: Page) => expectNothingBy(page, new AxeBuilder({ page }).options(OPTIONS));

// What else axe finds is not read; and no rule of ours needs style sheets loaded once more.
const OPTIONS: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'], preload: false };

async function expectNothingBy(page: Page, axe: AxeBuilder) {
  // Colours are judged when nothing moves any more.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Our pages have no frames of other origins, so axe needs no second page to collect its results in.
  const { violations } = await axe.setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
}

/** No accessibility fault in either theme, which differ in nothing but colours. */
export async function expectNoFaultsInBothThemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFaults(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNothingBy(page, new AxeBuilder({ page }).options({ ...OPTIONS, runOnly: ['color-contrast', 'link-in-text-block'] }));
}

/** No accessibility fault in either theme at the page's width, nor at a phone's; and nothing wider than the screen at any width. */
export async function expectWellAtEverySize(page: Page) {
  const size = page.viewportSize()!;
  await expectNoFaultsInBothThemes(page);
  for (const next of [size, TABLET, PHONE]) {
    await page.setViewportSize(next);
    // Media queries and measured parts follow a new size a few frames later.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(next.width);
  }
  await expectNoFaults(page);
  await page.setViewportSize(size);
}
