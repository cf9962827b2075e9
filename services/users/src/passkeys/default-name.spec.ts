import { describe, expect, it } from 'vitest';
import { defaultName } from './default-name.js';

const UNKNOWN = '00000000-0000-0000-0000-000000000000';

describe('the name of a passkey that was given none', () => {
  it.each([
    ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', ['internal', 'hybrid'], 'Google Password Manager'],
    [UNKNOWN, ['hybrid', 'internal'], 'A device of yours'],
    [UNKNOWN, ['hybrid'], 'Phone or tablet'],
    [UNKNOWN, ['nfc', 'usb'], 'Security key'],
    [UNKNOWN, [], 'Passkey'],
  ])('of %s by %j', (aaguid, transports, expected) => {
    expect(defaultName(aaguid, transports)).toBe(expected);
  });
});
