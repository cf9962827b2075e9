import { deviceName } from '@sprayhunt/service-kit';
import { PRODUCT_NAME } from '../product.js';
import { contactHint, type ContactKind } from '../identity/contact.js';
import type { OutgoingMessage } from './messages.js';

interface To {
  kind: ContactKind;
  value: string;
}

const nameOf = (kind: ContactKind) => (kind === 'phone' ? 'phone number' : 'e-mail address');
const NOT_YOU = 'If that was not you, sign in now and sign all other devices out in your profile.';
/** What a message says by mail and, within one segment, by SMS. */
interface Words {
  subject: string;
  mail: string;
  sms: string;
  code?: string;
}

/** Characters of an SMS of one segment, from the alphabet that fits it (GSM 03.38). */
export const SMS_LENGTH = 160;

const message = (kind: ContactKind, to: string, { subject, mail, sms, code }: Words): OutgoingMessage => ({
  channel: kind === 'phone' ? 'sms' : 'email',
  to,
  subject,
  text: kind === 'phone' ? sms : mail,
  ...(code !== undefined && { code }),
});

const LIFETIME = 'It is valid for 10 minutes and works once. We will never ask you for it.';

/** The SMS that sign-up announces: the code and the next steps. */
export const welcomeMessage = (to: string, code: string): OutgoingMessage => ({
  channel: 'sms',
  to,
  subject: `Welcome to ${PRODUCT_NAME}`,
  text: `Welcome to ${PRODUCT_NAME}! Code: ${code}. Next steps: enter it, complete your profile, take the tutorial, document a piece.`,
  code,
});

export const erasureCodeMessage = (kind: ContactKind, to: string, code: string): OutgoingMessage =>
  message(kind, to, {
    subject: `Delete your ${PRODUCT_NAME} account`,
    mail:
      `Your code to delete your ${PRODUCT_NAME} account for good is ${code}. ${LIFETIME} ` +
      `If you did not ask to delete your account, do not enter it anywhere.`,
    sms: `${code} is the code to delete your ${PRODUCT_NAME} account for good. Not you? Do not enter it anywhere.`,
    code,
  });

export const farewellMessage = (kind: ContactKind, to: string): OutgoingMessage =>
  message(kind, to, {
    subject: `Your ${PRODUCT_NAME} account is deleted`,
    mail: `Your ${PRODUCT_NAME} account is deleted, with your discoveries, pictures and everything else we held about you. Thank you for hunting with us.`,
    sms: `Your ${PRODUCT_NAME} account is deleted, with everything we held about you. Thank you for hunting with us.`,
  });

export const contactCodeMessage = (kind: ContactKind, to: string, code: string): OutgoingMessage =>
  message(kind, to, {
    subject: `Your ${PRODUCT_NAME} code`,
    mail: `Your ${PRODUCT_NAME} code is ${code}. ${LIFETIME}`,
    sms: `Your ${PRODUCT_NAME} code is ${code}. It is valid for 10 minutes. We will never ask you for it.`,
    code,
  });

export const signInMessage = (kind: ContactKind, to: string, code: string): OutgoingMessage =>
  message(kind, to, {
    subject: `Your ${PRODUCT_NAME} sign-in code`,
    mail:
      `Your ${PRODUCT_NAME} sign-in code is ${code}. ${LIFETIME} ` +
      `It works only in the browser that asked for it; if that was not you, ignore this message.`,
    sms: `Your ${PRODUCT_NAME} sign-in code is ${code}. It is valid for 10 minutes, only in the browser that asked for it.`,
    code,
  });

/** For a contact that its account has never confirmed. */
export const firstSignInMessage = (kind: ContactKind, to: string, code: string): OutgoingMessage =>
  message(kind, to, {
    subject: `Your ${PRODUCT_NAME} sign-in code`,
    mail:
      `Your ${PRODUCT_NAME} sign-in code is ${code}. ${LIFETIME} It works only in the browser that asked for it, and confirms this ` +
      `${nameOf(kind)} for the account that it was entered for. If you did not create that account, do not use the code.`,
    sms: `Your ${PRODUCT_NAME} sign-in code is ${code}. It also confirms this ${nameOf(kind)}. Not your account? Do not use it.`,
    code,
  });

