import type Stripe from 'stripe';
import type { World } from './world.js';

/** Where the holder of a card authenticates: a page of the sandbox, to go to or, without a return address, to show. */
export function nextAction(
  world: World,
  intent: string,
  secret: string,
  returnUrl: string | null,
): Stripe.PaymentIntent.NextAction & Stripe.SetupIntent.NextAction {
  const url = `${world.url}/_sandbox/authenticate/${intent}?client_secret=${secret}`;
  if (returnUrl === null)
    return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } };
  return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
}
