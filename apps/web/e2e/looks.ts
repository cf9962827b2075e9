import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

/** Less than half of what the package exports, for each document that reads it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PHONE = { width: 390, height: 844 };
/** As small as the list beside the map allows: the map is painted in software. */
export const BESIDE_A_MAP = { width: 1100, height: 720 };
/** Its width is what is looked at; a whole tablet would only be painted. */
export const TABLET = { width: 820, height: 640 };

/** The rules that a theme can break: themes differ in nothing but colours. */
export const OF_COLORS = { runOnly: ['color-contrast', 'link-in-text-block'] } satisfies RunOptions;

/**
 * No accessibility fault in the page as it is now.
 * @param rules those of axe that are turned off, because a library breaks them
 */
export async function expectNoFaults(page: Page, only: Pick<RunOptions, 'runOnly' | 'rules'> = {}) {
  await endAnimations(page);
  // Once for each document: to load axe takes longer than to run it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  // What else axe finds is not read; and no rule of ours needs style sheets loaded once more.
  const options: RunOptions = { resultTypes: ['violations'], preload: false, ...only };
  const faults = await page.evaluate(async (options) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, options);
  expect(faults).toEqual([]);
}

/**
 * Colours are judged when nothing moves any more. To wait for it would have every frame painted, in software, until
 * then.
 */
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

/** No accessibility fault in either theme. The page is left in the other one: each change paints all of it. */
export async function expectNoFaultsInBothThemes(page: Page, { rules = {} }: Pick<RunOptions, 'rules'> = {}) {
  await expectNoFaults(page, { rules });
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await expectNoFaults(page, OF_COLORS);
}

/** Nothing is wider than the screen: at the page's width, a tablet's and a phone's, which stays. */
export async function expectNothingWider(page: Page) {
  for (const next of [page.viewportSize()!, TABLET, PHONE]) {
    await page.setViewportSize(next);
    // Media queries and measured parts follow a new size a few frames later.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(next.width);
  }
}

/**
 * No accessibility fault in either theme at the page's width, nor at a phone's; and nothing wider than the screen at
 * any width.
 */
export async function expectWellAtEverySize(page: Page) {
  const size = page.viewportSize()!;
  await expectNoFaultsInBothThemes(page);
  const shown = await page.evaluateHandle(
    () => new WeakSet([...document.querySelectorAll('*')].filter((element) => element.checkVisibility())),
  );
  await expectNothingWider(page);
  const isMore = await shown.evaluate((before) =>
    [...document.querySelectorAll('*')].some((element) => element.checkVisibility() && !before.has(element)),
  );
  await shown.dispose();
  // Colours are most of the work, and do not depend on the width: they are judged again where a phone shows something
  // of its own.
  await expectNoFaults(page, isMore ? {} : { rules: { 'color-contrast': { enabled: false } } });
  await page.setViewportSize(size);
}
