import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
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
    const load = () => loadConfig(serviceConfig({ SMTP_URL: z.url() }), { ...good, PORT: 'eighty', NATS_URL: '', LOG_LEVEL: 'loud' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT: (?!is missing)/);
    expect(load).toThrow(/NATS_URL: is missing/);
    expect(load).toThrow(/SMTP_URL: is missing/);
    expect(load).toThrow(/LOG_LEVEL: (?!is missing)/);
  });

  it('says what an absent variable is needed for', () => {
    const schema = serviceConfig({ KEY: z.string().optional() }).superRefine(({ KEY }, context) => {
      if (!KEY) context.addIssue({ code: 'custom', path: ['KEY'], message: 'is needed to lock' });
    });
    expect(() => loadConfig(schema, good)).toThrow('KEY: is needed to lock');
  });

  it('takes no mode for granted', () => {
    expect(() => loadConfig(serviceConfig({}), { ...good, MODE: '' })).toThrow('MODE: is missing; it is one of local, production');
    expect(() => loadConfig(serviceConfig({}), { ...good, MODE: 'development' })).toThrow(/MODE: (?!is missing)/);
    expect(loadConfig(serviceConfig({}), { ...good, MODE: 'production' }).MODE).toBe('production');
  });

  it.each(['http://play.example', 'HTTP://play.example'])('takes no %s in production', (address) => {
    const schema = serviceConfig({ PUBLIC_URL: z.url() });
    expect(() => loadConfig(schema, { ...good, MODE: 'production', PUBLIC_URL: address })).toThrow('PUBLIC_URL: must be an https address in production');
    expect(loadConfig(schema, { ...good, MODE: 'production', PUBLIC_URL: 'HTTPS://play.example' }).MODE).toBe('production');
  });

  it('reads a key whose line breaks were written out', () => {
    const config = loadConfig(serviceConfig({}), { ...good, IDENTITY_PUBLIC_KEY: publicKey.replaceAll('\n', '\\n') });
    expect(config.IDENTITY_PUBLIC_KEY).toBe(publicKey);
  });
});
