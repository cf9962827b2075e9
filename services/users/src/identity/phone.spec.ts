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
    ['+1 (555) 010-0042', 'Nowhere', '+15550100042'],
    ['15145550123', null, '+15145550123'],
  ])('%s of %s is %s', (text, country, number) => expect(phoneNumber(text, country, 'AU')).toBe(number));

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
});
