import { log, Problem } from '@sprayhunt/service-kit';
import Stripe from 'stripe';

/** Seconds until a retry. */
const RETRY_AFTER_SECONDS = 2;

const { StripeAPIError, StripeCardError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } =
  Stripe.errors;

/**
 * Whether Stripe did not accept the call, or its reply was lost: the call may be retried with the same idempotency key.
 */
export const isStripeUnavailable = (error: unknown): boolean =>
  error instanceof StripeConnectionError ||
  error instanceof StripeRateLimitError ||
  error instanceof StripeAPIError ||
  (error instanceof StripeIdempotencyError && error.statusCode === 409);

/** Whether an error of Stripe means that the object does not exist. */
export const isMissingAtStripe = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/**
 * For `.catch()` of a call made for a player.
 * @throws Problem `PAYMENTS_UNAVAILABLE` if Stripe is not available, `PAYMENT_FAILED` with Stripe's own message if the
 *   card is declined; any other error unchanged, because it is a bug
 */
export function throwProblem(error: unknown): never {
  if (isStripeUnavailable(error)) {
    log.warn({ err: error }, 'Stripe did not respond');
    throw new Problem('PAYMENTS_UNAVAILABLE', 'Payments are temporarily unavailable. Please try again.', {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  if (error instanceof StripeCardError) throw new Problem('PAYMENT_FAILED', error.message, { cause: error });
  throw error;
}
