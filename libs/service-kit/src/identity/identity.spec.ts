import { generateKeyPairSync } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { describe, expect, it } from '@jest/globals';
import { identityReader } from './identity.js';

const pair = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

const gateway = pair();
const read = identityReader(gateway.publicKey, 'users');
const player = { kind: 'player', subject: '01890a5d-ac96-774b-bcce-b302099a8057', status: 'verified' };
const sign = (key: string, aud: string, expiresIn = 60_000) =>
  createSigner({ key, algorithm: 'EdDSA', aud, expiresIn })(player);

describe('identityReader', () => {
  it('accepts what the gateway signed for this service', () => {
    expect(read(`Bearer ${sign(gateway.privateKey, 'users')}`)).toEqual(player);
  });

  it('accepts two keys while the gateway changes from one to the other', () => {
    const next = pair();
    const both = identityReader(`${next.publicKey}${gateway.publicKey}`, 'users');
    for (const { privateKey } of [gateway, next]) expect(both(`Bearer ${sign(privateKey, 'users')}`)).toEqual(player);
    for (const token of [sign(pair().privateKey, 'users'), sign(next.privateKey, 'discovery'), 'garbage'])
      expect(() => both(`Bearer ${token}`)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
  });

  it('refuses a call without an identity', () => {
    for (const none of [undefined, '', 'Bearer '])
      expect(() => read(none)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED', statusCode: 401 }));
  });

  it.each([
    ['signed with another key', () => sign(pair().privateKey, 'users')],
    ['meant for another service', () => sign(gateway.privateKey, 'discovery')],
    ['that is no token', () => 'garbage'],
  ])('refuses an identity %s', (_, token) => {
    expect(() => read(`Bearer ${token()}`)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
  });

  it('refuses an identity that has expired', () => {
    const old = createSigner({
      key: gateway.privateKey,
      algorithm: 'EdDSA',
      aud: 'users',
      clockTimestamp: 0,
      expiresIn: 60_000,
    })({
      ...player,
      iat: Math.floor(Date.now() / 1_000) - 120,
    });
    expect(() => read(`Bearer ${old}`)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
  });
});
