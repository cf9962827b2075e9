import { useMutation, useQuery } from '@apollo/client/react';
import { readFragment } from '../../api/graph/fragment-masking';
import { SettleMembershipDocument } from '../../api/graph/membership/changes';
import { MembershipDocument, MembershipFragmentDoc } from '../../api/graph/membership/membership';
import { useUser } from '../session';

/** The signed-in player's membership; undefined for guests, and until it is known. */
export function useMembership() {
  const { user } = useUser();
  const { data, error, refetch } = useQuery(MembershipDocument, { skip: !user });
  const membership = user && data ? readFragment(MembershipFragmentDoc, data.membership) : undefined;
  return {
    membership,
    isPending: Boolean(user) && !membership && !error,
    error: membership ? undefined : error,
    refetch,
  };
}

/**
 * Makes the server check a payment that was just confirmed, and returns the membership; undefined if that failed, in
 * which case the provider's webhook follows.
 */
export function useSettle() {
  const [settle] = useMutation(SettleMembershipDocument);
  return () =>
    settle().then(
      ({ data }) => data && readFragment(MembershipFragmentDoc, data.settleMembership),
      (error: unknown) => console.error('The membership could not be read after its payment:', error),
    );
}
