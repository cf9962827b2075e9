import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from '@jest/globals';
import { pageSources } from '../test/sources';

const readme = readFileSync(path.resolve(__dirname, '../../README.md'), 'utf8');
const listed = [...readme.matchAll(/`((?:GET|POST|PUT|DELETE) \/api\/[^`]+)`/g)].map((match) => match[1]!);

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']);

/** The calls in a file: its texts that begin with `/api/`, with the method that they are sent with. */
function callsIn(file: string, text: string): string[] {
  const calls: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && node.text.startsWith('/api/'))
      calls.push(`${methodOf(node)} ${node.text.split('?')[0]}`);
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(
      file,
      text,
      ts.ScriptTarget.Latest,
      true,
      file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  );
  return calls;
}

/** `api.POST('/api/…')`, or `send('/api/…', { method: 'POST' })`; anything else reads. */
function methodOf({ parent }: ts.Node): string {
  if (!ts.isCallExpression(parent)) return 'GET';
  if (ts.isPropertyAccessExpression(parent.expression) && METHODS.has(parent.expression.name.text))
    return parent.expression.name.text;
  const [, init] = parent.arguments;
  const method =
    init && ts.isObjectLiteralExpression(init)
      ? init.properties.find((property) => property.name?.getText() === 'method')
      : undefined;
  return method && ts.isPropertyAssignment(method) && ts.isStringLiteral(method.initializer)
    ? method.initializer.text
    : 'GET';
}

it('the page calls by REST exactly what its README lists', () => {
  const calls = pageSources()
    .filter(([file]) => file !== 'api/schema.ts' && !file.startsWith('test/'))
    .flatMap(([file, text]) => callsIn(file, text));
  expect([...new Set(calls)].sort()).toEqual([...listed].sort());
});
