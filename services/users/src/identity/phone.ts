import { getCountries, parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js';

/** Longer input is not a phone number and is not parsed. */
const LONGEST = 40;

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
 * @returns undefined if no reading has a valid length
 */
export function phoneNumber(text: string, country: string | null | undefined, fallback: CountryCode): string | undefined {
  const readings = readingsOf(text, [countryNamed(country), fallback]);
  return (readings.find((phone) => phone.isValid()) ?? readings[0])?.number;
}

/**
 * All numbers that a text without a country may mean, most likely first: one if it is
 * international, else one for each country that has such a number.
 */
export function possiblePhoneNumbers(text: string, fallback: CountryCode): string[] {
  const likely = readingsOf(text, [fallback]);
  const readings = isInternational(text) ? likely : [...likely, ...readingsOf(text, getCountries())];
  return [...new Set(readings.map((phone) => phone.number))];
}

/** The country prefix of an E.164 number: `61` of `+61412345678`. */
export const callingCode = (number: string): string | undefined => parsePhoneNumberFromString(number)?.countryCallingCode;

const isInternational = (text: string) => /^\s*(\+|00)/.test(text);

function readingsOf(text: string, countries: (CountryCode | undefined)[]): PhoneNumber[] {
  if (text.length > LONGEST) return [];
  if (isInternational(text)) return read(text.replace(/^\s*00/, '+'));
  const national = countries.flatMap((country) => (country ? read(text, country) : []));
  return [...national, ...read(`+${text.trim()}`)];
}

function read(text: string, country?: CountryCode): PhoneNumber[] {
  const phone = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  return phone?.isPossible() && !phone.ext ? [phone] : [];
}
