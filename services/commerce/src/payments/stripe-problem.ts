import { log, Problem } from '@sprayhunt/service-kit';
import Stripe from 'stripe';

/** Seconds until a retry. */
const RETRY_AFTER = 2;

const { StripeAPIError, StripeCardError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } = Stripe.errors;

/** Whether Stripe did not take the call, or its reply was lost: the same call with the same idempotency key may be made again. */
export const isStripeAway = (error: unknown): boolean =>
  error instanceof StripeConnectionError || error instanceof StripeRateLimitError || error instanceof StripeAPIError || (error instanceof StripeIdempotencyError && error.statusCode === 409);

/** Whether Stripe says that an object of this id does not exist. */
export const isMissingAtStripe = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/**
 * For `.catch()` of a call made for a player.
 * @throws Problem `PAYMENTS_UNAVAILABLE` where Stripe is away, `PAYMENT_FAILED` with Stripe's own sentence where the
 *   card is refused; any other error as it is, which is a fault of ours
 */
export function throwProblem(error: unknown): never {
  if (isStripeAway(error)) {
    log.warn({ err: error }, 'Stripe did not respond');
    throw new Problem('PAYMENTS_UNAVAILABLE', 'Payments are temporarily unavailable. Please try again.', { retryAfter: RETRY_AFTER, cause: error });
  }
  if (error instanceof StripeCardError) throw new Problem('PAYMENT_FAILED', error.message, { cause: error });
  throw error;
}
