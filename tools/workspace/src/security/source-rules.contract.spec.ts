import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { packageFiles, root } from '../files.js';
import { breaks, type SourceRule } from './source-rules.js';

const sources = packageFiles()
  .filter(
    (file) =>
      /^(apps|libs|services)\/[^/]+\/src\/.*\.tsx?$/.test(file) &&
      !/\.spec\.tsx?$|\/testing\/|\/src\/test\/|\/api\/graph\//.test(file),
  )
  .map((file) => ({ file, text: readFileSync(root + file, 'utf8') }));

/** The rule holds everywhere, and would see this. */
function check(rule: SourceRule, broken: string): void {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ file, text }) => breaks(rule, file, text)).map(({ file }) => file)).toEqual([]);
  expect(breaks(rule, 'services/users/src/new.ts', broken)).toBe(true);
}

describe('the source of the product', () => {
  it('has no code that is made of a text', () =>
    check('code that is made of a text', 'const f = new Function(given);'));
  it('has no markup that is made of a text', () =>
    check('markup that is made of a text', 'element.innerHTML = title;'));
  it('has no shell, and no program other than our own', () =>
    check('a shell, or a program other than our own', "execSync('ls ' + name);"));
  it('has no hash or cipher that is broken', () => check('a hash or cipher that is broken', "createHash('md5')"));
  it('has no random numbers that can be guessed', () =>
    check('random numbers that can be guessed', 'const code = Math.random();'));
  it('has no certificate that is not checked', () =>
    check('a certificate that is not checked', '{ rejectUnauthorized: false }'));
  it('has no SQL with a value in its text', () =>
    check('SQL with a value in its text', 'tx.query(`SELECT 1 WHERE a = ${input.name}`)'));
  it('has no output that passes the log by', () => check('output that passes the log by', 'console.log(error);'));
  it('has no redirect that is followed', () =>
    check('a redirect that is followed', "fetch(url, { redirect: 'follow' })"));
  it('has no secret', () => check('a secret', "const key = 'sk_live_0123456789abc';"));
});
