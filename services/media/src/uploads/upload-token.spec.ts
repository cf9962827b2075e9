import { describe, expect, it } from '@jest/globals';
import { checkUpload, hashAddress, signUpload } from './upload-token.js';

const SECRET = 'a secret of at least thirty-two characters';
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe('the token of an upload address', () => {
  it('is valid for its upload until it expires', () => {
    const token = signUpload([SECRET], ID, inMinutes(15));
    expect(checkUpload([SECRET], ID, token)).toBe('valid');
    expect(checkUpload([SECRET], ID, token, inMinutes(14).getTime())).toBe('valid');
    expect(checkUpload([`${SECRET}!`, SECRET], ID, token)).toBe('valid');
    expect(checkUpload([SECRET], ID, token, inMinutes(16).getTime())).toBe('expired');
  });

  it('is good for no other upload, under no other secret, and not for longer', () => {
    const token = signUpload([SECRET], ID, inMinutes(15));
    const [expiry, signature] = token.split('.');
    expect(checkUpload([SECRET], ID.replace('8057', '8058'), token)).toBe('forged');
    expect(checkUpload([`${SECRET}!`], ID, token)).toBe('forged');
    expect(checkUpload([SECRET], ID, `${Number(expiry) + 1}.${signature}`)).toBe('forged');
    expect(checkUpload([SECRET], ID, signUpload([SECRET], ID, inMinutes(-1)))).toBe('expired');
  });

  it.each(['', '.', 'x', '1.', '.x', 'NaN.x', '99999999999.AAAA', `9e9.${'A'.repeat(43)}`, `1.${'A'.repeat(43)}.x`])(
    'takes %j for forged',
    (token) => {
      expect(checkUpload([SECRET], ID, token)).toBe('forged');
    },
  );
});

describe('the hash of a client address', () => {
  it('differs by address, and cannot be made without the secret', () => {
    expect(hashAddress([SECRET], '203.0.113.1')).toBe(hashAddress([SECRET], '203.0.113.1'));
    expect(hashAddress([SECRET], '203.0.113.1')).not.toBe(hashAddress([SECRET], '203.0.113.2'));
    expect(hashAddress([SECRET], '203.0.113.1')).not.toBe(hashAddress([`${SECRET}!`], '203.0.113.1'));
  });
});
