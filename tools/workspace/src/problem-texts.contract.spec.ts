import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, root } from './files.js';

const read = (file: string): string => readFileSync(root + file, 'utf8');
const found = (pattern: RegExp, texts: string[]) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, code]) => code!)))].sort();
/** The keys of an object that is written with one entry on each line. */
const keysOf = (text: string, name: string) =>
  [
    ...text
      .slice(text.indexOf(name))
      .split('\n};', 1)[0]!
      .matchAll(/^ {2}'?([\w ]+)'?: /gm),
  ].map(([, key]) => key!);

const page = read('apps/web/src/api/problem-texts.ts');
const problems = keysOf(page, 'PROBLEMS');
/** Without the field that some stand for: `username INVALID`. */
const fields = keysOf(page, 'FIELDS').map((key) => key.split(' ').at(-1)!);
const table = read('libs/service-kit/src/errors/problem-status.ts').split('\n');
const isOfDocuments = (line: string) => line.endsWith(", 'document'],");
const codesOf = (lines: string[]) => found(/^ {2}([A-Z_]+): \[/gm, [lines.join('\n')]);
const returned = codesOf(table.filter((line) => !isOfDocuments(line)));
/** Of documents that clients write themselves, which the page does not. */
const ofDocuments = codesOf(table.filter(isOfDocuments));

/** What refuses calls: not the commands and findings that operators read. */
const sources = ['libs/service-kit/src', 'services']
  .flatMap(filesBelow)
  .filter(
    (file) =>
      /\/src\/.*(?<!\.spec)\.ts$/.test(file) &&
      !/\/(partners|imports|reconciliation|testing)\/|config\.ts$|generated/.test(file),
  )
  .map(read);
/** Not refusals of a call: of a connection before its request was read, of Postgres and of sockets. */
const isOurs = (code: string) => !/^(ERR|FST|HPE|ECONN|EPIPE)/.test(code);

describe('the page has a sentence in its languages', () => {
  it('for every code that the gateway returns', () => {
    expect(returned.length).toBeGreaterThan(30);
    expect(returned.filter((code) => !problems.includes(code))).toEqual([]);
    expect(problems.filter((code) => !returned.includes(code))).toEqual([]);
  });

  it('for every code of a field', () => {
    const codes = [
      ...found(/\bcode: '([A-Z_]+)'/g, sources),
      ...found(/\b(?:fault|push)\((?:context, )?'([A-Z_]+)', /g, sources),
    ].filter(isOurs);
    expect(codes).toContain('TOO_YOUNG');
    expect(codes.filter((code) => ![...problems, ...fields, ...ofDocuments].includes(code))).toEqual([]);
  });
});

it('every problem of a service is one that the gateway returns', () => {
  const codes = found(/new Problem\(\s*'([A-Z_]+)'/g, sources);
  expect(codes).toContain('SAME_WORK');
  expect(codes.filter((code) => !returned.includes(code))).toEqual([]);
});
