import { z } from 'zod';

/** Variables of payments: Stripe's three keys, or in local mode the address of `tools/stripe-sandbox`. */
export const paymentVariables = {
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'is not a secret key of Stripe').optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_(test|live)_\w+$/, 'is not a publishable key of Stripe').optional(),
  /** Of the endpoint `PUBLIC_URL/api/webhooks/stripe`. */
  STRIPE_WEBHOOK_SECRET: z.string().min(16).optional(),
  /** Payments in test mode: where the sandbox listens. Only with MODE=local. */
  STRIPE_SANDBOX_URL: z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ }).optional(),
};

type Variables = z.infer<z.ZodObject<typeof paymentVariables>> & { MODE: 'local' | 'production' };

/** Without the sandbox all keys are needed; production refuses the sandbox. */
export function checkPayments(config: Variables, context: z.RefinementCtx<Variables>): void {
  const refuse = (name: keyof typeof paymentVariables, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  const { STRIPE_SANDBOX_URL: sandbox, STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = config;
  if (sandbox && config.MODE === 'production') refuse('STRIPE_SANDBOX_URL', 'is for MODE=local only: the sandbox takes no real money');
  if (sandbox && secret) refuse('STRIPE_SANDBOX_URL', 'and STRIPE_SECRET_KEY exclude each other');
  if (!config.STRIPE_WEBHOOK_SECRET) refuse('STRIPE_WEBHOOK_SECRET', 'is needed for payments');
  if (sandbox) return;
  if (!secret) refuse('STRIPE_SECRET_KEY', 'is needed for payments');
  if (!publishable) refuse('STRIPE_PUBLISHABLE_KEY', 'is needed for payments');
  if (secret && publishable && secret.split('_')[1] !== publishable.split('_')[1]) refuse('STRIPE_PUBLISHABLE_KEY', 'is of another mode than STRIPE_SECRET_KEY');
}
