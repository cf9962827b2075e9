import { m } from '#messages';
import { browser } from '../../lib/browser';
import type { Confirmed } from './use-confirm';

export interface PaymentCardDetails {
  /** Digits alone. */
  number: string;
  month: number;
  year: number;
  cvc: string;
}

interface Attempt {
  sandboxUrl: string;
  publishableKey: string;
  clientSecret: string;
  kind: 'payment' | 'setup';
  returnUrl: string;
}

/** As much of Stripe's intents and errors as is read here. */
interface Intent {
  id: string;
  status: string;
  next_action?: { redirect_to_url?: { url: string } | null } | null;
}
interface Refusal {
  error?: { message?: string; code?: string; payment_intent?: Intent; setup_intent?: Intent };
}

/** The id of the intent of a client secret: `pi_123_secret_456`. */
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!;

/**
 * Does what Stripe's script does with a payment card: makes a payment method of it, confirms the intent, leads to
 * authentication.
 */
export async function confirmAtSandbox(paymentCard: PaymentCardDetails, attempt: Attempt): Promise<Confirmed> {
  const method = await call<{ id: string }>(attempt, 'payment_methods', {
    type: 'card',
    'card[number]': paymentCard.number,
    'card[exp_month]': String(paymentCard.month),
    'card[exp_year]': String(paymentCard.year),
    'card[cvc]': paymentCard.cvc,
  });
  if ('error' in method) return refused(method);
  const intents = attempt.kind === 'setup' ? 'setup_intents' : 'payment_intents';
  const intent = await call<Intent>(attempt, `${intents}/${intentOf(attempt.clientSecret)}/confirm`, {
    client_secret: attempt.clientSecret,
    payment_method: method.id,
    return_url: attempt.returnUrl,
  });
  if ('error' in intent) {
    // Confirmed before, in another tab or by a request whose reply was lost: it is paid.
    const known = intent.error?.payment_intent ?? intent.error?.setup_intent;
    return known && isTaken(known) ? 'done' : refused(intent);
  }
  if (isTaken(intent)) return 'done';
  const elsewhere = intent.next_action?.redirect_to_url?.url;
  if (!elsewhere) return { refused: m.payments_refused() };
  browser.goTo(elsewhere);
  return 'redirected';
}

const isTaken = ({ status }: Intent) => ['succeeded', 'processing', 'requires_capture'].includes(status);

const refused = ({ error }: Refusal): Confirmed => ({ refused: error?.message ?? m.payments_refused() });

async function call<Result>(
  { sandboxUrl, publishableKey }: Attempt,
  path: string,
  params: Record<string, string>,
): Promise<Result | Required<Refusal>> {
  // Not a call to our server: no cookies, no `send`. The key goes in the body, as Stripe's script sends it, so that no
  // preflight is needed.
  const response = await fetch(`${sandboxUrl}/v1/${path}`, {
    method: 'POST',
    credentials: 'omit',
    body: new URLSearchParams({ key: publishableKey, ...params }),
  });
  return (await response.json()) as Result | Required<Refusal>;
}
