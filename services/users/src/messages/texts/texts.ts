import type { ContactKind } from '../../identity/contact.js';

/** The text of a message by mail and, within one segment, by SMS. */
export interface MessageText {
  subject: string;
  mail: string;
  sms: string;
}

/** The messages to players, with the inputs of each. */
export interface Inputs {
  /** The message that sign-up announces: the code and the next steps. */
  welcome: { code: string };
  erasureCode: { code: string };
  farewell: object;
  contactCode: { code: string };
  signIn: { code: string };
  /** For a contact that its account has never confirmed. */
  firstSignIn: { code: string };
  /** In place of a code, for a contact that several accounts claim and none has confirmed. */
  contested: object;
  passkeyAdded: object;
  /** For the account's contacts: a change of contact was requested. `hint` is the new one, masked. */
  contactChangeAsked: { changed: ContactKind; hint: string };
  /** For the account's contacts before the change. */
  contactChanged: { changed: ContactKind; hint: string };
  /** In place of a code, for the owner of a contact that another account requested. */
  contactKept: object;
  /** `userAgent` as the browser sent it; texts name it by `deviceName`. */
  newDevice: { userAgent: string | undefined; at: Date };
  claimRemoved: { claimed: ContactKind };
  contactProven: { proven: ContactKind };
  /** The trial ends in three days, and continues as a paid membership if it renews. */
  trialEndsSoon: { at: Date; renews: boolean };
  membershipUnpaid: { until: Date };
  membershipEnded: object;
  /** For an artist without an account, by e-mail only. */
  takedownDecided: { isTakenDown: boolean };
}

export type MessageName = keyof Inputs;

/**
 * All messages in one language. `kind` is that of the contact that the message goes to. An SMS has only characters of
 * the alphabet of GSM 03.38, so no curly quotes, no no-break spaces and few accents; a spec checks it.
 */
export type Texts = { readonly [Name in MessageName]: (inputs: Inputs[Name] & { kind: ContactKind }) => MessageText };

/** A moment as it is written in a language, in UTC. */
export const momentIn = (
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (moment: Date) => `${format.format(moment)} UTC`;
};
