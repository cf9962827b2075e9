import { expect, type Page, test } from '@playwright/test';
import { PHONE } from './looks';
import { becomePlayer, somewhere } from './people';

test.use({ viewport: PHONE, permissions: ['geolocation'] });

/**
 * Makes every text of the page, and what comes later, 40 % longer, in brackets and with accents: no language of ours is
 * longer.
 */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const accents: Record<string, string> = {
      a: 'å',
      e: 'ë',
      i: 'ï',
      o: 'ø',
      u: 'ü',
      A: 'Å',
      E: 'Ë',
      I: 'Ï',
      O: 'Ø',
      U: 'Ü',
      n: 'ñ',
      c: 'ç',
    };
    const longer = (text: string) =>
      text.replace(/\S(?:.*\S)?/s, (words) => {
        const padding = words
          .split(' ')
          .map((word) => 'ïø'.repeat(Math.ceil(word.length / 5)))
          .join(' ')
          .slice(0, Math.ceil(words.length * 0.4));
        return `⟦${words.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter)} ${padding}⟧`;
      });
    const isText = (text: string | null) => text !== null && /\p{L}{2}/u.test(text) && !text.includes('⟦');
    const change = (node: Node) => {
      if (
        node instanceof Text &&
        isText(node.data) &&
        !node.parentElement?.closest('script, style, textarea, [data-testid=announcer]')
      )
        node.data = longer(node.data);
      if ((node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) && isText(node.placeholder))
        node.placeholder = longer(node.placeholder);
      node.childNodes.forEach(change);
    };
    change(document.body);
    new MutationObserver((records) =>
      records.forEach(({ target, addedNodes }) => [target, ...addedNodes].forEach(change)),
    ).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

/**
 * What does not fit: controls whose text sticks out of them or is cut, texts beyond the screen, and the page itself.
 */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found =
      document.documentElement.scrollWidth > width
        ? [`the page is ${document.documentElement.scrollWidth} px wide`]
        : [];
    const styleOf = (element: Element) => getComputedStyle(element);
    const ancestors = (element: Element | null): Element[] =>
      element ? [element, ...ancestors(element.parentElement)] : [];
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} “${element.textContent?.trim().slice(0, 50)}” ` +
      `.${[...element.classList].slice(0, 4).join('.')}`;
    // Hidden from sight, shortened on purpose, or scrolled by the player.
    const isExcepted = (element: Element) =>
      ancestors(element).some((each) => {
        const { clip, clipPath, textOverflow, webkitLineClamp, display, visibility } = styleOf(each);
        return (
          clip !== 'auto' ||
          clipPath === 'inset(50%)' ||
          textOverflow === 'ellipsis' ||
          (webkitLineClamp !== 'none' && webkitLineClamp !== '') ||
          each.matches('.overflow-x-auto') ||
          display === 'contents' ||
          visibility === 'hidden'
        );
      });
    for (const element of document.body.querySelectorAll('*')) {
      if (element.clientWidth < 2 || isExcepted(element) || element.closest('svg, canvas')) continue;
      const isControl =
        element.matches('button, a, label, input, [role=tab], [role=radio]') && styleOf(element).display !== 'inline';
      const cuts = ['hidden', 'clip'].includes(styleOf(element).overflowX);
      // Made for scrolling down only.
      const scrolls = ['auto', 'scroll'].includes(styleOf(element).overflowY);
      // Its own: what is below it is looked at by itself, and may be for screen readers only.
      const texts = [...element.childNodes].filter((node) => node instanceof Text && node.data.includes('⟦'));
      if ((isControl || scrolls || (cuts && texts.length > 0)) && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name(element)}: ${element.scrollWidth} px in ${element.clientWidth}`);
      for (const text of texts) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, height } = range.getBoundingClientRect();
        if (height > 0 && (right > width + 1 || left < -1))
          found.push(`${name(element)}: from ${Math.round(left)} to ${Math.round(right)} of ${width}`);
      }
    }
    return found;
  });

async function expectToFit(page: Page, where: string) {
  await lengthen(page);
  // Texts that come late, and what is measured, follow some frames later.
  await expect(async () => expect(await overflowing(page), where).toEqual([])).toPass({ timeout: 5_000 });
  expect(await page.getByText('⟦').count(), `${where} has texts`).toBeGreaterThan(2);
}

test('on a phone, texts 40 % longer than English fit into a guest’s screens', async ({ page }) => {
  for (const screen of ['/', '/home', '/sign-in', '/onboarding-tutorial', '/merch']) {
    await page.goto(screen);
    await expect(page.getByRole('main').first()).toBeVisible();
    await expect(page.getByRole('button').or(page.getByRole('link')).first()).toBeVisible();
    await expectToFit(page, screen);
  }
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose a username.', { exact: true })).toBeVisible();
  await expectToFit(page, 'the first step of sign-up, with its mistakes');
  await page.getByRole('button', { name: /Üpløåd Åvåtår/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectToFit(page, 'the upload dialog');
});

test('on a phone, texts 40 % longer than English fit into a player’s screens', async ({ page, context }) => {
  await context.setGeolocation({ ...somewhere(), accuracy: 15 });
  const { username } = await becomePlayer(page);
  for (const screen of ['/profile', '/waiting', `/players/${username}`, '/community', '/home']) {
    await page.goto(screen);
    await expect(page.getByRole('main').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectToFit(page, screen);
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectToFit(page, 'the menu');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /Døçümëñt årt/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectToFit(page, 'the Document Street Art modal');
});

test('what does not fit is found', async ({ page }) => {
  await page.setContent(`
    <button style="width: 60px; overflow: hidden; white-space: nowrap">Send it now</button>
    <p style="width: 80px; overflow: hidden; white-space: nowrap">Cut without a sign</p>
    <p style="width: 80px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Shortened on purpose</p>
    <div style="width: 100px; overflow-y: auto"><p style="white-space: nowrap">Wider than what scrolls</p></div>
    <div style="overflow: hidden"><p style="width: 600px">Some words that go on beyond the edge of the screen until nobody reads them</p></div>
    <p>Fits</p>`);
  await lengthen(page);
  const found = (await overflowing(page)).join('\n');
  for (const text of ['Sëñd', 'Cüt', 'Wïdër', 'Sømë']) expect(found).toMatch(new RegExp(text));
  expect(found).not.toMatch(/Shør|Fïts/);
});
