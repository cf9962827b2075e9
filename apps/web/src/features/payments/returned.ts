/** What Stripe, and the sandbox as it does, add to the address that a cardholder comes back to after authentication. */
const ADDED = ['payment_intent', 'setup_intent'].flatMap((intent) => [intent, `${intent}_client_secret`]).concat('redirect_status');

/** The search of an address without what the return from an authentication added; null where nothing was added. */
export function withoutReturn(search: URLSearchParams): URLSearchParams | null {
  if (!ADDED.some((name) => search.has(name))) return null;
  const rest = new URLSearchParams(search);
  ADDED.forEach((name) => rest.delete(name));
  return rest;
}

/** What a client secret opens: `seti_…` a setup, else a payment. */
export const kindOf = (clientSecret: string): 'payment' | 'setup' => (clientSecret.startsWith('seti_') ? 'setup' : 'payment');
