import { m } from '#messages';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
// The pure entry loads nothing until it is asked to: pages without a payment do without Stripe's script.
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useState } from 'react';
import { language } from '../../lib/language';
import { Button } from '../../ui/button';
import { LoadState } from '../../ui/load-state';
import { Skeleton } from '../../ui/skeleton';
import { Failure } from './failure';
import type { PaymentFormProps } from './payment-form';
import { useConfirm } from './use-confirm';

type StripeScript = NonNullable<Awaited<ReturnType<typeof loadStripe>>>;
type Loaded = { script: StripeScript } | 'loading' | 'failed';

/** Stripe's Payment Element. Its script comes from Stripe when this is first shown. */
export function StripeForm({ publishableKey, ...props }: PaymentFormProps & { publishableKey: string }) {
  const [{ loaded, round }, setState] = useState<{ loaded: Loaded; round: number }>({ loaded: 'loading', round: 0 });
  useEffect(() => {
    let isShown = true;
    const set = (next: Loaded) => {
      if (isShown) setState({ loaded: next, round });
    };
    loadStripe(publishableKey).then(
      (script) => set(script ? { script } : 'failed'),
      () => set('failed'),
    );
    return () => {
      isShown = false;
    };
  }, [publishableKey, round]);
  if (loaded === 'loading' || loaded === 'failed') {
    return (
      <LoadState
        loading={m.payments_loading()}
        failed={m.payments_not_loaded()}
        text={m.payments_script_blocked()}
        isPending={loaded === 'loading'}
        error={loaded === 'failed'}
        onRetry={() => setState({ loaded: 'loading', round: round + 1 })}
      >
        <Skeleton className="h-56" />
      </LoadState>
    );
  }
  return (
    <Elements
      stripe={loaded.script}
      options={{
        clientSecret: props.clientSecret,
        locale: language(),
        appearance: { theme: isDark() ? 'night' : 'stripe', labels: 'above' },
      }}
    >
      <ElementForm {...props} />
    </Elements>
  );
}

/** Stripe draws its fields in a frame of its own, which does not see our colours. */
const isDark = () => getComputedStyle(document.documentElement).colorScheme.startsWith('dark');

function ElementForm({ kind, submitLabel, returnUrl, ...outcomes }: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const { beforeConfirm, ...after } = outcomes;
  const { confirm, isBusy, problem } = useConfirm(after);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements) return;
    void confirm(async () => {
      const checked = await elements.submit();
      if (checked.error) return { refused: checked.error.message ?? m.payments_refused() };
      await beforeConfirm?.();
      const given = { elements, confirmParams: { return_url: returnUrl }, redirect: 'if_required' } as const;
      const { error } = await (kind === 'setup' ? stripe.confirmSetup(given) : stripe.confirmPayment(given));
      return error ? { refused: error.message ?? m.payments_refused() } : 'done';
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <PaymentElement onReady={() => setReady(true)} />
      <Failure problem={problem} />
      <Button type="submit" variant="primary" size="lg" pending={isBusy} disabled={!isReady}>
        {submitLabel}
      </Button>
    </form>
  );
}
