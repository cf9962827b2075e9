import type Stripe from 'stripe';
import { z } from 'zod';

/** Largest difference in seconds between a signature's time and ours, both ways; Stripe signs each attempt again. */
const TOLERANCE_SECONDS = 300;

/** The lengths match the columns. */
const printable = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[!-~]+$/);
const eventSchema = z.object({
  id: printable(255),
  type: printable(120),
  // Some objects, for example a balance, have no id.
  data: z.object({ object: z.object({ object: printable(60), id: printable(255).optional() }) }),
});

/** The used fields of an event. */
export type SignedEvent = z.output<typeof eventSchema>;

/**
 * Verifies and parses the body of a webhook call.
 * @param body the received bytes, which the signature covers
 * @throws Error if Stripe has not signed it within five minutes, or if it is not an event
 */
export function verifyEvent(stripe: Stripe, body: Buffer, signature: string, secret: string): SignedEvent {
  const event: unknown = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
  // The SDK refuses old signatures only.
  if (!(signatureTime(signature) <= Date.now() / 1_000 + TOLERANCE_SECONDS))
    throw new Error('The signature is dated in the future');
  return eventSchema.parse(event);
}

/** Unix time in seconds of the signature, read as the SDK does: the last one counts. */
function signatureTime(signature: string): number {
  const time = signature.split(',').findLast((part) => part.startsWith('t='));
  return Number.parseInt(time?.slice(2) ?? '', 10);
}
