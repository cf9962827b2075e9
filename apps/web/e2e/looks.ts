import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

export const PHONE = { width: 390, height: 844 };
/** As small as the list beside the map allows: the map is painted in software. */
export const BESIDE_A_MAP = { width: 1100, height: 720 };
export const TABLET = { width: 820, height: 1180 };

/**
 * No accessibility fault in the page as it is now.
 * @param rules those of axe that are turned off, because a library breaks them
 */
export async function expectNoFaults(page: Page, only: Pick<RunOptions, 'runOnly' | 'rules'> = {}) {
  await endAnimations(page);
  // Once for each document: to load axe takes longer than to run it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  // What else axe finds is not read; and no rule of ours needs style sheets loaded once more.
  const options: RunOptions = { resultTypes: ['violations'], preload: false, ...only };
  const faults = await page.evaluate(async (options) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, options);
  expect(faults).toEqual([]);
}

/** Colours are judged when nothing moves any more. To wait for it would have every frame painted, in software, until then. */
const endAnimations = (page: Page) =>
  page.evaluate(async () => {
    for (;;) {
      const running = document.getAnimations().filter(({ playState }) => playState === 'running');
      if (running.length === 0) return;
      for (const animation of running) animation.finish();
      // What waits for an end, as a dialog that closes, hears of it with the next frame.
      await new Promise(requestAnimationFrame);
    }
  });

/** No accessibility fault in either theme, which differ in nothing but colours. */
export async function expectNoFaultsInBothThemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFaults(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFaults(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
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
