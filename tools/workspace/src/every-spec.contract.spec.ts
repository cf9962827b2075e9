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
