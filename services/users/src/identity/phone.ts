import { getCountries, parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';

/** Longer input is not a phone number and is not parsed. */
const LONGEST = 40;

/**
 * Prefixes that a country has abolished, which people still write, in E.164: both forms reach one phone. The library
 * merges those that its metadata knows (Argentina's 15 and 9), and no longer knows these.
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

/** The country of a free text, by English name or two-letter code. */
export const countryNamed = (text: string | null | undefined): CountryCode | undefined =>
  countriesByName.get(text?.trim().toLowerCase() ?? '');

/**
 * A phone number in E.164 (`+61412345678`), from what people write: international with + or 00,
 * or national in `country`, which is free text.
 * @param fallback default country of national numbers
 * @returns undefined if no reading is a valid number of its country's numbering plan
 */
export function phoneNumber(
  text: string,
  country: string | null | undefined,
  fallback: CountryCode,
): string | undefined {
  const readings = readingsOf(text, [countryNamed(country), fallback]);
  return readings.find((phone) => phone.isValid())?.number;
}

/**
 * All numbers that a text without a country may mean, most likely first: one if it is
 * international, else one for each country that has such a number. They need not be valid, because contacts from
 * before that rule still sign in; numbers with an abolished prefix are followed by the form with it.
 */
export function possiblePhoneNumbers(text: string, fallback: CountryCode): string[] {
  const likely = readingsOf(text, [fallback]);
  const readings = isInternational(text) ? likely : [...likely, ...readingsOf(text, getCountries())];
  return [...new Set(readings.flatMap(({ number }) => [number, ...formerForms(number)]))];
}

/** The country prefix of an E.164 number: `61` of `+61412345678`. */
export const callingCode = (number: string): string | undefined =>
  parsePhoneNumberFromString(number)?.countryCallingCode;

const isInternational = (text: string) => /^\s*(\+|00)/.test(text);

function readingsOf(text: string, countries: (CountryCode | undefined)[]): PhoneNumber[] {
  if (text.length > LONGEST) return [];
  if (isInternational(text)) return read(text.replace(/^\s*00/, '+'));
  const national = countries.flatMap((country) => (country ? read(text, country) : []));
  return [...national, ...read(`+${text.trim()}`)];
}

function read(text: string, country?: CountryCode): PhoneNumber[] {
  const typed = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!typed || typed.ext) return [];
  const phone = parsePhoneNumberFromString(presentForm(typed.number));
  return phone?.isPossible() ? [phone] : [];
}

function presentForm(number: string): string {
  const prefix = ABOLISHED_PREFIXES.find(({ former }) => former.test(number));
  return prefix ? number.replace(prefix.former, prefix.present) : number;
}

/** Forms in which contacts of this number may be stored from before. */
function formerForms(number: string): string[] {
  return ABOLISHED_PREFIXES.map(({ present, stored }) => number.replace(present, stored)).filter(
    (form) => form !== number && presentForm(form) === number,
  );
}
