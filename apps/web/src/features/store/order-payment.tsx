import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { OrderPaymentDocument } from '../../api/graph/store/orders';
import { orderPath } from '../../lib/paths';
import { LoadState } from '../../ui/load-state';
import { kindOf, PaymentForm } from '../payments';

interface Props {
  id: string;
  token: string | null;
  total: string;
  onPaid: () => void;
}

/** The payment of an order that waits for it: at checkout, after a reload, or from the list of orders. */
export function OrderPayment({ id, token, total, onPaid }: Props) {
  const { data, error, refetch } = useQuery(OrderPaymentDocument, {
    variables: { id, token },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const clientSecret = data?.orderPayment?.clientSecret;
  if (!clientSecret)
    return (
      <LoadState
        loading={m.store_payment_loading()}
        failed={m.store_payment_not_loaded()}
        isPending={!data && !error}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <PaymentForm
      clientSecret={clientSecret}
      kind={kindOf(clientSecret)}
      submitLabel={m.store_pay({ total })}
      returnUrl={window.location.origin + orderPath(id, token)}
      onDone={onPaid}
    />
  );
}
