import { m } from '#messages';
import { z } from 'zod';
import { LIMITS } from '../../api/limits';
import { textUpTo } from '../../lib/form';
import { shapeOf } from './countries';

const MAX_LENGTHS = { line: 120, city: 80, postalCode: 20, phone: 30 } as const;

/**
 * A text that must be given. Unlike `requiredText` it does not end the check, so that the country's own rules
 * are checked, too.
 */
const required = (missing: () => string, most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: missing })
    .max(most, { error: () => m.lib_at_most({ count: most }) });

/** The form of a checkout. The server has the same rules. */
export const checkoutRules = z
  .object({
    email: z
      .string()
      .trim()
      .max(LIMITS.contact, { error: () => m.lib_at_most({ count: LIMITS.contact }) })
      .refine((email) => z.email().safeParse(email).success, { error: () => m.store_email_invalid() }),
    name: required(m.store_name_missing, LIMITS.name),
    country: z.string().length(2, { error: () => m.store_country_missing() }),
    line1: required(m.store_line1_missing, MAX_LENGTHS.line),
    line2: textUpTo(MAX_LENGTHS.line),
    city: required(m.store_city_missing, MAX_LENGTHS.city),
    region: textUpTo(MAX_LENGTHS.city),
    postalCode: textUpTo(MAX_LENGTHS.postalCode),
    phone: textUpTo(MAX_LENGTHS.phone).refine((phone) => phone === '' || /^\+?[\d\s().-]{5,}$/.test(phone), {
      error: () => m.store_phone_invalid(),
    }),
  })
  .superRefine(({ country, region, postalCode }, context) => {
    const shape = shapeOf(country);
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (shape.region && !shape.isRegionOptional && !region)
      fault('region', m.store_part_missing({ part: shape.region() }));
    if (!shape.postalCode) return;
    if (!postalCode) fault('postalCode', m.store_part_missing({ part: shape.postalCode() }));
    else if (shape.pattern && !shape.pattern.test(postalCode))
      fault('postalCode', m.store_postal_code_invalid({ example: shape.example ?? '' }));
  });

export type CheckoutForm = z.infer<typeof checkoutRules>;

/** The address for the schema, without fields that the country does not have. */
export function addressOf({ email: _, line2, region, postalCode, phone, ...rest }: CheckoutForm) {
  const shape = shapeOf(rest.country);
  return {
    ...rest,
    line2: line2 || null,
    region: (shape.region && region) || null,
    postalCode: (shape.postalCode && postalCode) || null,
    phone: phone || null,
  };
}
