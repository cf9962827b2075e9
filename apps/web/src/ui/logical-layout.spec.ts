import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { pageSources } from '../test/sources';

const src = path.resolve(__dirname, '..');
/**
 * Classes and declarations that name a side of the screen, where those of the line's start and end turn with the
 * direction of writing.
 */
const CLASS =
  /(?<=[\s"'`:])-?(?:(?:scroll-)?[mp][lr]-|(?:left|right)-(?=[\d[(])|text-(?:left|right)\b|(?:border|rounded)-(?:[lr]|[tb][lr])\b|(?:float|clear)-(?:left|right)\b)[^\s"'`]*/g;
/** The middle is the same from both sides. */
const DECLARATION =
  /(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)[\w-]*|(?:left|right)(?=: (?!50%)))\s*:|text-align: (?:left|right)/g;

it('the layout follows the direction of writing', () => {
  const css = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => [file, readFileSync(path.join(src, file), 'utf8')] as const);
  const found = [
    ...pageSources()
      .filter(([file]) => file.endsWith('.tsx'))
      .flatMap(([file, text]) => (text.match(CLASS) ?? []).map((name) => `${file}: ${name}`)),
    ...css.flatMap(([file, text]) => (text.match(DECLARATION) ?? []).map((name) => `${file}: ${name}`)),
  ];
  expect(css).not.toEqual([]);
  expect(found).toEqual([]);
});
