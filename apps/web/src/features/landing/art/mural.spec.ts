import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { drawFigure, drawMural, MURALS } from './mural';

/** The picture that is shipped. `DRAW=1 npx jest mural` draws them all again. */
function shipped(name: string, drawn: string): string {
  const file = path.join(__dirname, '..', `${name}.svg`);
  if (process.env.DRAW) writeFileSync(file, drawn);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

it.each(Object.keys(MURALS) as (keyof typeof MURALS)[])('the %s mural is what our own code draws [LAND-03]', (name) => {
  const svg = drawMural(MURALS[name]);
  expect(svg).not.toMatch(/<image|data:|href/);
  expect(svg).toBe(shipped(`mural-${name}`, svg));
});

it('the figure of the other screens is what our own code draws [LAND-03]', () => {
  const svg = drawFigure();
  expect(svg).toBe(shipped('figure', svg));
});
