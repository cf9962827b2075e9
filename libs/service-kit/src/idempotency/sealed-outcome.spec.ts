import { expect, it } from '@jest/globals';
import { hashedKey, seal, unseal } from './sealed-outcome.js';

const outcome = {
  kind: 'returned',
  value: { token: 'tök', at: new Date(0), bytes: Buffer.from('a'), none: null },
} as const;

it('is read with its key alone, as it was stored, and hides the value', () => {
  const sealed = seal(outcome, 'key');
  expect(unseal(sealed, 'key')).toEqual(outcome);
  expect(sealed.toString('latin1')).not.toContain('token');
  expect(() => unseal(sealed, 'other')).toThrow();
  expect(() => unseal(sealed, hashedKey('key'))).toThrow();
});

it('differs each time', () => {
  expect(seal(outcome, 'key').equals(seal(outcome, 'key'))).toBe(false);
});
