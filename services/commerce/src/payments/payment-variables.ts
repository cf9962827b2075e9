import { meanings, secret } from '@sprayhunt/service-kit';
import { z } from 'zod';

/** Variables of payments: Stripe's three keys, or in local mode the address of `tools/stripe-sandbox`. */
export const paymentVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'is not a secret key of Stripe')
    .optional()
    .meta(secret('secret or restricted key of the account at Stripe')),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'is not a publishable key of Stripe')
    .optional()
    .describe('publishable key of the same account and mode; the page gets it'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .meta(secret("signing secret of the endpoint `PUBLIC_URL/api/webhooks/stripe` in Stripe's dashboard")),
  STRIPE_SANDBOX_URL: z
    .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ })
    .optional()
    .describe(meanings.STRIPE_SANDBOX_URL),
};

type Variables = z.infer<z.ZodObject<typeof paymentVariables>> & { MODE: 'local' | 'production' };

/** Without the sandbox all keys are needed; production refuses the sandbox. */
export function checkPayments(config: Variables, context: z.RefinementCtx<Variables>): void {
  const refuse = (name: keyof typeof paymentVariables, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { STRIPE_SANDBOX_URL: sandbox, STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = config;
  if (sandbox && config.MODE === 'production')
    refuse('STRIPE_SANDBOX_URL', 'is for MODE=local only: the sandbox takes no real money');
  if (sandbox && secret) refuse('STRIPE_SANDBOX_URL', 'and STRIPE_SECRET_KEY exclude each other');
  if (!config.STRIPE_WEBHOOK_SECRET) refuse('STRIPE_WEBHOOK_SECRET', 'is needed for payments');
  if (sandbox) return;
  if (!secret) refuse('STRIPE_SECRET_KEY', 'is needed for payments');
  if (!publishable) refuse('STRIPE_PUBLISHABLE_KEY', 'is needed for payments');
  if (secret && publishable && secret.split('_')[1] !== publishable.split('_')[1])
    refuse('STRIPE_PUBLISHABLE_KEY', 'is of another mode than STRIPE_SECRET_KEY');
}
