import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { listingFiles, serviceRules, withImages, withLines } from './deployment-lists.js';

describe('a list in a file', () => {
  it('is replaced as a whole', () => {
    expect(withLines('names:\n  - a\n  - b\nend\n', /^ {2}- /, ['  - c'])).toBe('names:\n  - c\nend\n');
  });

  it('has to be there, in one piece', () => {
    expect(() => withLines('names:\n', /^ {2}- /, [])).toThrow('No line matches');
    expect(() => withLines('  - a\nb\n  - c\n', /^ {2}- /, [])).toThrow('Other lines are between');
  });

  it('of images has the registry and the tag of the operators’ image', () => {
    const images = withImages(
      'images:\n  - { name: sprayhunt/operations, newName: r.example/sprayhunt/operations, newTag: 2.0.1 }\n',
    );
    expect(images).toContain('  - { name: sprayhunt/users, newName: r.example/sprayhunt/users, newTag: 2.0.1 }\n');
    expect(images).toContain(
      '  - { name: sprayhunt/operations, newName: r.example/sprayhunt/operations, newTag: 2.0.1 }\n',
    );
  });
});

describe('the lists of services', () => {
  /** The lines of lists that name the service missions. */
  const LISTED =
    /- services\/missions|sprayhunt\/missions, |MISSIONS_URL|PASSWORD_MISSIONS|- database_password_missions/;

  it.each(listingFiles)('in $path are completed where a service is missing', ({ path, update }) => {
    const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const lines = text.split('\n').filter((line) => !LISTED.test(line));
    const shortened = lines.join('\n').replace('media, missions,', 'media,');
    expect(shortened).not.toBe(text);
    expect(update(shortened)).toBe(text);
  });

  it('in docker-compose.yml include what the gateway waits for, and every secret that is read', () => {
    const { path, update } = listingFiles.find((file) => file.path === 'docker-compose.yml')!;
    const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const shortened = text
      .replace('      missions:\n        condition: service_healthy\n', '')
      .replace('  upload_secret:\n    file: ./secrets/upload_secret\n', '');
    expect(shortened.length).toBeLessThan(text.length - 80);
    expect(update(shortened)).toBe(text);
  });

  it('gives each service a series of its own', () => {
    expect(serviceRules()).toContain('{ record: service_expected, expr: vector(1), labels: { service: gateway } }');
  });
});
