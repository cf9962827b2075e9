import type Stripe from 'stripe';

export type ErrorBody = Stripe.PaymentIntent.LastPaymentError;

/** An error of the API: the HTTP status and the `error` object of the body. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /**
     * Whether the changes of the call are rolled back. A declined card leaves its intent behind; other faults leave
     * nothing.
     */
    readonly undoes = status !== 402,
  ) {
    super(body.message);
    this.name = 'ApiError';
  }
}

export function invalid(
  message: string,
  details: Omit<Partial<ErrorBody>, 'type' | 'message'> = {},
  status = 400,
): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message, ...details });
}

/** @param kind as in messages: 'customer', 'payment_intent' */
export function notFound(kind: string, id: string, param = 'id'): ApiError {
  // 404 for the object in the address, 400 for an object named by a parameter.
  return invalid(
    `No such ${kind}: '${id}'`,
    { code: 'resource_missing', param },
    param === 'id' || param === 'intent' ? 404 : 400,
  );
}

export function unexpectedState(
  kind: 'payment_intent' | 'setup_intent',
  verb: string,
  object: Stripe.PaymentIntent | Stripe.SetupIntent,
): ApiError {
  const name = kind === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  return invalid(`You cannot ${verb} this ${name} because it has a status of ${object.status}.`, {
    code: `${kind}_unexpected_state`,
    [kind]: object,
  });
}
