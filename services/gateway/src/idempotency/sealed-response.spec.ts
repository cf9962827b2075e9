import { expect, it } from '@jest/globals';
import { hashedKey, seal, unseal } from './sealed-response.js';

it('is read with its key and scope alone, and hides the body', () => {
  const sealed = seal('{"token":"tök"}', 'key', 'scope');
  expect(unseal(sealed, 'key', 'scope')).toBe('{"token":"tök"}');
  expect(sealed.toString('latin1')).not.toContain('token');
  expect(() => unseal(sealed, 'other', 'scope')).toThrow();
  expect(() => unseal(sealed, 'key', 'other')).toThrow();
  expect(() => unseal(sealed, hashedKey('key'), 'scope')).toThrow();
});

it('differs each time, and an empty body is a body', () => {
  expect(seal('a', 'key', 'scope').equals(seal('a', 'key', 'scope'))).toBe(false);
  expect(unseal(seal('', 'key', 'scope'), 'key', 'scope')).toBe('');
});
