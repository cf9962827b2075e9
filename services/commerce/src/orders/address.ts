import { fault, requiredText, text } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { Address } from './order.entity.js';

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes of Intl's list that are not countries: unions, the world, unknown. */
const NON_COUNTRY_CODES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !NON_COUNTRY_CODES.has(code) && regionNames.of(code) !== undefined;

/** Countries whose addresses have a state or province. */
const WITH_REGION = new Set(['AU', 'BR', 'CA', 'CN', 'IN', 'IT', 'JP', 'MX', 'US']);
/** Countries without postal codes, or where people do not know theirs. */
const WITHOUT_POSTAL_CODE = new Set([
  'AE',
  'AG',
  'AO',
  'AW',
  'BF',
  'BI',
  'BJ',
  'BO',
  'BS',
  'BW',
  'BZ',
  'CD',
  'CF',
  'CG',
  'CI',
  'CM',
  'DJ',
  'DM',
  'ER',
  'FJ',
  'GA',
  'GD',
  'GH',
  'GM',
  'GQ',
  'GY',
  'HK',
  'IE',
  'JM',
  'KI',
  'KM',
  'KN',
  'LC',
  'LY',
  'ML',
  'MO',
  'MR',
  'MW',
  'NR',
  'PA',
  'QA',
  'RW',
  'SB',
  'SC',
  'SL',
  'SR',
  'ST',
  'SY',
  'TD',
  'TG',
  'TO',
  'TV',
  'UG',
  'VU',
  'YE',
  'ZW',
]);
/** Postal codes of the countries where most of our players live; elsewhere any code is accepted. */
const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  AU: /^\d{4}$/,
  BR: /^\d{5}-?\d{3}$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  CH: /^\d{4}$/,
  DE: /^\d{5}$/,
  ES: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  IT: /^\d{5}$/,
  US: /^\d{5}(-\d{4})?$/,
};

const PHONE = /^\+?[\d\s().-]{5,30}$/;

/** An address to ship to; which parts it needs depends on the country. */
export const addressInput = z
  .object({
    name: requiredText({ name: 'The name', max: 120, missing: "Enter the recipient's name." }),
    line1: requiredText({ name: 'The address', max: 120, missing: 'Enter the street and number.' }),
    line2: text({ name: 'The second line of the address', max: 120 }),
    city: requiredText({ name: 'The city', max: 80, missing: 'Enter the city.' }),
    region: text({ name: 'The state or province', max: 80 }),
    postalCode: text({ name: 'The postal code', max: 20 }),
    country: z
      .string()
      .transform((code, context) =>
        isCountry(code.toUpperCase()) ? code.toUpperCase() : fault(context, 'INVALID', 'Choose a country.'),
      ),
    phone: text({ name: 'The phone number', max: 30 }).transform((phone, context) =>
      phone === null || PHONE.test(phone) ? phone : fault(context, 'INVALID', 'This is not a phone number.'),
    ),
  })
  .superRefine(({ country, region, postalCode }, context) => {
    const addIssue = (path: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code } });
    if (WITH_REGION.has(country) && !region) addIssue('region', 'REQUIRED', 'Enter the state or province.');
    if (!postalCode && !WITHOUT_POSTAL_CODE.has(country)) addIssue('postalCode', 'REQUIRED', 'Enter the postal code.');
    if (postalCode && POSTAL_CODES[country]?.test(postalCode) === false)
      addIssue('postalCode', 'INVALID', 'This is not a postal code of the country.');
  }) satisfies z.ZodType<Address>;
