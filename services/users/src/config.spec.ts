import { ConfigError, loadConfig } from '@sprayhunt/service-kit';
import { describe, expect, it } from '@jest/globals';
import { usersConfig } from './config.js';

const base = {
  PORT: '3001',
  METRICS_PORT: '9001',
  DATABASE_URL: 'postgres://users:x@127.0.0.1/sprayhunt',
  NATS_URL: 'nats://127.0.0.1:4222',
  MODE: 'local',
  IDENTITY_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----\\nx\\n-----END PUBLIC KEY-----',
  PUBLIC_URL: 'http://localhost:8080',
  OIDC_SIGNING_KEY: '-----BEGIN PRIVATE KEY-----\\nx\\n-----END PRIVATE KEY-----',
  OIDC_COOKIE_KEY: 'x'.repeat(32),
  OIDC_CLIENT_SECRET: 'x'.repeat(32),
  SUSPENSION_SECRET: 'x'.repeat(32),
};

const faults = (env: Record<string, string>) => {
  try {
    loadConfig(usersConfig, { ...base, ...env });
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};

describe('the configuration of users', () => {
  it('requires what the issuer needs; the secret of its client only for our own issuer', () => {
    expect(faults({ OIDC_SIGNING_KEY: '', OIDC_COOKIE_KEY: 'short' })).toEqual([
      'OIDC_SIGNING_KEY: is missing',
      expect.stringContaining('OIDC_COOKIE_KEY:'),
    ]);
    expect(faults({ OIDC_CLIENT_SECRET: '' })).toEqual(['OIDC_CLIENT_SECRET: is needed where OIDC_ISSUER is not set']);
    expect(faults({ OIDC_CLIENT_SECRET: '', OIDC_ISSUER: 'https://id.example.com' })).toEqual([]);
  });

  it('needs no way to send messages in local mode', () => {
    expect(faults({})).toEqual([]);
    expect(loadConfig(usersConfig, base)).toMatchObject({
      SMS_DRIVER: 'inbox',
      EMAIL_DRIVER: 'inbox',
      PHONE_COUNTRY: 'AU',
      PENDING_ACCOUNT_DAYS: 7,
    });
  });

  it('refuses the local inbox in production, and names everything that production needs', () => {
    expect(faults({ MODE: 'production', PUBLIC_URL: 'https://play.example' })).toEqual([
      'CODE_SECRET: is needed in production',
      'SMS_DRIVER: must not be the local inbox in production: it shows codes to everyone',
      'EMAIL_DRIVER: must not be the local inbox in production: it shows codes to everyone',
    ]);
    expect(
      faults({
        MODE: 'production',
        PUBLIC_URL: 'https://play.example',
        SMS_DRIVER: 'inbox',
        EMAIL_DRIVER: 'smtp',
        SMTP_URL: 'smtp://mail',
        EMAIL_FROM: 'a@example.com',
        CODE_SECRET: 'x'.repeat(32),
      }),
    ).toEqual(['SMS_DRIVER: must not be the local inbox in production: it shows codes to everyone']);
    expect(
      faults({
        MODE: 'production',
        PUBLIC_URL: 'https://play.example',
        SMS_DRIVER: 'http',
        SMS_HTTP_URL: 'https://sms.example.com/send',
        SMS_HTTP_TOKEN: 'token',
        EMAIL_DRIVER: 'smtp',
        SMTP_URL: 'smtps://mail.example.com',
        EMAIL_FROM: 'Sprayhunt <hello@example.com>',
        CODE_SECRET: 'x'.repeat(32),
      }),
    ).toEqual([]);
  });

  it('needs the address that a driver sends to', () => {
    expect(faults({ SMS_DRIVER: 'http' })).toEqual([
      'SMS_HTTP_URL: is needed where SMS_DRIVER is http',
      'SMS_HTTP_TOKEN: is needed where SMS_DRIVER is http',
    ]);
    expect(faults({ EMAIL_DRIVER: 'smtp' })).toEqual([
      'SMTP_URL: is needed where EMAIL_DRIVER is smtp',
      'EMAIL_FROM: is needed where EMAIL_DRIVER is smtp',
    ]);
  });

  it('needs a real contact for push services in production, where it sends push messages', () => {
    const production = {
      MODE: 'production',
      PUBLIC_URL: 'https://play.example',
      SMS_DRIVER: 'http',
      SMS_HTTP_URL: 'https://sms.example.com/send',
      SMS_HTTP_TOKEN: 'token',
      EMAIL_DRIVER: 'smtp',
      SMTP_URL: 'smtps://mail',
      EMAIL_FROM: 'a@example.com',
      CODE_SECRET: 'x'.repeat(32),
      PUSH_PRIVATE_KEY: 'A'.repeat(43),
    };
    expect(faults(production)).toEqual(['PUSH_CONTACT: must be your own address in production']);
    expect(faults({ ...production, PUSH_CONTACT: 'mailto:push@play.example' })).toEqual([]);
  });

  it('sends push messages to known services only, and nowhere without a key', () => {
    expect(loadConfig(usersConfig, base)).toMatchObject({
      PUSH_HOSTS: expect.arrayContaining(['web.push.apple.com', '*.notify.windows.com']),
    });
    expect(loadConfig(usersConfig, base).PUSH_PRIVATE_KEY).toBeUndefined();
    expect(loadConfig(usersConfig, { ...base, PUSH_HOSTS: 'push.example, *.Notify.example' }).PUSH_HOSTS).toEqual([
      'push.example',
      '*.notify.example',
    ]);
    expect(faults({ PUSH_HOSTS: '*', PUSH_PRIVATE_KEY: 'short', PUSH_CONTACT: 'http://a.example' })).toEqual([
      'PUSH_PRIVATE_KEY: is not a private key of P-256 in base64url',
      expect.stringContaining('PUSH_CONTACT:'),
      'PUSH_HOSTS: is not a list of hosts',
    ]);
  });

  it('reads limits as times/seconds', () => {
    expect(loadConfig(usersConfig, { ...base, LIMIT_CODES_PER_CONTACT: '5/60' }).LIMIT_CODES_PER_CONTACT).toEqual({
      times: 5,
      seconds: 60,
    });
    expect(faults({ LIMIT_CODES_PER_CONTACT: 'often' })).toEqual([
      'LIMIT_CODES_PER_CONTACT: is not of the form times/seconds, for example 20/3600',
    ]);
  });
});
