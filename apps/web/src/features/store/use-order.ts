import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readFragment } from '../../api/graph/fragment-masking';
import {
  CancelOrderDocument,
  OrderFactsFragmentDoc,
  OrderPageDocument,
  SettleOrderDocument,
} from '../../api/graph/store/orders';
import { problemDetail } from '../../api/problems';
import { toast } from '../../ui/toast';
import { withoutReturn } from '../payments';
import { quantityOf, withQuantity } from './cart-lines';
import { guestCart } from './guest-cart';
import { wantedOf } from './use-cart';

/** Milliseconds between checks of a payment that the provider still processes. */
const LOOK_AGAIN_MS = 3_000;

/** An order, its payment as it is now, and its cancellation. The token in the address opens a guest's. */
export function useOrder(id: string) {
  const [address, setAddress] = useSearchParams();
  const token = address.get('token');
  const variables = { id, token };
  const { data, error, refetch } = useQuery(OrderPageDocument, { variables, fetchPolicy: 'cache-and-network' });
  const [settle] = useMutation(SettleOrderDocument, { variables });
  const [cancel] = useMutation(CancelOrderDocument, { variables });
  const [isChecking, setChecking] = useState(false);
  const order = readFragment(OrderFactsFragmentDoc, data?.order);
  const isOpen = order?.status === 'awaiting_payment';

  const look = useEffectEvent(() => {
    settle().catch((reason: unknown) => {
      setChecking(false);
      toast({
        title: m.store_failed_title(),
        description: problemDetail(reason, m.store_not_checked()),
        variant: 'destructive',
      });
    });
  });
  // Back from the authentication of the payment card; the provider may have notified the server before.
  const isBack = order !== undefined && order !== null && withoutReturn(address) !== null;
  const leave = useEffectEvent(() => {
    const passed = address.get('redirect_status') === 'succeeded';
    const rest = withoutReturn(address);
    if (rest) setAddress(rest, { replace: true });
    if (passed) setChecking(true);
    else if (isOpen)
      toast({
        title: m.store_not_authenticated_title(),
        description: m.store_not_authenticated_text(),
        variant: 'destructive',
      });
  });
  useEffect(() => {
    if (isBack) leave();
  }, [isBack]);
  const isLooking = isOpen && isChecking;
  useEffect(() => {
    if (!isLooking) return undefined;
    look();
    const again = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(again);
  }, [isLooking]);

  const isPaid = order?.status === 'paid';
  // A player's cart is the server's to empty.
  const takeOut = useEffectEvent(() =>
    guestCart.change((lines) =>
      (order?.lines ?? [])
        .map(wantedOf)
        .reduce(
          (left, bought) =>
            withQuantity(left, { ...bought, quantity: Math.max(0, quantityOf(left, bought) - bought.quantity) }),
          [...lines],
        ),
    ),
  );
  const hasJustPaid = isPaid && isChecking;
  useEffect(() => {
    if (hasJustPaid) takeOut();
  }, [hasJustPaid]);

  return {
    order,
    token,
    error: order ? null : error,
    isUnknown: data !== undefined && !order,
    isPending: !data && !error,
    refetch,
    isChecking: isLooking,
    hasJustPaid,
    paid: () => setChecking(true),
    cancel: () => cancel().then(() => undefined),
  };
}
