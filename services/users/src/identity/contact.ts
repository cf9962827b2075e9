import type { CountryCode } from 'libphonenumber-js/max';
import { z } from 'zod';
import { possiblePhoneNumbers } from './phone.js';

export type ContactKind = 'phone' | 'email';

/** The limit of SMTP (RFC 5321, 4.5.3.1.3). */
const MAX_EMAIL_LENGTH = 254;

const email = z.email().max(MAX_EMAIL_LENGTH);

/** An e-mail address in its stored form: trimmed, lower case. */
export function emailAddress(text: string): string | undefined {
  const normalize = text.trim().toLowerCase();
  return email.safeParse(normalize).success ? normalize : undefined;
}

/** A typed contact, and the contacts that it may mean. */
export interface TypedContact {
  kind: ContactKind;
  /** Normalised, most likely first; never empty. */
  values: [string, ...string[]];
}

/** Parses a phone number or an e-mail address; undefined for neither. */
export function typedContact(text: string, country: CountryCode): TypedContact | undefined {
  const kind = text.includes('@') ? 'email' : 'phone';
  const address = emailAddress(text);
  const [first, ...rest] = kind === 'phone' ? possiblePhoneNumbers(text, country) : address ? [address] : [];
  return first === undefined ? undefined : { kind, values: [first, ...rest] };
}

/** A masked contact: `••••••1234`, `••••••@example.com`. */
export const contactHint = (kind: ContactKind, value: string): string =>
  `••••••${kind === 'phone' ? value.slice(-4) : value.slice(value.lastIndexOf('@'))}`;
