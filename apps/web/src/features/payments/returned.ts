/** Parameters that Stripe and the sandbox add to the address to which a cardholder returns after authentication. */
const ADDED = ['payment_intent', 'setup_intent']
  .flatMap((intent) => [intent, `${intent}_client_secret`])
  .concat('redirect_status');

/** The search of an address without what the return from an authentication added; null where nothing was added. */
export function withoutReturn(search: URLSearchParams): URLSearchParams | null {
  if (!ADDED.some((name) => search.has(name))) return null;
  const rest = new URLSearchParams(search);
  ADDED.forEach((name) => rest.delete(name));
  return rest;
}

/** The kind of a client secret: `seti_…` for a setup, else a payment. */
export const kindOf = (clientSecret: string): 'payment' | 'setup' =>
  clientSecret.startsWith('seti_') ? 'setup' : 'payment';
