import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { localSecrets } from './secrets.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => path.join(folder, 'secrets.json');

describe('the secrets of a data folder', () => {
  it('are made once, and only their owner may read them', () => {
    const made = localSecrets(folder);
    expect(localSecrets(folder)).toEqual(made);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('of an earlier version are kept, and completed once', () => {
    const { oidcSigningKey: _, oidcCookieKey: __, ...earlier } = localSecrets(folder);
    writeFileSync(file(), JSON.stringify(earlier));
    const completed = localSecrets(folder);
    expect(completed).toMatchObject(earlier);
    expect(completed.oidcSigningKey).toContain('-----BEGIN PRIVATE KEY-----');
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(completed);
    expect(localSecrets(folder)).toEqual(completed);
  });
});
