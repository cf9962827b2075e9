import { m } from '#messages';
import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readFragment } from '../../api/graph/fragment-masking';
import type { CartFactsFragment } from '../../api/graph/graphql';
import {
  CartFactsFragmentDoc,
  MergeCartDocument,
  MyCartDocument,
  QuoteDocument,
  SetCartDocument,
} from '../../api/graph/store/store';
import { isUnauthorized } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { toast } from '../../ui/toast';
import { useUser } from '../session';
import type { WantedLine } from './cart-lines';
import { guestCart, useGuestCart, type GuestCart } from './guest-cart';

export type CartLine = CartFactsFragment['lines'][number];
type Update = (lines: readonly WantedLine[]) => readonly WantedLine[];

/** The cart: a player's from the server, a guest's from this browser and priced by the server. */
export function useCart() {
  const { user, isPending: isUserPending } = useUser();
  const client = useApolloClient();
  const guest = useGuestCart();
  const isPlayer = Boolean(user);
  const ofPlayer = useQuery(MyCartDocument, { skip: !isPlayer, fetchPolicy: 'cache-and-network' });
  const lines = inputsOf(guest.lines);
  const ofGuest = useQuery(QuoteDocument, {
    variables: { lines },
    skip: isPlayer || lines.length === 0,
    fetchPolicy: 'cache-and-network',
  });
  const [setCart] = useMutation(SetCartDocument);
  const [merge] = useMutation(MergeCartDocument);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(Promise.resolve(true));

  const say = (error: unknown) => {
    if (!isUnauthorized(error))
      toast({
        title: m.store_failed_title(),
        description: problemDetail(error, m.store_cart_not_saved()),
        variant: 'destructive',
      });
  };
  const changeOnServer = async (update: Update): Promise<boolean> => {
    try {
      // Another tab or device may have changed it since.
      const { data } = await client.query({ query: MyCartDocument, fetchPolicy: 'network-only' });
      const present = readFragment(CartFactsFragmentDoc, data!.cart).lines;
      await setCart({
        variables: { lines: inputsOf(update(present.map(wantedOf))) },
        update: (cache, { data: saved }) => {
          if (saved) cache.writeQuery({ query: MyCartDocument, data: { cart: saved.setCart } });
        },
      });
      return true;
    } catch (error) {
      say(error);
      return false;
    }
  };
  /** Changes the cart, one change after the other; whether it is stored. */
  const change = async (update: Update): Promise<boolean> => {
    if (!isPlayer) {
      guestCart.change(update);
      return true;
    }
    setBusy(true);
    running.current = running.current.then(() => changeOnServer(update));
    return running.current.finally(() => setBusy(false));
  };

  const mergeGuest = useEffectEvent((cart: GuestCart) => {
    merge({
      variables: { lines: inputsOf(cart.lines), key: cart.key },
      update: (cache, { data }) => {
        if (data) cache.writeQuery({ query: MyCartDocument, data: { cart: data.mergeCart } });
      },
    }).then(() => guestCart.drop(cart), say);
  });
  const isToMerge = isPlayer && guest.lines.length > 0;
  useEffect(() => {
    if (isToMerge) mergeGuest(guestCart.read());
  }, [isToMerge]);

  const { data, previousData, error, refetch } = isPlayer
    ? { ...ofPlayer, data: ofPlayer.data?.cart, previousData: ofPlayer.previousData?.cart }
    : { ...ofGuest, data: ofGuest.data?.quote, previousData: ofGuest.previousData?.quote };
  const isEmptyGuest = !isPlayer && guest.lines.length === 0;
  const cart = isEmptyGuest ? undefined : readFragment(CartFactsFragmentDoc, data ?? previousData);
  return {
    cart,
    /** Whether it is empty; false while that is not known. */
    isEmpty: isUserPending ? false : isPlayer ? cart?.lines.length === 0 : isEmptyGuest,
    /** Pieces in it. */
    count: (isPlayer ? (cart?.lines ?? []) : guest.lines).reduce((sum, { quantity }) => sum + quantity, 0),
    isPending: isUserPending || (!cart && !error && !isEmptyGuest),
    /** Whether a new price is being loaded. */
    isStale: !data && !isEmptyGuest,
    isBusy,
    error: cart ? null : error,
    refetch,
    change,
    isPlayer,
  };
}

export const wantedOf = ({
  productId,
  size,
  quantity,
}: Pick<CartLine, 'productId' | 'quantity'> & { size?: string | null }): WantedLine => ({
  productId,
  size: size ?? null,
  quantity,
});

/** As the schema takes them. */
export const inputsOf = (lines: readonly WantedLine[]) =>
  lines.map(({ productId, size, quantity }) => ({ productId, size, quantity }));
