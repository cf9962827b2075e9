import { describe, expect, it } from '@jest/globals';
import { defaultName } from './default-name.js';

const UNKNOWN = '00000000-0000-0000-0000-000000000000';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('the default name of a passkey', () => {
  it.each([
    ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', ['internal', 'hybrid'], FIREFOX, 'Google Password Manager'],
    [UNKNOWN, ['hybrid', 'internal'], FIREFOX, 'Firefox on Windows'],
    [UNKNOWN, ['internal'], undefined, 'My device'],
    [UNKNOWN, ['hybrid'], FIREFOX, 'Phone or tablet'],
    [UNKNOWN, ['nfc', 'usb'], FIREFOX, 'Security key'],
    [UNKNOWN, [], FIREFOX, 'Passkey'],
  ])('of %s by %j in %s', (aaguid, transports, userAgent, expected) => {
    expect(defaultName(aaguid, transports, userAgent)).toBe(expected);
  });
});
