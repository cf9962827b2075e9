import { generateKeyPairSync } from 'node:crypto';
import { backendNames, urlVariable } from '@sprayhunt/contracts';
import { ConfigError, loadConfig } from '@sprayhunt/service-kit';
import { describe, expect, it } from '@jest/globals';
import { gatewayConfig } from './config.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const good = {
  PORT: '8080',
  METRICS_PORT: '9090',
  DATABASE_URL: 'postgres://gateway@127.0.0.1/sprayhunt',
  NATS_URL: 'nats://127.0.0.1:4222',
  MODE: 'local',
  IDENTITY_PUBLIC_KEY: publicKey,
  IDENTITY_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
  PUBLIC_URL: 'https://play.example.org/',
  ...Object.fromEntries(backendNames.map((name) => [urlVariable(name), `http://${name}:4000/`])),
  OIDC_CLIENT_SECRET: 'secret',
};

describe('the configuration', () => {
  it('reads addresses without their last slash, lists and rates', () => {
    const config = loadConfig(gatewayConfig, { ...good, TRUST_PROXY: 'loopback, 10.0.0.0/8', RATE_READS: '7/2' });
    expect(config).toMatchObject({
      PUBLIC_URL: 'https://play.example.org',
      DISCOVERY_URL: 'http://discovery:4000',
      TRUST_PROXY: ['loopback', '10.0.0.0/8'],
      RATE_READS: { points: 7, seconds: 2 },
      IDENTITY_PRIVATE_KEY: privateKey,
    });
    expect(loadConfig(gatewayConfig, { ...good, MODE: 'production', TRUST_PROXY: 'none' })).toMatchObject({
      TRUST_PROXY: [],
      RATE_SENSITIVE: { points: 60, seconds: 60 },
      MAP_HOSTS: [],
    });
    expect(loadConfig(gatewayConfig, good).RATE_SENSITIVE).toEqual({ points: 3_000, seconds: 60 });
  });

  it.each(['PUBLIC_URL', 'OIDC_ISSUER'])('refuses %s without https in production', (name) => {
    const given = { ...good, TRUST_PROXY: 'none', [name]: 'http://play.example.org' };
    expect(loadConfig(gatewayConfig, { ...given, MODE: 'local' })).toMatchObject({ [name]: 'http://play.example.org' });
    expect(() => loadConfig(gatewayConfig, { ...given, MODE: 'production' })).toThrow(name);
  });

  it('requires TRUST_PROXY in production, and says what to set', () => {
    expect(loadConfig(gatewayConfig, good).TRUST_PROXY).toEqual([]);
    for (const given of [{}, { TRUST_PROXY: '' }])
      expect(() => loadConfig(gatewayConfig, { ...good, ...given, MODE: 'production' })).toThrow(
        'TRUST_PROXY: has to be set in production: the addresses or networks of the proxies in front, or `none`',
      );
    expect(
      loadConfig(gatewayConfig, { ...good, MODE: 'production', TRUST_PROXY: '10.0.0.0/8,fd00::/8' }).TRUST_PROXY,
    ).toEqual(['10.0.0.0/8', 'fd00::/8']);
  });

  it.each(['0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0/8', 'true', '1', 'proxy.example', 'none,10.0.0.1'])(
    'refuses %s as a trusted proxy',
    (given) => {
      expect(() => loadConfig(gatewayConfig, { ...good, TRUST_PROXY: given })).toThrow('TRUST_PROXY: is neither');
    },
  );

  it('lists every fault at once', () => {
    const faults = () =>
      loadConfig(gatewayConfig, {
        ...good,
        PUBLIC_URL: 'ftp://x',
        MEDIA_URL: '',
        RATE_WRITES: 'fast',
        IDENTITY_PRIVATE_KEY: 'secret',
      });
    expect(faults).toThrow(ConfigError);
    for (const name of ['PUBLIC_URL', 'MEDIA_URL', 'RATE_WRITES', 'IDENTITY_PRIVATE_KEY']) expect(faults).toThrow(name);
  });

  it.each([
    [{}, 'https://tiles.openfreemap.org/styles/positron'],
    [{ MAP_STYLE_URL: 'none' }, undefined],
    [{ MAP_STYLE_URL: 'https://maps.example.org/style.json' }, 'https://maps.example.org/style.json'],
    [{ MAP_PMTILES: '/data/city.pmtiles' }, undefined],
    [{ MAP_PMTILES: '/data/city.pmtiles', MAP_STYLE_URL: 'none' }, undefined],
    [{ TILE_URL: 'https://tiles.example.org/{z}/{x}/{y}.png' }, undefined],
  ])('takes the streets of %j', (given, style) => {
    expect(loadConfig(gatewayConfig, { ...good, ...given }).MAP_STYLE_URL).toBe(style);
  });

  it('refuses two kinds of streets, and a night style without a day style', () => {
    expect(() =>
      loadConfig(gatewayConfig, {
        ...good,
        MAP_PMTILES: 'city.pmtiles',
        MAP_STYLE_URL: 'https://maps.example.org/style.json',
      }),
    ).toThrow('MAP_PMTILES');
    expect(() =>
      loadConfig(gatewayConfig, { ...good, MAP_STYLE_NIGHT_URL: 'https://maps.example.org/night.json' }),
    ).toThrow('MAP_STYLE_NIGHT_URL');
    expect(() => loadConfig(gatewayConfig, { ...good, MAP_STYLE_URL: 'off' })).toThrow('MAP_STYLE_URL');
  });

  it.each([
    'security@example.org',
    'http://example.org/security',
    'mailto:a@example.org\nContact: mailto:b@example.org',
    'javascript:alert(1)',
  ])('takes no %j for a contact of security', (given) => {
    expect(loadConfig(gatewayConfig, good).SECURITY_CONTACT).toEqual([]);
    expect(() => loadConfig(gatewayConfig, { ...good, SECURITY_CONTACT: given })).toThrow(
      'SECURITY_CONTACT: is not a list of addresses',
    );
  });
});
