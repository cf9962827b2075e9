import { expect, it } from '@jest/globals';
import { hashedKey, seal, unseal } from './sealed-response.js';

it('is read with its key alone, and hides the body', () => {
  const sealed = seal('{"token":"tök"}', 'key');
  expect(unseal(sealed, 'key')).toBe('{"token":"tök"}');
  expect(sealed.toString('latin1')).not.toContain('token');
  expect(() => unseal(sealed, 'other')).toThrow();
  expect(() => unseal(sealed, hashedKey('key'))).toThrow();
});

it('differs each time, and an empty body is a body', () => {
  expect(seal('a', 'key').equals(seal('a', 'key'))).toBe(false);
  expect(unseal(seal('', 'key'), 'key')).toBe('');
});
