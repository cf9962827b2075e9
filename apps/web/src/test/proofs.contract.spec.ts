import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const web = path.resolve(__dirname, '../..');
const AREA = /\b[A-Z]{3,8}-\d{2}\b/g;

/** The points of the checklist that the specs of a folder name. */
function pointsIn(folder: string, ending: RegExp): Set<string> {
  const specs = readdirSync(path.join(web, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    ending.test(name),
  );
  return new Set(specs.flatMap((name) => readFileSync(path.join(web, folder, name), 'utf8').match(AREA) ?? []));
}

it('no point is proved by a browser test and by a spec of the page: a journey passes through what a spec proves', () => {
  const inSpecs = pointsIn('src', /\.spec\.tsx?$/);
  const inBrowser = pointsIn('e2e', /\.e2e\.ts$/);
  expect(inSpecs.size).toBeGreaterThan(100);
  expect([...inBrowser].filter((point) => inSpecs.has(point))).toEqual([]);
});
