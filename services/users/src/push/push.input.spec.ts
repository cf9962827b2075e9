import { createECDH } from 'node:crypto';
import { parseInput } from '@sprayhunt/service-kit';
import { describe, expect, it } from '@jest/globals';
import { pushSubscriptionInput } from './push.input.js';

const key = createECDH('prime256v1');
key.generateKeys();
const p256dh = key.getPublicKey('base64url');
const auth = 'A'.repeat(22);
const endpoint = 'https://push.example/a';

/** The fields that are refused. */
function refused(changes: object): string[] {
  try {
    parseInput(pushSubscriptionInput, { endpoint, p256dh, auth, ...changes });
    return [];
  } catch (error) {
    return (error as { fields: { field: string }[] }).fields.map(({ field }) => field);
  }
}

describe("a browser's subscription", () => {
  it('has a point of P-256 and a secret of 16 bytes, whose padding is left out', () => {
    expect(parseInput(pushSubscriptionInput, { endpoint, p256dh: `${p256dh}=`, auth: `${auth}==` })).toEqual({
      endpoint,
      p256dh,
      auth,
    });
  });

  it.each<[string, object, string[]]>([
    [
      'a point beside the curve',
      { p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url') },
      ['p256dh'],
    ],
    ['a compressed point', { p256dh: key.getPublicKey('base64url', 'compressed') }, ['p256dh']],
    ['a point that is not uncompressed', { p256dh: `A${p256dh.slice(1)}` }, ['p256dh']],
    ['no base64url', { p256dh: `${p256dh.slice(0, -1)}/`, auth: `${auth.slice(0, -1)}+` }, ['p256dh', 'auth']],
    ['too short a secret', { auth: auth.slice(1) }, ['auth']],
    ['too long an endpoint', { endpoint: `https://push.example/${'a'.repeat(1_000)}` }, ['endpoint']],
  ])('without %s', (_, changes, fields) => expect(refused(changes)).toEqual(fields));
});
