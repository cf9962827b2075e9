import { expect, it } from 'vitest';
import { drawFigure, drawMural, MURALS } from './mural';

// The pictures are written by this test: `npx vitest run --project web mural -u` draws them anew.
it.each(Object.keys(MURALS) as (keyof typeof MURALS)[])('LAND-02 LAND-03 the %s mural is what our own code draws', async (name) => {
  const svg = drawMural(MURALS[name]);
  expect(svg).not.toMatch(/<image|data:|href/);
  await expect(svg).toMatchFileSnapshot(`../mural-${name}.svg`);
});

it('LAND-03 the figure of the other screens is what our own code draws', async () => {
  await expect(drawFigure()).toMatchFileSnapshot('../figure.svg');
});
