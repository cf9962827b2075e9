import { formatNumber } from './format';
import type { Language } from './language';

// The names and arguments are those that compiled messages call.

const pluralRules = new Map<Language, Intl.PluralRules>();

/** The plural form of a count in a language: `one`, `other` and so on. */
export function plural(locale: Language, count: unknown): string {
  let rules = pluralRules.get(locale);
  if (!rules) pluralRules.set(locale, (rules = new Intl.PluralRules(locale)));
  return rules.select(Number(count));
}

/** A number as it is written in a language. */
export const number = (locale: Language, value: unknown): string => formatNumber(Number(value), undefined, locale);
