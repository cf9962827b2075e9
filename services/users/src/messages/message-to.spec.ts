import { LANGUAGES } from '@sprayhunt/service-kit';
import { describe, expect, it } from '@jest/globals';
import { type ContactKind, contactHint } from '../identity/contact.js';
import { messageTo } from './message-to.js';
import type { Inputs, MessageName } from './texts/texts.js';

const CODE = '123456';
const LONGEST_DEVICE =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 ' +
  'Safari/537.36 Edg/120.0';
const VALUES = { phone: '+61491570156', email: 'someone@example.com' };

/** Characters of an SMS of one segment. */
const SMS_LENGTH = 160;
/** Characters of `\n\n@host #123456` with a host of 30 characters. */
const CODE_LINE = 41;
/** The basic characters of GSM 03.38 that our texts may use; any other one makes the SMS cost two segments or more. */
const ONE_SEGMENT = /^[A-Za-z0-9 @$!"#%&'()*+,\-./:;<=>?\n¡¿£¥§ÄÖÑÜäöñüßàèéìòùÇØøÅåÆæÉ]*$/;

const KINDS: readonly ContactKind[] = ['phone', 'email'];
const changes = KINDS.map((changed) => ({ changed, hint: contactHint(changed, VALUES[changed]) }));
/** Each message with all its variants: every kind of contact, and the names of all months. */
const CASES: { readonly [Name in MessageName]: readonly Inputs[Name][] } = {
  welcome: [{ code: CODE }],
  erasureCode: [{ code: CODE }],
  farewell: [{}],
  contactCode: [{ code: CODE }],
  signIn: [{ code: CODE }],
  firstSignIn: [{ code: CODE }],
  contested: [{}],
  passkeyAdded: [{}],
  contactChangeAsked: changes,
  contactChanged: changes,
  contactKept: [{}],
  newDevice: Array.from({ length: 12 }, (_, month) => ({
    userAgent: LONGEST_DEVICE,
    at: new Date(Date.UTC(2026, month, 30, 22, 45)),
  })),
  claimRemoved: KINDS.map((claimed) => ({ claimed })),
  contactProven: KINDS.map((proven) => ({ proven })),
  trialEndsSoon: Array.from({ length: 24 }, (_, index) => ({
    at: new Date(Date.UTC(2026, index % 12, 30, 22, 45)),
    renews: index < 12,
  })),
  membershipUnpaid: Array.from({ length: 12 }, (_, month) => ({ until: new Date(Date.UTC(2026, month, 30, 22, 45)) })),
  membershipEnded: [{}],
  takedownDecided: [{ isTakenDown: true }, { isTakenDown: false }],
};
const names = Object.keys(CASES) as MessageName[];

describe.each(LANGUAGES)('messages in %s', (language) => {
  const written = (name: MessageName, kind: ContactKind) =>
    CASES[name].map((inputs) => messageTo({ kind, value: VALUES[kind], language }, name, inputs));

  it.each(names)('%s fits one segment by SMS', (name) => {
    for (const { channel, text, code } of written(name, 'phone')) {
      expect(channel).toBe('sms');
      expect(text).toMatch(ONE_SEGMENT);
      expect([text.length <= SMS_LENGTH - (code ? CODE_LINE : 0), text.length, text]).toEqual([
        true,
        text.length,
        text,
      ]);
      if (code) expect(text).toContain(code);
    }
  });

  it.each(names)('%s has a subject by mail', (name) => {
    for (const { channel, subject, text, code } of written(name, 'email')) {
      expect([channel, subject]).toEqual(['email', expect.stringContaining('Sprayhunt')]);
      expect(text).toContain('Sprayhunt');
      if (code) expect(text).toContain(code);
    }
  });
});

it('no message has the same text in two languages', () => {
  for (const name of names) {
    const subjects = LANGUAGES.map(
      (language) => messageTo({ kind: 'email', value: VALUES.email, language }, name, CASES[name][0]!).text,
    );
    expect(new Set(subjects).size).toBe(LANGUAGES.length);
  }
});

it('moments are written as the language has them', () => {
  const at = new Date('2026-08-02T16:05:00Z');
  const texts = LANGUAGES.map(
    (language) =>
      messageTo({ kind: 'email', value: VALUES.email, language }, 'newDevice', { userAgent: undefined, at }).text,
  );
  expect(texts).toEqual([
    expect.stringContaining('An unknown browser signed in to your Sprayhunt account on 2 Aug 2026, 16:05 UTC.'),
    expect.stringContaining('Un navigateur inconnu, 2 août 2026, 16:05 UTC.'),
    expect.stringContaining('Un navegador desconocido, 2 ago 2026, 16:05 UTC.'),
    expect.stringContaining('Ein unbekannter Browser, 02.08.2026, 16:05 UTC.'),
  ]);
});
