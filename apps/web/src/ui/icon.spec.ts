import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const read = (file: string) => readFileSync(path.join(__dirname, file), 'utf8');

it('each name has a shape, and each shape a name', () => {
  const names = [...read('icon.tsx').matchAll(/^ {2}\|.*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/'(\w+)'/g)].map((match) => match[1]),
  );
  const shapes = [...read('icons.svg').matchAll(/id="(\w+)"/g)].map((match) => match[1]);
  expect(names).toEqual(shapes);
  expect(shapes.length).toBeGreaterThan(40);
});
