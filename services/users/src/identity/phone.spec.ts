import { describe, expect, it } from '@jest/globals';
import { countryNamed, phoneNumber, possiblePhoneNumbers } from './phone.js';

describe('phone numbers', () => {
  it.each([
    ['+61 412 345 678', null, '+61412345678'],
    ['0061 412 345 678', 'Canada', '+61412345678'],
    ['0412 345 678', null, '+61412345678'],
    ['0412-345-678', 'Australia', '+61412345678'],
    ['(514) 555-0123', 'Canada', '+15145550123'],
    ['514.555.0123', 'us', '+15145550123'],
    ['07400 123456', 'UK', '+447400123456'],
    ['030 123456', 'Germany', '+4930123456'],
    ['+1 (202) 555-0142', 'Nowhere', '+12025550142'],
    ['+52 55 1234 5678', null, '+525512345678'],
    ['+52 1 55 1234 5678', null, '+525512345678'],
    ['044 55 1234 5678', 'Mexico', '+525512345678'],
    ['01 222 123 4567', 'Mexico', '+522221234567'],
    ['+54 9 11 2345-6789', null, '+5491123456789'],
    ['+54 11 15 2345-6789', null, '+5491123456789'],
    ['011 15 2345-6789', 'Argentina', '+5491123456789'],
    ['15145550123', null, '+15145550123'],
  ])('%s of %s is %s', (text, country, number) => expect(phoneNumber(text, country, 'AU')).toBe(number));

  it.each(['+1 (555) 010-0042', '+1 200 555 0142', '+61 0 1234 5678', '+55 41 9876 5432', '+52 11 5512 345678'])(
    '%j is possible, and of no one',
    (text) => expect(phoneNumber(text, null, 'AU')).toBeUndefined(),
  );

  it.each(['', '123', 'call me', '+1 555', '+999 123 456 789', '0412 345 678 ext. 9', '+61412345678'.repeat(5)])(
    '%j is none',
    (text) => expect(phoneNumber(text, null, 'AU')).toBeUndefined(),
  );

  it('recognises countries by name and by code', () => {
    expect(countryNamed(' united states ')).toBe('US');
    expect(countryNamed('USA')).toBe('US');
    expect(countryNamed('gb')).toBe('GB');
    expect(countryNamed('Atlantis')).toBeUndefined();
    expect(countryNamed(undefined)).toBeUndefined();
  });

  it('a national number may belong to several countries, an international one to one', () => {
    const numbers = possiblePhoneNumbers('07400 123456', 'AU');
    expect(numbers).toContain('+447400123456');
    expect(possiblePhoneNumbers('+44 7400 123456', 'AU')).toEqual(['+447400123456']);
    expect(possiblePhoneNumbers('nobody', 'AU')).toEqual([]);
  });

  it('contacts that are stored in a former form, or are not valid by today’s rule, are still found', () => {
    for (const text of ['+52 1 55 1234 5678', '+52 55 1234 5678']) {
      expect(possiblePhoneNumbers(text, 'AU')).toEqual(['+525512345678', '+5215512345678']);
    }
    expect(possiblePhoneNumbers('+1 555 010 0042', 'AU')).toEqual(['+15550100042']);
  });
});
