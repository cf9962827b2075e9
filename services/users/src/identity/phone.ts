import { getCountries, parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';

/** Longer input is not parsed as a phone number. */
const MAX_INPUT_LENGTH = 40;

/**
 * Abolished prefixes that people still write, in E.164: both forms reach the same phone. The library handles those in
 * its metadata (Argentina's 15 and 9), but no longer these.
 */
const ABOLISHED_PREFIXES = [
  // Mexico, since August 2019: 1 before mobile numbers from abroad; 01, 044 and 045 within the country.
  { former: /^\+52(?:1|01|044|045)(?=\d{10}$)/, present: '+52', stored: '+521' },
];

const FAMILIAR_NAMES: Record<string, CountryCode> = {
  usa: 'US',
  'u.s.': 'US',
  'u.s.a.': 'US',
  america: 'US',
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  holland: 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
};

const countriesByName = new Map<string, CountryCode>(Object.entries(FAMILIAR_NAMES));
const englishNames = new Intl.DisplayNames('en', { type: 'region' });
for (const code of getCountries()) {
  countriesByName.set(code.toLowerCase(), code);
  countriesByName.set((englishNames.of(code) ?? code).toLowerCase(), code);
}
countriesByName.set('uk', 'GB');

/** The country that a free text names, in English or by its two-letter code. */
export const countryNamed = (text: string | null | undefined): CountryCode | undefined =>
  countriesByName.get(text?.trim().toLowerCase() ?? '');

/**
 * Parses a typed phone number to E.164 (`+61412345678`): international with + or 00, or national in `country`, which is
 * free text.
 * @param fallback default country of national numbers
 * @returns undefined if no reading is a valid number of its country's numbering plan
 */
export function phoneNumber(
  text: string,
  country: string | null | undefined,
  fallback: CountryCode,
): string | undefined {
  const readings = parseReadings(text, [countryNamed(country), fallback]);
  return readings.find((phone) => phone.isValid())?.number;
}

/**
 * All numbers that a text without a country may mean, most likely first: one if it is international, else one for each
 * country with such a number. They need not be valid, because contacts that predate this rule can still sign in. A
 * number whose country has abolished a prefix is followed by its former form.
 */
export function possiblePhoneNumbers(text: string, fallback: CountryCode): string[] {
  const mostLikely = parseReadings(text, [fallback]);
  const readings = isInternational(text) ? mostLikely : [...mostLikely, ...parseReadings(text, getCountries())];
  return [...new Set(readings.flatMap(({ number }) => [number, ...formerForms(number)]))];
}

/** The country prefix of an E.164 number: `61` of `+61412345678`. */
export const callingCode = (number: string): string | undefined =>
  parsePhoneNumberFromString(number)?.countryCallingCode;

const isInternational = (text: string) => /^\s*(\+|00)/.test(text);

function parseReadings(text: string, countries: (CountryCode | undefined)[]): PhoneNumber[] {
  if (text.length > MAX_INPUT_LENGTH) return [];
  if (isInternational(text)) return read(text.replace(/^\s*00/, '+'));
  const national = countries.flatMap((country) => (country ? read(text, country) : []));
  return [...national, ...read(`+${text.trim()}`)];
}

function read(text: string, country?: CountryCode): PhoneNumber[] {
  const typed = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!typed || typed.ext) return [];
  const phone = parsePhoneNumberFromString(currentForm(typed.number));
  return phone?.isPossible() ? [phone] : [];
}

function currentForm(number: string): string {
  const prefix = ABOLISHED_PREFIXES.find(({ former }) => former.test(number));
  return prefix ? number.replace(prefix.former, prefix.present) : number;
}

/** Former forms in which contacts with this number may be stored. */
function formerForms(number: string): string[] {
  return ABOLISHED_PREFIXES.map(({ present, stored }) => number.replace(present, stored)).filter(
    (form) => form !== number && currentForm(form) === number,
  );
}
