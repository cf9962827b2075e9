import type Stripe from 'stripe';
import { z } from 'zod';

/** Largest difference in seconds between a signature's time and ours, both ways; Stripe signs each attempt again. */
const TOLERANCE_SECONDS = 300;

/** Lengths are those of the columns. */
const word = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[!-~]+$/);
const eventSchema = z.object({
  id: word(255),
  type: word(120),
  // Some objects, for example a balance, have no id.
  data: z.object({ object: z.object({ object: word(60), id: word(255).optional() }) }),
});

/** Of an event only what is used of it. */
export type SignedEvent = z.output<typeof eventSchema>;

/**
 * The event of a call of the webhook.
 * @param body the received bytes, which the signature covers
 * @throws Error where Stripe has not signed it, or not within five minutes, and where it does not have an event's form
 */
export function signedEvent(stripe: Stripe, body: Buffer, signature: string, secret: string): SignedEvent {
  const event: unknown = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
  // The SDK refuses old signatures only.
  if (!(signedAt(signature) <= Date.now() / 1_000 + TOLERANCE_SECONDS))
    throw new Error('The signature is dated in the future');
  return eventSchema.parse(event);
}

/** Unix time in seconds of the signature, read as the SDK does: the last one counts. */
function signedAt(signature: string): number {
  const time = signature.split(',').findLast((part) => part.startsWith('t='));
  return Number.parseInt(time?.slice(2) ?? '', 10);
}
