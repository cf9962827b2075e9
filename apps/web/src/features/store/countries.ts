import { m } from '#messages';
import { language } from '../../lib/language';

type Label = () => string;

interface AddressShape {
  /** The country's word for its states or provinces; without it there is no such field. */
  region?: Label;
  /** The region's codes or names need not be given. */
  isRegionOptional?: true;
  /** The country's word for its postal codes; null if it has none. */
  postalCode: Label | null;
  /** Pattern of a postal code; without it any is accepted. */
  pattern?: RegExp;
  /** As an example of one. */
  example?: string;
}

const zip = m.store_zip_code;
const postcode = m.store_postcode;
const postal = m.store_postal_code;
const [state, province, prefecture, county] = [m.store_state, m.store_province, m.store_prefecture, m.store_county];

const digits = (count: number, example: string): AddressShape => ({
  postalCode: postal,
  pattern: new RegExp(`^\\d{${count}}$`),
  example,
});

/**
 * The countries that we ship to and the fields of their addresses. A region is required where the server requires it.
 */
const SHAPES: Readonly<Record<string, AddressShape>> = {
  AR: { region: province, isRegionOptional: true, postalCode: postal },
  AT: digits(4, '1010'),
  AU: { region: state, postalCode: postcode, pattern: /^\d{4}$/, example: '4217' },
  BE: digits(4, '1000'),
  BR: { region: state, postalCode: postal, pattern: /^\d{5}-?\d{3}$/, example: '01310-100' },
  CA: { region: province, postalCode: postal, pattern: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, example: 'M5V 2T6' },
  CH: digits(4, '8001'),
  CL: { postalCode: postal },
  CO: { postalCode: postal },
  CZ: { postalCode: postal, pattern: /^\d{3} ?\d{2}$/, example: '110 00' },
  DE: digits(5, '10115'),
  DK: digits(4, '1050'),
  EE: digits(5, '10111'),
  ES: digits(5, '28001'),
  FI: digits(5, '00100'),
  FR: digits(5, '75011'),
  GB: {
    region: county,
    isRegionOptional: true,
    postalCode: postcode,
    pattern: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
    example: 'E1 6AN',
  },
  GR: { postalCode: postal, pattern: /^\d{3} ?\d{2}$/, example: '105 57' },
  HK: { postalCode: null },
  HU: digits(4, '1051'),
  IE: { region: county, isRegionOptional: true, postalCode: null },
  IS: digits(3, '101'),
  IT: { region: province, postalCode: postal, pattern: /^\d{5}$/, example: '20121' },
  JP: { region: prefecture, postalCode: postal, pattern: /^\d{3}-?\d{4}$/, example: '150-0001' },
  LU: digits(4, '1111'),
  MX: { region: state, postalCode: postal, pattern: /^\d{5}$/, example: '06600' },
  NL: { postalCode: postal, pattern: /^\d{4} ?[A-Z]{2}$/i, example: '1012 AB' },
  NO: digits(4, '0150'),
  NZ: { postalCode: postcode, pattern: /^\d{4}$/, example: '1010' },
  PL: { postalCode: postal, pattern: /^\d{2}-\d{3}$/, example: '00-001' },
  PT: { postalCode: postal, pattern: /^\d{4}-\d{3}$/, example: '1100-148' },
  SE: { postalCode: postal, pattern: /^\d{3} ?\d{2}$/, example: '111 20' },
  SG: digits(6, '049483'),
  US: { region: state, postalCode: zip, pattern: /^\d{5}(-\d{4})?$/, example: '11206' },
};

export const shapeOf = (country: string): AddressShape => SHAPES[country] ?? { postalCode: postal };

/** Code and name in the present language, in its order. */
export function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language(), { type: 'region' });
  return Object.keys(SHAPES)
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language()));
}

export const countryName = (code: string): string =>
  new Intl.DisplayNames(language(), { type: 'region', fallback: 'code' }).of(code) ?? code;

/** The country of the browser's language, where we ship to it. */
export function likelyCountry(): string | undefined {
  const region = new Intl.Locale(navigator.language || 'en').maximize().region;
  return region && region in SHAPES ? region : undefined;
}
