import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { projectRoot } from './project-root.js';

it('the lint rule for resolvers refuses every type that is not generated from the schema', () => {
  expect(() =>
    execFileSync(process.execPath, ['tools/lint-resolver-types.test.mjs'], { cwd: projectRoot, stdio: 'pipe' }),
  ).not.toThrow();
});
