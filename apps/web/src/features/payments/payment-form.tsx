import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { Suspense } from 'react';
import { PaymentSettingsDocument } from '../../api/graph/payments/payment-settings';
import { lazyPart } from '../../ui/lazy-part';
import { LoadState } from '../../ui/load-state';
import { Skeleton } from '../../ui/skeleton';

export interface PaymentFormProps {
  /** Of the payment or setup intent. */
  clientSecret: string;
  /** `payment` charges, `setup` keeps a payment card for later. */
  kind: 'payment' | 'setup';
  submitLabel: string;
  /** Absolute address on our origin to which a cardholder returns after authenticating elsewhere. */
  returnUrl: string;
  /**
   * Called right before the payment card is charged or kept, once what was typed is in order. What it throws goes to
   * `onFailed`, and nothing is confirmed.
   */
  beforeConfirm?: () => Promise<void>;
  /** Called when the provider accepted the payment card; the server decides what follows. */
  onDone: () => void;
  /** The form says itself why. @param message the provider's or its own sentence @param error what was thrown */
  onFailed?: (message?: string, error?: unknown) => void;
}

const StripeForm = lazyPart(() => import('./stripe-form').then((module) => module.StripeForm));
const TestForm = lazyPart(() => import('./test-form').then((module) => module.TestForm));

/**
 * The form for a payment card: Stripe's own, or in test mode one that uses the sandbox. Needs a GraphProvider around
 * it.
 */
export function PaymentForm(props: PaymentFormProps) {
  const { data, error, refetch } = useQuery(PaymentSettingsDocument);
  const { sandboxUrl, publishableKey } = data?.paymentSettings ?? {};
  if (!publishableKey) {
    return (
      <LoadState
        loading={m.payments_loading()}
        failed={m.payments_not_loaded()}
        isPending={!error}
        error={error}
        onRetry={() => void refetch()}
      >
        <Skeleton className="h-56" />
      </LoadState>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-56" />}>
      {/* A secret is of one intent: another one is another form. */}
      {sandboxUrl ? (
        <TestForm key={props.clientSecret} {...props} sandboxUrl={sandboxUrl} publishableKey={publishableKey} />
      ) : (
        <StripeForm key={props.clientSecret} {...props} publishableKey={publishableKey} />
      )}
    </Suspense>
  );
}
