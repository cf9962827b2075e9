import { expect, it } from '@jest/globals';
import { isOwnHost } from './own-host.js';

it.each(['localhost', 'LOCALHOST:4242', '127.0.0.1:4242', '[::1]:4242', '192.168.1.5', 'payments.local:80'])(
  '%s is our own',
  (host) => {
    expect(isOwnHost(host, 'payments.local')).toBe(true);
  },
);

it.each([
  undefined,
  '',
  'evil.example',
  'localhost.evil.example:4242',
  'evil.example/localhost',
  'localhost@evil.example',
  'x@localhost',
  '127.0.0.1.evil.example',
])('%s is not', (host) => expect(isOwnHost(host, 'payments.local')).toBe(false));
