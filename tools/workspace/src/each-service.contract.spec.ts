import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { serviceNames, services } from '@sprayhunt/contracts';
import { filesBelow, root } from './files.js';

/** Folders that the type check of a service reads. */
const checked = (file: string) => (JSON.parse(readFileSync(root + file, 'utf8')) as { include: string[] }).include;

describe('each service', () => {
  it('has its tests type-checked', () => {
    const withTests = serviceNames.filter((name) => existsSync(`${root}services/${name}/test`));
    expect(withTests.length).toBeGreaterThan(0);
    for (const name of withTests)
      expect({ name, checked: checked(`services/${name}/tsconfig.package.json`) }).toEqual({
        name,
        checked: ['src', 'test'],
      });
    expect(checked('tools/workspace/template/service/tsconfig.package.json.template')).toEqual(['src', 'test']);
  });

  it('imports the kinds of data sets that the list says, and comes with data if there are any', () => {
    for (const name of serviceNames) {
      const sources = filesBelow(`services/${name}/src`);
      const kinds = sources
        .filter((file) => file.endsWith('-importer.ts'))
        .flatMap((file) =>
          [...readFileSync(root + file, 'utf8').matchAll(/^ {2}kind: '(\w+)',$/gm)].map(([, kind]) => kind!),
        );
      expect({ name, kinds: kinds.toSorted() }).toEqual({ name, kinds: [...services[name].imports].toSorted() });
      for (const program of ['import', 'import-shipped'])
        expect([name, program, sources.includes(`services/${name}/src/${program}.ts`)]).toEqual([
          name,
          program,
          kinds.length > 0,
        ]);
    }
  });
});
