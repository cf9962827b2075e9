import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isSignedByAny, pemBlocks, rotatingSecret, type RotatingSecret } from './rotating-secret.js';

const [NEW, OLD, OTHER] = ['n', 'o', 'x'].map((letter) => letter.repeat(32)) as [string, string, string];
const sign = (secret: string) => createHmac('sha256', secret).update('text').digest();

describe('a secret that rotates', () => {
  it('is one line, or several that are each long enough', () => {
    expect(rotatingSecret.parse(`a secret, with a comma in its ${OLD}`)).toEqual([
      `a secret, with a comma in its ${OLD}`,
    ]);
    expect(rotatingSecret.parse(`${NEW}\r\n${OLD}`)).toEqual([NEW, OLD]);
    for (const weak of ['short', `${NEW}\nshort`, `${NEW}\n`])
      expect(rotatingSecret.safeParse(weak).success).toBe(false);
  });

  it('verifies what any of its values signed, and nothing else', () => {
    const secrets: RotatingSecret = [NEW, OLD];
    expect([NEW, OLD, OTHER].map((secret) => isSignedByAny(secrets, sign, sign(secret)))).toEqual([true, true, false]);
    expect(isSignedByAny(secrets, sign, Buffer.alloc(0))).toBe(false);
  });
});

it('a text of several PEM keys is split into its keys', () => {
  const key = (name: string) => `-----BEGIN ${name}-----\nabc\n-----END ${name}-----\n`;
  expect(pemBlocks(`# new\n${key('A')}${key('B')}`)).toEqual([key('A'), key('B')]);
});
