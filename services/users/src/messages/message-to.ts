import type { Language } from '@sprayhunt/service-kit';
import type { ContactKind } from '../identity/contact.js';
import type { OutgoingMessage } from './messages.js';
import { de } from './texts/de.js';
import { en } from './texts/en.js';
import { es } from './texts/es.js';
import { fr } from './texts/fr.js';
import type { Inputs, MessageName, Texts } from './texts/texts.js';

/** Recipient of a message, and their language. */
export interface Recipient {
  kind: ContactKind;
  value: string;
  language: Language;
}

const TEXTS: Record<Language, Texts> = { en, fr, es, de };

/** A message in the language of its recipient. */
export function messageTo<Name extends MessageName>(
  { kind, value, language }: Recipient,
  name: Name,
  inputs: Inputs[Name],
): OutgoingMessage {
  const { subject, mail, sms } = TEXTS[language][name]({ ...inputs, kind });
  return {
    channel: kind === 'phone' ? 'sms' : 'email',
    to: value,
    subject,
    text: kind === 'phone' ? sms : mail,
    ...('code' in inputs && { code: inputs.code }),
  };
}
