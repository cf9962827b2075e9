import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { packageFiles, root } from './files.js';

/**
 * The titles of tests and suites that are skipped where something is missing: `(there ? it : it.skip)('…')`, or by a
 * constant with such a value.
 */
function titlesOfSkippable(source: string): string[] {
  const parsed = ts.createSourceFile('some.spec.ts', source, ts.ScriptTarget.Latest, true);
  const names = new Set<string>();
  const titles: string[] = [];
  const each = (node: ts.Node, visit: (node: ts.Node) => void): void => {
    visit(node);
    ts.forEachChild(node, (child) => each(child, visit));
  };
  const isChoice = (node: ts.Node): boolean =>
    ts.isParenthesizedExpression(node)
      ? isChoice(node.expression)
      : ts.isConditionalExpression(node) &&
        [node.whenTrue, node.whenFalse].some((way) => /^(it|test|describe)\.skip\b/.test(way.getText()));
  each(parsed, (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && isChoice(node.initializer))
      names.add(node.name.getText());
  });
  each(parsed, (node) => {
    if (!ts.isCallExpression(node)) return;
    // Of `chosen.each([…])('…')` and `chosen([…])('…')`, the outer call has the title.
    let { expression } = node;
    while (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
      expression = expression.expression;
    if (!isChoice(expression) && !names.has(expression.getText())) return;
    if (!ts.isCallExpression(node.parent) || node.parent.expression !== node) titles.push(node.arguments[0]!.getText());
  });
  return titles;
}

const saysWhatItNeeds = (title: string): boolean => /\(needs .+\)|\$\{needs\}/.test(title);

it('a test that is skipped where something is missing names it in its title, which npm test lists as left out', () => {
  const specs = packageFiles().filter((file) => /\.(spec|tests)\.tsx?$/.test(file));
  const titles = specs.flatMap((file) =>
    titlesOfSkippable(readFileSync(`${root}${file}`, 'utf8')).map((title) => [file, title] as const),
  );
  expect(titles.length).toBeGreaterThan(10);
  expect(titles.filter(([, title]) => !saysWhatItNeeds(title))).toEqual([]);
});

it.each([
  "(process.env.S3 ? it : it.skip)('stores pictures', () => {});",
  "(!s3 ? describe.skip : describe)('stores pictures', () => {});",
  "const checked = canRender ? it.each : it.skip.each; checked(['a'])('stores pictures', () => {});",
  "const ifThere = tool ? it : it.skip; ifThere.each(['a'])('stores pictures', () => {});",
])('%s would be seen', (source) => {
  expect(titlesOfSkippable(source)).toEqual(["'stores pictures'"]);
});
