import { describe, expect, it } from '@jest/globals';
import { deviceName } from './device-name.js';
import { LANGUAGES } from './language.js';

describe('the name of a device', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile ' +
        'Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.1.2', 'An unknown browser'],
    ['Click here: http://evil.example/1.0 (X11; Linux x86_64)', 'An unknown browser on Linux'],
    ['', 'An unknown browser'],
    [undefined, 'An unknown browser'],
  ])('%j is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

  it('is in the language of its reader', () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
    expect(LANGUAGES.map((language) => deviceName(firefox, language))).toEqual([
      'Firefox on Linux',
      'Firefox sous Linux',
      'Firefox en Linux',
      'Firefox unter Linux',
    ]);
    expect(deviceName(undefined, 'de')).toBe('Ein unbekannter Browser');
  });
});
