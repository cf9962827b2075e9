import { fault, isScope, lengthOf, requiredText, SCOPES, text } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { resemblesProduct } from '../accounts/reserved-usernames.js';
import { PRODUCT_NAME } from '../product.js';
import { clientKind, withScopeRules } from './client-kind.input.js';

/** Characters; the table checks them, too. */
const NAME_LENGTH = 120;
const PURPOSE_LENGTH = 1_000;
const WEBSITE_LENGTH = 500;
const REASON_LENGTH = 1_000;

const website = text({ name: 'The website', max: WEBSITE_LENGTH }).transform((given, context) => {
  if (given === null) return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || lengthOf(url.href) > WEBSITE_LENGTH)
    return fault(context, 'INVALID', 'Enter a web address, for example https://example.org.');
  return url.href;
});

const IMITATION = `This name could be mistaken for ${PRODUCT_NAME} itself. Please choose another one.`;

const name = requiredText({ name: 'The name', max: NAME_LENGTH, missing: 'Give your client a name.' }).transform(
  (given, context) => (resemblesProduct(given) ? fault(context, 'RESERVED', IMITATION) : given),
);

/** More than exist. */
const MAX_SCOPES = 20;

const scopes = z
  .array(z.string())
  .max(MAX_SCOPES, `At most ${MAX_SCOPES} scopes.`)
  .transform((given, context) => {
    const known = [...new Set(given)].filter(isScope);
    if (given.some((scope) => !isScope(scope)))
      return fault(context, 'UNKNOWN', `Scopes are ${Object.keys(SCOPES).join(', ')}.`);
    if (known.length === 0) return fault(context, 'REQUIRED', 'Choose at least one scope.');
    return known;
  });

export const partnerRequestInput = withScopeRules(
  z.object({
    name,
    purpose: requiredText({
      name: 'The purpose',
      max: PURPOSE_LENGTH,
      lines: true,
      missing: 'Say what you want to build.',
    }),
    website,
    scopes,
    ...clientKind,
  }),
);

/** Declining needs a reason; approving may have one. */
export const partnerDecisionInput = z
  .object({
    id: z.uuid('This is not an id.'),
    isApproved: z.boolean(),
    reason: text({ name: 'The reason', max: REASON_LENGTH, lines: true }),
  })
  .refine(({ isApproved, reason }) => isApproved || reason !== null, {
    path: ['reason'],
    message: 'Please give a reason.',
    params: { code: 'REQUIRED' },
  });

/** Hours for which the present secret stays valid; `OAuthClients.rotate` holds to the same. */
export const newSecretInput = z.object({
  id: z.string(),
  overlapHours: z.int().min(0, 'The overlap has 0 to 720 hours.').max(720, 'The overlap has 0 to 720 hours.'),
});