/** In place of a code, for a contact that several accounts claim and none has confirmed. */
export const contestedMessage = (kind: ContactKind, to: string): OutgoingMessage =>
  message(kind, to, {
    subject: `Your ${PRODUCT_NAME} sign-in`,
    mail:
      `Someone asked for a ${PRODUCT_NAME} sign-in code for this ${nameOf(kind)}. More than one account has entered it and none has confirmed it, so it cannot ` +
      `open any of them yet. If one is yours, sign in to it another way and confirm this ${nameOf(kind)} in your profile.`,
    sms: `Several ${PRODUCT_NAME} accounts entered this ${nameOf(kind)}, none has confirmed it. If one is yours, sign in another way and confirm it there.`,
  });

export const passkeyAddedMessage = (kind: ContactKind, to: string): OutgoingMessage =>
  message(kind, to, {
    subject: `A passkey was added to your ${PRODUCT_NAME} account`,
    mail: `A passkey was added to your ${PRODUCT_NAME} account. It can be used to sign in from now on. If that was not you, remove it in your profile at once.`,
    sms: `A passkey was added to your ${PRODUCT_NAME} account. Not you? Remove it in your profile at once.`,
  });

/** For the account's contacts: a change of contact was requested. */
export const contactChangeAskedMessage = ({ kind, value }: To, next: To): OutgoingMessage =>
  message(kind, value, {
    subject: `Another contact for your ${PRODUCT_NAME} account`,
    mail: `Someone who is signed in to your ${PRODUCT_NAME} account asked to change its ${nameOf(next.kind)} to ${contactHint(next.kind, next.value)}. ${NOT_YOU}`,
    sms: `Someone signed in to your ${PRODUCT_NAME} account asked to change its ${nameOf(next.kind)}. Not you? Sign all other devices out in your profile.`,
  });

/** For the account's contacts before the change. */
export const contactChangedMessage = ({ kind, value }: To, next: To): OutgoingMessage =>
  message(kind, value, {
    subject: `Your ${PRODUCT_NAME} account has another contact`,
    mail: `The ${nameOf(next.kind)} of your ${PRODUCT_NAME} account is now ${contactHint(next.kind, next.value)}. All other devices were signed out. ${NOT_YOU}`,
    sms: `The ${nameOf(next.kind)} of your ${PRODUCT_NAME} account was changed, and all other devices were signed out. Not you? Sign in and check your profile.`,
  });

/** In place of a code, for the owner of a contact that another account requested. */
export const contactKeptMessage = (kind: ContactKind, to: string): OutgoingMessage =>
  message(kind, to, {
    subject: `Your ${PRODUCT_NAME} account`,
    mail:
      `Someone asked to use this ${nameOf(kind)} for another ${PRODUCT_NAME} account. It stays with yours, and nothing has changed. ` +
      `If that was you, sign in with it, or choose another one there.`,
    sms: `Someone asked to use this ${nameOf(kind)} for another ${PRODUCT_NAME} account. It stays with yours. If that was you, choose another one there.`,
  });

/** The time in an international format: `21 Nov 2026, 17:45 UTC`. */
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

export const newDeviceMessage = (kind: ContactKind, to: string, userAgent: string | undefined, at: Date): OutgoingMessage =>
  message(kind, to, {
    subject: `New sign-in to your ${PRODUCT_NAME} account`,
    mail:
      `${deviceName(userAgent)} signed in to your ${PRODUCT_NAME} account on ${moment.format(at)} UTC. If that was you, you do not need to do anything. ` +
      `If not, open your profile, sign that device out under “Signed-in devices”, and check your phone, e-mail and passkeys there.`,
    sms: `${deviceName(userAgent)} signed in to your ${PRODUCT_NAME} account on ${moment.format(at)} UTC. Not you? Sign it out in your profile.`,
  });

export const claimRemovedMessage = (kind: ContactKind, to: string, claimed: ContactKind): OutgoingMessage =>
  message(kind, to, {
    subject: `Your ${PRODUCT_NAME} contacts`,
    mail:
      `The ${nameOf(claimed)} of your ${PRODUCT_NAME} account was never confirmed and has been removed. ` +
      `You can add and confirm one in your profile.`,
    sms: `The ${nameOf(claimed)} of your ${PRODUCT_NAME} account was never confirmed and has been removed. You can add one in your profile.`,
  });

export const contactProvenMessage = (kind: ContactKind, to: string, proven: ContactKind): OutgoingMessage =>
  message(kind, to, {
    subject: `Your ${PRODUCT_NAME} contacts`,
    mail:
      `The ${nameOf(proven)} of your ${PRODUCT_NAME} account was confirmed with a code and can be used to sign in from now on. ` +
      `If that was not you, change it in your profile.`,
    sms: `The ${nameOf(proven)} of your ${PRODUCT_NAME} account was confirmed with a code and can be used to sign in. Not you? Change it in your profile.`,
  });
