import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, root } from '../files.js';
import { licenceProblems, type AllowedLicences } from './licences.js';
import { packagesOf, readLock, type Lock } from './packages.js';

const allowed = JSON.parse(
  readFileSync(`${root}tools/workspace/src/supply-chain/licences.json`, 'utf8'),
) as AllowedLicences;
const docs = readFileSync(`${root}docs/licences.md`, 'utf8');

/** One service with a dependency, and a tool with another. */
const lockWith = (production: object, development: object): Lock => ({
  ...{ name: 'product', version: '1.0.0' },
  packages: {
    '': { name: 'product' },
    'services/a': { name: 'a', version: '1.0.0', dependencies: { one: '1.0.0' } },
    'tools/b': { name: 'b', version: '1.0.0', dependencies: { two: '1.0.0' } },
    'node_modules/one': { version: '1.0.0', ...production },
    'node_modules/two': { version: '1.0.0', ...development },
  },
});
const rules: AllowedLicences = { production: ['MIT', 'Apache-2.0'], development: ['MPL-2.0'], exceptions: [] };
const problemsOf = (production: object, development: object, more: Partial<AllowedLicences> = {}) =>
  licenceProblems(packagesOf(lockWith(production, development)), { ...rules, ...more });

describe('licences of packages', () => {
  it('are allowed for everything in package-lock.json, each exception by name and with its reason', () => {
    const packages = packagesOf(readLock(root));
    expect(packages.length).toBeGreaterThan(1000);
    expect(licenceProblems(packages, allowed)).toEqual([]);
    for (const { reason } of allowed.exceptions) expect(reason.length).toBeGreaterThan(20);
  });

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'Elastic-2.0',
    'MIT AND GPL-2.0-only',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE.txt',
  ])('refuse a new dependency with %s', (license) => {
    expect(problemsOf({ license }, { license: 'MIT' })).toEqual([
      `one@1.0.0 (production, node_modules/one) has the licence ${license}, which licences.json does not allow`,
    ]);
    expect(problemsOf({ license: 'MIT' }, { license })).toEqual([
      `two@1.0.0 (development, node_modules/two) has the licence ${license}, which licences.json does not allow`,
    ]);
  });

  it('refuse a dependency that states no licence', () => {
    expect(problemsOf({}, { license: 'MIT' })).toEqual([
      'one@1.0.0 (production, node_modules/one) has the licence that nothing states, which licences.json does ' +
        'not allow',
    ]);
  });

  it('let a choice be made: one allowed licence of several is enough', () => {
    expect(problemsOf({ license: '(GPL-2.0-only OR MIT)' }, { license: 'MIT' })).toEqual([]);
  });

  it('are stricter for what runs than for what builds and tests, wherever it is used first', () => {
    expect(problemsOf({ license: 'MIT' }, { license: 'MPL-2.0' })).toEqual([]);
    expect(problemsOf({ license: 'MPL-2.0' }, { license: 'MIT' })).toHaveLength(1);
    expect(problemsOf({ license: 'MIT', dependencies: { two: '1.0.0' } }, { license: 'MPL-2.0' })).toEqual([
      expect.stringContaining('two@1.0.0 (production'),
    ]);
  });

  it('have exceptions for one licence of a package, until nothing needs them', () => {
    const exceptions = [{ packages: 'on*', licence: 'Elastic-2.0', reason: 'read' }];
    expect(problemsOf({ license: 'Elastic-2.0' }, { license: 'MIT' }, { exceptions })).toEqual([]);
    expect(problemsOf({ license: 'SSPL-1.0' }, { license: 'MIT' }, { exceptions })).toHaveLength(2);
    expect(problemsOf({ license: 'MIT' }, { license: 'MIT' }, { exceptions })).toEqual([
      'No package needs the exception for on* (Elastic-2.0)',
    ]);
  });
});

describe('docs/licences.md', () => {
  it('names every package with a licence of its own terms, and every file of data that is shipped', () => {
    const named = allowed.exceptions.filter(({ licence }) => licence !== null).map(({ packages }) => packages);
    const data = ['services/commerce/data', 'services/discovery/data', 'services/missions/data']
      .flatMap(filesBelow)
      .filter((file) => !/README\.md$|\.columns\.json$/.test(file));
    expect([...named, ...data].filter((each) => !docs.includes(`\`${each}\``))).toEqual([]);
  });
});
