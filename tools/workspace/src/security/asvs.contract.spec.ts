import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { root } from '../files.js';
import { asvsDoc, hasTest, readRequirements } from './asvs.js';

const all = readRequirements(root);

/** Requirements of levels 1 and 2 of each chapter of ASVS 5.0.0, 253 in all. */
const OF_CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

describe('docs/security/asvs.json', () => {
  it('has each requirement of levels 1 and 2 once, in their order', () => {
    const numbers = all.map(({ id }) => id.slice('v5.0.0-'.length).split('.').map(Number) as [number, number, number]);
    expect(OF_CHAPTERS.map((_, index) => numbers.filter(([chapter]) => chapter === index + 1).length)).toEqual(
      OF_CHAPTERS,
    );
    expect(numbers).toEqual([...numbers].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]));
    expect(new Set(all.map(({ id }) => id)).size).toBe(253);
    expect(all.filter(({ level }) => level === 1)).toHaveLength(70);
  });

  it('shows at least 120 of them by automated tests, each of which is there', () => {
    const tested = all.flatMap((one) => (one.status === 'tested' ? [one] : []));
    expect(tested.length).toBeGreaterThanOrEqual(120);
    const sources = new Map<string, string>();
    const missing = tested.flatMap(({ id, tests }) =>
      tests
        .filter((test) => {
          const [, file, title] = /^(\S+): (.+)$/.exec(test)!;
          if (!existsSync(root + file!)) return true;
          if (!sources.has(file!)) sources.set(file!, readFileSync(root + file!, 'utf8'));
          return !hasTest(sources.get(file!)!, title!);
        })
        .map((test) => `${id} ${test}`),
    );
    expect(missing).toEqual([]);
  });

  it('detects a test that is removed, skipped or only mentioned', () => {
    expect(hasTest("  it('keeps it', async () => {", 'keeps it')).toBe(true);
    expect(hasTest("  it.each([1, 2])('keeps %s', (each) => {", 'keeps %s')).toBe(true);
    expect(hasTest("  it('doesn\\'t', () => {", "doesn't")).toBe(true);
    for (const source of [
      '// it keeps it',
      "  it('keeps it not', () => {",
      "  it.skip('keeps it', () => {",
      "  expect('keeps it').toBe(1)",
    ])
      expect(hasTest(source, 'keeps it')).toBe(false);
  });

  it('names sections that there are', () => {
    const missing = all
      .flatMap((one) => (one.status === 'described' ? [one.where] : []))
      .filter((where) => {
        const [file, section] = where.split('#') as [string, string?];
        return (
          !existsSync(root + file) ||
          (section !== undefined && !headingsOf(readFileSync(root + file, 'utf8')).includes(section))
        );
      });
    expect(missing).toEqual([]);
  });
});

/** As links name them. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

it('docs/security/asvs.md is up to date with asvs.json (npm run generate writes it)', () => {
  expect(readFileSync(`${root}docs/security/asvs.md`, 'utf8')).toBe(asvsDoc(root));
});
