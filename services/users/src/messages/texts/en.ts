import { deviceName } from '@sprayhunt/service-kit';
import type { ContactKind } from '../../identity/contact.js';
import { PRODUCT_NAME } from '../../product.js';
import { momentIn, type Texts } from './texts.js';

const LIFETIME = 'It is valid for 10 minutes and works once. We will never ask you for it.';
const NOT_YOU = 'If that was not you, sign in now and sign out all other devices in your profile.';

const nameOf = (kind: ContactKind) => (kind === 'phone' ? 'phone number' : 'e-mail address');
/** International: `21 Nov 2026, 17:45 UTC`. */
const moment = momentIn('en-GB');

export const en: Texts = {
  welcome: ({ code }) => {
    const text =
      `Welcome to ${PRODUCT_NAME}! Code: ${code}. Next steps: enter it, complete your profile, take the ` +
      `tutorial, ` +
      `document a piece.`;
    return { subject: `Welcome to ${PRODUCT_NAME}`, mail: text, sms: text };
  },
  erasureCode: ({ code }) => ({
    subject: `Delete your ${PRODUCT_NAME} account`,
    mail:
      `Your code to delete your ${PRODUCT_NAME} account for good is ${code}. ${LIFETIME} ` +
      `If you did not request this, do not enter it anywhere.`,
    sms: `${code} is the code to delete your ${PRODUCT_NAME} account for good. Not you? Do not enter it anywhere.`,
  }),
  farewell: () => ({
    subject: `Your ${PRODUCT_NAME} account is deleted`,
    mail:
      `Your ${PRODUCT_NAME} account has been deleted, with your discoveries, your pictures and everything else we ` +
      `knew about you. Thank you for hunting with us.`,
    sms:
      `Your ${PRODUCT_NAME} account has been deleted, with everything we knew about you. Thank you for hunting ` +
      `with us.`,
  }),
  contactCode: ({ code }) => ({
    subject: `Your ${PRODUCT_NAME} code`,
    mail: `Your ${PRODUCT_NAME} code is ${code}. ${LIFETIME}`,
    sms: `Your ${PRODUCT_NAME} code is ${code}. It is valid for 10 minutes. We will never ask you for it.`,
  }),
  signIn: ({ code }) => ({
    subject: `Your ${PRODUCT_NAME} sign-in code`,
    mail:
      `Your ${PRODUCT_NAME} sign-in code is ${code}. ${LIFETIME} ` +
      `It works only in the browser that requested it. If that was not you, ignore this message.`,
    sms:
      `Your ${PRODUCT_NAME} sign-in code is ${code}. It is valid for 10 minutes, only in the browser that ` +
      `requested it.`,
  }),
  firstSignIn: ({ code, kind }) => ({
    subject: `Your ${PRODUCT_NAME} sign-in code`,
    mail:
      `Your ${PRODUCT_NAME} sign-in code is ${code}. ${LIFETIME} It works only in the browser that requested ` +
      `it, and confirms this ` +
      `${nameOf(kind)} for the account it was entered for. If you did not create that account, do not use the code.`,
    sms:
      `Your ${PRODUCT_NAME} sign-in code is ${code}. It also confirms this ${nameOf(kind)}. Not your account? Do ` +
      `not use it.`,
  }),
  contested: ({ kind }) => ({
    subject: `Your ${PRODUCT_NAME} sign-in`,
    mail:
      `Someone requested a ${PRODUCT_NAME} sign-in code for this ${nameOf(kind)}. Several accounts use it and ` +
      `none has confirmed it, so it cannot ` +
      `open any of them yet. If one is yours, sign in to it another way and confirm this ${nameOf(kind)} in ` +
      `your profile.`,
    sms:
      `Several ${PRODUCT_NAME} accounts use this ${nameOf(kind)}, but none has confirmed it. If one is yours, ` +
      `sign in another way and confirm it.`,
  }),
  passkeyAdded: () => ({
    subject: `A passkey was added to your ${PRODUCT_NAME} account`,
    mail:
      `A passkey was added to your ${PRODUCT_NAME} account. You can sign in with it from now on. If you did not ` +
      `add it, remove it in your profile right away.`,
    sms: `A passkey was added to your ${PRODUCT_NAME} account. Not you? Remove it in your profile right away.`,
  }),
  contactChangeAsked: ({ changed, hint }) => ({
    subject: `Another contact for your ${PRODUCT_NAME} account`,
    mail:
      `Someone who is signed in to your ${PRODUCT_NAME} account asked to change its ${nameOf(changed)} ` +
      `to ${hint}. ${NOT_YOU}`,
    sms:
      `Someone signed in to your ${PRODUCT_NAME} account asked to change its ${nameOf(changed)}. Not you? Sign ` +
      `out all other devices in your profile.`,
  }),
  contactChanged: ({ changed, hint }) => ({
    subject: `A contact of your ${PRODUCT_NAME} account was changed`,
    mail:
      `The ${nameOf(changed)} of your ${PRODUCT_NAME} account is now ${hint}. All other devices were signed ` +
      `out. ${NOT_YOU}`,
    sms:
      `The ${nameOf(changed)} of your ${PRODUCT_NAME} account was changed, and all other devices were signed out. ` +
      `Not you? Sign in and check your profile.`,
  }),
  contactKept: ({ kind }) => ({
    subject: `Your ${PRODUCT_NAME} account`,
    mail:
      `Someone asked to use this ${nameOf(kind)} for another ${PRODUCT_NAME} account. It stays with your ` +
      `account, and nothing has changed. ` +
      `If that was you, sign in with it, or choose another one there.`,
    sms:
      `Someone asked to use this ${nameOf(kind)} for another ${PRODUCT_NAME} account. It stays with your account. ` +
      `If that was you, choose another one there.`,
  }),
  newDevice: ({ userAgent, at }) => ({
    subject: `New sign-in to your ${PRODUCT_NAME} account`,
    mail:
      `${deviceName(userAgent)} signed in to your ${PRODUCT_NAME} account on ${moment(at)}. If that was you, ` +
      `there is nothing to do. ` +
      `If not, open your profile, sign out that device under “Signed-in devices”, and check your phone, e-mail ` +
      `and passkeys there.`,
    sms:
      `${deviceName(userAgent)} signed in to your ${PRODUCT_NAME} account on ${moment(at)}. Not you? Sign it out ` +
      `in your profile.`,
  }),
  claimRemoved: ({ claimed }) => ({
    subject: `Your ${PRODUCT_NAME} contacts`,
    mail:
      `The ${nameOf(claimed)} of your ${PRODUCT_NAME} account was never confirmed and has been removed. ` +
      `You can add and confirm one in your profile.`,
    sms:
      `The ${nameOf(claimed)} of your ${PRODUCT_NAME} account was never confirmed and has been removed. You can ` +
      `add one in your profile.`,
  }),
  contactProven: ({ proven }) => ({
    subject: `Your ${PRODUCT_NAME} contacts`,
    mail:
      `The ${nameOf(proven)} of your ${PRODUCT_NAME} account was confirmed with a code and can be used to sign ` +
      `in from now on. ` +
      `If that was not you, change it in your profile.`,
    sms:
      `The ${nameOf(proven)} of your ${PRODUCT_NAME} account was confirmed with a code and can be used to sign ` +
      `in. Not you? Change it in your profile.`,
  }),
  trialEndsSoon: ({ at, renews }) => ({
    subject: `Your ${PRODUCT_NAME} Pro trial ends soon`,
    mail: renews
      ? `Your free trial of ${PRODUCT_NAME} Pro ends on ${moment(at)}. After that, Pro costs $9.99 a month. If ` +
        `you do not want that, cancel in your profile before then.`
      : `Your free trial of ${PRODUCT_NAME} Pro ends on ${moment(at)}. Nothing will be charged. If you want to ` +
        `keep Pro, subscribe in your profile.`,
    sms: renews
      ? `Your ${PRODUCT_NAME} Pro trial ends on ${moment(at)}, then it costs $9.99 a month. You can cancel in ` +
        `your profile before then.`
      : `Your ${PRODUCT_NAME} Pro trial ends on ${moment(at)}. Nothing will be charged.`,
  }),
  membershipUnpaid: ({ until }) => ({
    subject: `Your ${PRODUCT_NAME} Pro payment failed`,
    mail:
      `The payment for ${PRODUCT_NAME} Pro failed. You keep Pro until ${moment(until)}, and we will try again ` +
      `before then. Please check your card in your profile.`,
    sms:
      `The payment for ${PRODUCT_NAME} Pro failed. You keep Pro until ${moment(until)}. Please check your card in ` +
      `your profile.`,
  }),
  membershipEnded: () => ({
    subject: `Your ${PRODUCT_NAME} Pro membership has ended`,
    mail:
      `Your ${PRODUCT_NAME} Pro membership has ended, and nothing more will be charged. You can rejoin in your ` +
      `profile at any time.`,
    sms: `Your ${PRODUCT_NAME} Pro membership has ended. Nothing more will be charged.`,
  }),
  takedownDecided: ({ isTakenDown }) => ({
    subject: `Your request to ${PRODUCT_NAME}`,
    mail: isTakenDown
      ? `Thank you for writing to ${PRODUCT_NAME}. We have reviewed your request and taken down the work or picture.`
      : `Thank you for writing to ${PRODUCT_NAME}. We have reviewed your request and will not take down the work ` +
        `or picture. If we missed something, please write again and tell us more.`,
    sms: isTakenDown
      ? `${PRODUCT_NAME} has reviewed your request and taken down the work or picture. Thank you for writing.`
      : `${PRODUCT_NAME} has reviewed your request and will not take down the work or picture.`,
  }),
};
