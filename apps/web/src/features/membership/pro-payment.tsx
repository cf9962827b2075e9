import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { MembershipFragment } from '../../api/graph/graphql';
import type { User } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { api, bodyOf, problemCode } from '../../api/http';
import { PRODUCT_NAME } from '../../product';
import { Loading } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { VerifyContactForm } from '../session';
import { PaymentForm } from '../payments';
import { useSettle } from './use-membership';

interface ProPaymentProps {
  user: User;
  membership: MembershipFragment;
  /** Where it cannot be paid for now. */
  fallback: (retry: () => void) => ReactNode;
  onDone?: () => void;
}

/**
 * The payment that begins a membership. A player whose contact is not confirmed is asked for the code first, since a
 * charge waits for it.
 */
export function ProPayment({ user, membership, fallback, onDone }: ProPaymentProps) {
  if (user.status === 'pending') {
    return (
      <div className="flex flex-col gap-3">
        <p className="font-semibold">{m.membership_code_first()}</p>
        <VerifyContactForm contactHint={user.contactHint} />
      </div>
    );
  }
  return <Prepared {...{ user, membership, fallback, onDone }} />;
}

function Prepared({ user, membership, fallback, onDone }: ProPaymentProps) {
  const settle = useSettle();
  // A new one each time it is shown, so that nothing is paid twice.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['subscription to pay', user.id, user.status],
    queryFn: () => bodyOf(api.POST('/api/get-or-create-subscription')),
    gcTime: 0,
  });
  const settleElsewhere = useEffectEvent(() => void settle());
  useEffect(() => {
    // It was paid in another tab.
    if (problemCode(error) === 'ALREADY_MEMBER') settleElsewhere();
  }, [error]);

  const finish = async () => {
    await settle();
    toast({ title: m.membership_done_title({ product: PRODUCT_NAME }), description: m.membership_done_text() });
    onDone?.();
  };
  if (isFetching) return <Loading size="whole" loading={m.membership_payment_loading()} />;
  if (!data) return fallback(() => void refetch());
  const price = formatMoney(membership.price);
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[60ch] text-muted">{m.membership_terms({ price })}</p>
      <PaymentForm
        clientSecret={data.clientSecret}
        kind="payment"
        returnUrl={window.location.origin}
        submitLabel={m.membership_pay({ price })}
        onDone={() => void finish()}
        onFailed={(message) =>
          toast({
            title: m.membership_payment_failed(),
            description: message ?? m.membership_payment_failed_text(),
            variant: 'destructive',
          })
        }
      />
    </div>
  );
}
