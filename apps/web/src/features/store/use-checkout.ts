import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readFragment } from '../../api/graph/fragment-masking';
import { CheckoutDocument, OrderFactsFragmentDoc } from '../../api/graph/store/orders';
import { TotalsFactsFragmentDoc } from '../../api/graph/store/store';
import { problemCode, problemOf } from '../../api/http';
import { newIdempotencyKey } from '../../lib/random';
import { orderPath } from '../../lib/paths';
import { problemDetail } from '../../api/problems';
import { useRefreshUser, useUser } from '../session';
import { addressOf, type CheckoutForm } from './checkout-rules';
import type { useCart } from './use-cart';

/** Orders the cart's lines and continues to the payment. */
export function useCheckout(cart: ReturnType<typeof useCart>) {
  const { isUnverified } = useUser();
  const refreshUser = useRefreshUser();
  const navigate = useNavigate();
  const [checkout] = useMutation(CheckoutDocument);
  const [problem, setProblem] = useState<string>();
  const attempt = useRef({ content: '', key: '' });

  /** One key for one content: sent again after a reply that was lost, it is the same order. */
  const keyOf = (content: string) => {
    if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() };
    return attempt.current.key;
  };
  const placeOrder = async (values: CheckoutForm) => {
    if (!cart.cart) return;
    setProblem(undefined);
    const lines = cart.cart.lines
      .filter(({ available }) => available > 0)
      .map(({ productId, size, quantity, available }) => ({
        productId,
        size: size ?? null,
        quantity: Math.min(quantity, available),
      }));
    const input = { email: values.email, address: addressOf(values), lines, expectedTotal: totalOf(cart.cart) };
    try {
      const { data } = await checkout({
        variables: { input },
        context: { idempotencyKey: keyOf(JSON.stringify(input)) },
      });
      const { order, token } = data!.checkout;
      void navigate(orderPath(readFragment(OrderFactsFragmentDoc, order).id, cart.isPlayer ? null : token), {
        replace: true,
      });
    } catch (error) {
      // A refused checkout is not repeated with its key: the next try gets a new one.
      if (problemOf(error)) attempt.current = { content: '', key: '' };
      const code = problemCode(error);
      if (code === 'CONTACT_NOT_VERIFIED') void refreshUser();
      if (code === 'TOTAL_CHANGED' || code === 'OUT_OF_STOCK' || code === 'RESERVATION_LIMIT') await cart.refetch();
      setProblem(problemDetail(error, m.store_checkout_failed()));
      throw error;
    }
  };
  return { placeOrder, problem, /** The player's contact has to be confirmed first. */ isUnverified };
}

const totalOf = ({ totals }: NonNullable<ReturnType<typeof useCart>['cart']>) =>
  readFragment(TotalsFactsFragmentDoc, totals).total.amount;
