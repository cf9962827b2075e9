import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { filesBelow, packageFiles, root } from './files.js';

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['jest.config.mjs'], {
    cwd: root,
    env: { ...process.env, TEST_TOGETHER: '1' },
  });
});

const specsOf = (folder: string): string[] =>
  filesBelow(folder).flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(/^describe\('(.+?)'/gm)].map(([, name]) => name!),
  );

it('every spec belongs to one tier and is among those that run together in npm test, once', () => {
  expect(specsOf('.cache/together').sort()).toEqual(
    packageFiles()
      .filter((file) => /\.spec\.tsx?$/.test(file))
      .sort(),
  );
});

it('every spec of the tier operations is run by one of its calls in .ci/run, and each call names specs', () => {
  const calls = [
    ...readFileSync(`${root}.ci/run`, 'utf8').matchAll(/^(?:if ! )?operations \S+ \d+ \d+ ([^|;]+)/gm),
  ].map(([, patterns]) => patterns!.trim().split(' '));
  const specs = specsOf('.cache/together/operations');
  expect(specs.length).toBeGreaterThan(5);
  const runs = (pattern: string, spec: string) => new RegExp(pattern).test(spec);
  const callsOf = (spec: string) => calls.filter((patterns) => patterns.some((pattern) => runs(pattern, spec))).length;
  expect(specs.map((spec) => `${spec}: ${callsOf(spec)}`)).toEqual(specs.map((spec) => `${spec}: 1`));
  expect(calls.flat().filter((pattern) => !specs.some((spec) => runs(pattern, spec)))).toEqual([]);
});
