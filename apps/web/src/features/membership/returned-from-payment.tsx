import { m } from '#messages';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { GraphProvider } from '../../api/graph-client';
import { PRODUCT_NAME } from '../../product';
import { toast, type ToastMessage } from '../../ui/toast';
import { useRefreshUser } from '../session';
import { withoutReturn } from '../payments';
import { trialOutcome } from './trial-outcome';
import { useSettle } from './use-membership';

/** The kind of confirmation before the cardholder was redirected to authenticate. */
type Purpose = 'trial' | 'subscription' | 'card';

const DONE: Record<Purpose, (membership: Parameters<typeof trialOutcome>[0]) => ToastMessage> = {
  trial: trialOutcome,
  subscription: () => ({
    title: m.membership_done_title({ product: PRODUCT_NAME }),
    description: m.membership_done_text(),
  }),
  card: () => ({ title: m.membership_card_changed_title(), description: m.membership_card_changed_text() }),
};
const FAILED: Record<Purpose, () => ToastMessage> = {
  trial: () => ({ title: m.membership_trial_signup_failed_title(), description: m.membership_payment_failed_text() }),
  subscription: () => ({ title: m.membership_payment_failed(), description: m.membership_payment_failed_text() }),
  card: () => ({ title: m.membership_card_failed(), description: m.membership_payment_failed_text() }),
};

/** Shows the result of an authentication elsewhere once, and removes its parameters from the address. */
export function ReturnedFromPayment({ of }: { of: Purpose }) {
  return (
    <GraphProvider>
      <Returned of={of} />
    </GraphProvider>
  );
}

function Returned({ of }: { of: Purpose }) {
  const [search, setSearch] = useSearchParams();
  const refreshUser = useRefreshUser();
  const settle = useSettle();
  const status = search.get('redirect_status');
  const showOutcome = useEffectEvent(async () => {
    const rest = withoutReturn(search);
    if (!rest) return undefined;
    setSearch(rest, { replace: true });
    if (status === 'failed') return toast({ ...FAILED[of](), variant: 'destructive' });
    const [membership] = await Promise.all([settle(), refreshUser()]);
    toast(DONE[of](membership));
  });
  useEffect(() => {
    if (status) void showOutcome();
  }, [status]);
  return null;
}
