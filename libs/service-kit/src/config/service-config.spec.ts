import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, loadConfig, serviceConfig } from './service-config.js';

const { publicKey } = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const good = {
  MODE: 'local',
  PORT: '4001',
  METRICS_PORT: '4101',
  DATABASE_URL: 'postgres://users:secret@localhost/sprayhunt',
  NATS_URL: '127.0.0.1:4222',
  IDENTITY_PUBLIC_KEY: publicKey,
};

describe('loadConfig', () => {
  it('turns the environment into typed values with defaults', () => {
    const config = loadConfig(serviceConfig({ RETRIES: z.coerce.number().default(3) }), good);
    expect(config).toMatchObject({ PORT: 4001, MODE: 'local', HOST: '127.0.0.1', RETRIES: 3, DATABASE_POOL: 10 });
  });

  it('lists every fault at once, missing ones and wrong ones', () => {
    const load = () =>
      loadConfig(serviceConfig({ SMTP_URL: z.url() }), { ...good, PORT: 'eighty', NATS_URL: '', LOG_LEVEL: 'loud' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT: (?!is missing)/);
    expect(load).toThrow(/NATS_URL: is missing/);
    expect(load).toThrow(/SMTP_URL: is missing/);
    expect(load).toThrow(/LOG_LEVEL: (?!is missing)/);
  });

  it('describes what a missing variable is needed for', () => {
    const schema = serviceConfig({ KEY: z.string().optional() }).superRefine(({ KEY }, context) => {
      if (!KEY) context.addIssue({ code: 'custom', path: ['KEY'], message: 'is needed to lock' });
    });
    expect(() => loadConfig(schema, good)).toThrow('KEY: is needed to lock');
  });

  it('has no default mode', () => {
    expect(() => loadConfig(serviceConfig({}), { ...good, MODE: '' })).toThrow(
      'MODE: is missing; it is one of local, production',
    );
    expect(() => loadConfig(serviceConfig({}), { ...good, MODE: 'development' })).toThrow(/MODE: (?!is missing)/);
    expect(loadConfig(serviceConfig({}), { ...good, MODE: 'production' }).MODE).toBe('production');
  });

  it.each(['http://play.example', 'HTTP://play.example'])('refuses %s in production', (address) => {
    const schema = serviceConfig({ PUBLIC_URL: z.url() });
    expect(() => loadConfig(schema, { ...good, MODE: 'production', PUBLIC_URL: address })).toThrow(
      'PUBLIC_URL: must be an https address in production',
    );
    expect(loadConfig(schema, { ...good, MODE: 'production', PUBLIC_URL: 'HTTPS://play.example' }).MODE).toBe(
      'production',
    );
  });

  it('reads a key whose line breaks were written out', () => {
    const config = loadConfig(serviceConfig({}), { ...good, IDENTITY_PUBLIC_KEY: publicKey.replaceAll('\n', '\\n') });
    expect(config.IDENTITY_PUBLIC_KEY).toBe(publicKey);
  });
});

describe('a variable from a file', () => {
  const { DATABASE_URL, ...others } = good;
  let folder: string;
  const file = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['', '\n', '\r\n'])('is the content without a line break at its end (%j)', (end) => {
    const config = loadConfig(serviceConfig({}), { ...others, DATABASE_URL_FILE: file('url', DATABASE_URL + end) });
    expect(config.DATABASE_URL).toBe(DATABASE_URL);
  });

  it('keeps the lines of a key', () => {
    const config = loadConfig(serviceConfig({}), {
      ...good,
      IDENTITY_PUBLIC_KEY: '',
      IDENTITY_PUBLIC_KEY_FILE: file('key', publicKey),
    });
    expect(config.IDENTITY_PUBLIC_KEY).toBe(publicKey.trimEnd());
  });

  it('is a fault where it cannot be read, is given twice, is empty or has a wrong value; each fault is listed once', () => {
    const faults = (env: NodeJS.ProcessEnv) => {
      try {
        loadConfig(serviceConfig({}), env);
        return [];
      } catch (error) {
        return (error as ConfigError).faults;
      }
    };
    const gone = path.join(folder, 'gone');
    expect(faults({ ...others, DATABASE_URL_FILE: gone })).toEqual([
      `DATABASE_URL_FILE: ${gone} cannot be read: ENOENT`,
    ]);
    expect(faults({ ...good, DATABASE_URL_FILE: file('url', DATABASE_URL) })).toEqual([
      'DATABASE_URL: is given twice, also by DATABASE_URL_FILE',
    ]);
    expect(faults({ ...others, DATABASE_URL_FILE: file('empty', '\n') })).toEqual(['DATABASE_URL: is missing']);
    expect(faults({ ...others, DATABASE_URL_FILE: file('wrong', 'somewhere') })).toEqual([
      expect.stringMatching(/^DATABASE_URL: (?!is missing)/),
    ]);
  });

  it('is not read where no variable of that name is known', () => {
    expect(loadConfig(serviceConfig({}), { ...good, SSL_CERT_FILE: '/nowhere' }).MODE).toBe('local');
  });
});
