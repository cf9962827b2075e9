import { describe, expect, it } from '@jest/globals';
import { contactHint, emailAddress, typedContact } from './contact.js';

describe('contacts', () => {
  it('keeps an e-mail address in one form', () => {
    expect(emailAddress('  Ann.Lee+Art@Example.COM ')).toBe('ann.lee+art@example.com');
  });

  it.each(['', 'ann', 'ann@', '@example.com', 'a b@example.com', 'ann@example', `${'a'.repeat(250)}@example.com`])(
    '%j is no e-mail address',
    (text) => expect(emailAddress(text)).toBeUndefined(),
  );

  it('recognises a typed phone or e-mail', () => {
    expect(typedContact('Ann@Example.com', 'AU')).toEqual({ kind: 'email', values: ['ann@example.com'] });
    expect(typedContact('+61 412 345 678', 'AU')).toEqual({ kind: 'phone', values: ['+61412345678'] });
    expect(typedContact('hello', 'AU')).toBeUndefined();
    expect(typedContact('@', 'AU')).toBeUndefined();
  });

  it('hides all but the end', () => {
    expect(contactHint('phone', '+61412345678')).toBe('••••••5678');
    expect(contactHint('email', 'ann@example.com')).toBe('••••••@example.com');
  });
});
