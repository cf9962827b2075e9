import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };

/** No accessibility fault in the page as it is now. */
export async function expectNoFaults(page: Page) {
  // Colours are judged when nothing moves any more.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Our pages have no frames of other origins, so axe needs no second page to collect its results in.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
}

/** No accessibility fault in either theme. */
export async function expectNoFaultsInBothThemes(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFaults(page);
  }
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
