import { PRODUCT_NAME } from '../product.js';
import type { ContactKind } from '../identity/contact.js';
import type { OutgoingMessage } from './messages.js';

const LIFETIME = 'It is valid for 10 minutes and works once. Nobody of us will ever ask you for it.';

/** The SMS that sign-up announces: the code and the next steps. */
export const welcomeMessage = (to: string, code: string): OutgoingMessage => ({
  channel: 'sms',
  to,
  subject: `Welcome to ${PRODUCT_NAME}`,
  text:
    `Welcome to ${PRODUCT_NAME}! Your code is ${code}. Next steps: enter it where you signed up to prove this phone, ` +
    `complete your profile, take the tutorial and document your first piece. ${LIFETIME}`,
  code,
});

export const contactCodeMessage = (kind: ContactKind, to: string, code: string): OutgoingMessage => ({
  channel: kind === 'phone' ? 'sms' : 'email',
  to,
  subject: `Your ${PRODUCT_NAME} code`,
  text: `Your ${PRODUCT_NAME} code is ${code}. ${LIFETIME}`,
  code,
});

export const signInMessage = (kind: ContactKind, to: string, code: string): OutgoingMessage => ({
  channel: kind === 'phone' ? 'sms' : 'email',
  to,
  subject: `Your ${PRODUCT_NAME} sign-in code`,
  text:
    `Your ${PRODUCT_NAME} sign-in code is ${code}. ${LIFETIME} ` +
    `It works only in the browser that asked for it; if that was not you, ignore this message.`,
  code,
});

export const passkeyAddedMessage = (kind: ContactKind, to: string): OutgoingMessage => ({
  channel: kind === 'phone' ? 'sms' : 'email',
  to,
  subject: `A passkey was added to your ${PRODUCT_NAME} account`,
  text: `A passkey was added to your ${PRODUCT_NAME} account. It signs in to it from now on. If that was not you, remove it in your profile at once.`,
});
