import { describe, expect, it } from '@jest/globals';
import type { ContactKind } from '../identity/contact.js';
import * as texts from './texts.js';

const CODE = '123456';
const PHONE = { kind: 'phone' as const, value: '+61491570156' };
const MAIL = { kind: 'email' as const, value: 'someone@example.com' };
const LONGEST_DEVICE = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0';
/** Characters of `\n\n@host #123456` with a host of 30 characters. */
const CODE_LINE = 41;
/** The basic characters of GSM 03.38 that our texts may use; any other one makes the SMS cost two segments or more. */
const ONE_SEGMENT = /^[A-Za-z0-9 @$!"#%&'()*+,\-./:;<=>?\n]*$/;

const byPhone = (write: (kind: ContactKind) => ReturnType<typeof texts.signInMessage>) => [write('phone')];
const messages = Object.entries({
  welcome: [texts.welcomeMessage(PHONE.value, CODE)],
  erasureCode: byPhone((kind) => texts.erasureCodeMessage(kind, PHONE.value, CODE)),
  farewell: byPhone((kind) => texts.farewellMessage(kind, PHONE.value)),
  contactCode: byPhone((kind) => texts.contactCodeMessage(kind, PHONE.value, CODE)),
  signIn: byPhone((kind) => texts.signInMessage(kind, PHONE.value, CODE)),
  firstSignIn: byPhone((kind) => texts.firstSignInMessage(kind, PHONE.value, CODE)),
  contested: byPhone((kind) => texts.contestedMessage(kind, PHONE.value)),
  passkeyAdded: byPhone((kind) => texts.passkeyAddedMessage(kind, PHONE.value)),
  contactChangeAsked: [texts.contactChangeAskedMessage(PHONE, MAIL), texts.contactChangeAskedMessage(PHONE, PHONE)],
  contactChanged: [texts.contactChangedMessage(PHONE, MAIL), texts.contactChangedMessage(PHONE, PHONE)],
  contactKept: byPhone((kind) => texts.contactKeptMessage(kind, PHONE.value)),
  newDevice: byPhone((kind) => texts.newDeviceMessage(kind, PHONE.value, LONGEST_DEVICE, new Date('2026-09-30T22:45:00Z'))),
  claimRemoved: [texts.claimRemovedMessage('phone', PHONE.value, 'email'), texts.claimRemovedMessage('phone', PHONE.value, 'phone')],
  contactProven: [texts.contactProvenMessage('phone', PHONE.value, 'email'), texts.contactProvenMessage('phone', PHONE.value, 'phone')],
});

describe('messages by SMS', () => {
  it.each(messages)('%s fits one segment', (_, written) => {
    for (const { channel, text, code } of written) {
      expect(channel).toBe('sms');
      expect(text).toMatch(ONE_SEGMENT);
      expect(text.length).toBeLessThanOrEqual(texts.SMS_LENGTH - (code ? CODE_LINE : 0));
      if (code) expect(text).toContain(code);
    }
  });

  it('tests every message', () => {
    const written = Object.keys(texts).filter((name) => name.endsWith('Message')).map((name) => name.replace(/Message$/, ''));
    expect(messages.map(([name]) => name).sort()).toEqual(written.sort());
  });

  it('says more by mail', () => {
    expect(texts.signInMessage('email', MAIL.value, CODE)).toMatchObject({ channel: 'email', text: expect.stringContaining('We will never ask you for it') as unknown as string, code: CODE });
  });
});
