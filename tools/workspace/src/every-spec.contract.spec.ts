import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { filesBelow, packageFiles, root } from './files.js';

it('every spec belongs to one tier and is among those that run together in npm test, once', async () => {
  await promisify(execFile)(process.execPath, ['jest.config.mjs'], { cwd: root, env: { ...process.env, TEST_TOGETHER: '1' } });
  const files = filesBelow('.cache/together').map((file) => readFileSync(`${root}${file}`, 'utf8'));
  const together = files.flatMap((text) => [...text.matchAll(/^describe\('(.+?)'/gm)].map(([, name]) => name));
  expect(together.sort()).toEqual(packageFiles().filter((file) => /\.spec\.tsx?$/.test(file)).sort());
});
