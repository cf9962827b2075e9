import { describe, expect, it } from '@jest/globals';
import { refuseForeignHost } from './local-host.js';

describe('refuseForeignHost', () => {
  it.each(['localhost', 'localhost:8080', 'LOCALHOST:8080', '127.0.0.1:8080', '[::1]:8080', '[::1]'])(
    'accepts %s',
    (host) => {
      expect(() => refuseForeignHost(host)).not.toThrow();
    },
  );

  it.each([
    undefined,
    '',
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.nip.io:8080',
    '192.168.1.5:8080',
    'localhost:8080@evil.example',
    '[::]:8080',
    '0.0.0.0:8080',
  ])('refuses %s', (host) => {
    for (const listensOn of [undefined, '0.0.0.0', '::'])
      expect(() => refuseForeignHost(host, listensOn)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });

  it('accepts the one address on which the service was configured to listen', () => {
    expect(() => refuseForeignHost('192.168.1.5:8080', '192.168.1.5')).not.toThrow();
    expect(() => refuseForeignHost('[fd00::5]:8080', 'fd00::5')).not.toThrow();
    expect(() => refuseForeignHost('192.168.1.6:8080', '192.168.1.5')).toThrow();
  });
});
