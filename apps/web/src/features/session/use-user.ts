import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { User } from '../../api/types';
import { readKey } from '../../api/query';
import { seemsSignedIn } from '../../api/session';
import { userKey } from '../../api/shared-facts';

const fetchUser = readKey<User | null>({ on401: 'null' });

/**
 * The signed-in player: `user` is null for a guest, undefined while that is not known yet. A request is sent only where
 * a player may be signed in; after a failure again by each part that mounts, unless it has `retryOnMount: false`, as a
 * part needs that a screen shows beside the failure: that screen would load without end.
 */
export function useUser({ retryOnMount = true } = {}) {
  const { data, isPending, error } = useQuery({
    queryKey: userKey,
    queryFn: (context) => (seemsSignedIn() ? fetchUser(context) : null),
    retryOnMount,
  });
  return {
    user: data,
    isPending,
    /** Why it is not known. A known user stays known when a later request fails. */
    error: data === undefined ? error : null,
    isAuthenticated: Boolean(data),
    /** Signed up, but the phone or e-mail is not yet confirmed by a code. */
    isUnverified: data?.status === 'pending',
  };
}

/** Reads the signed-in player again. */
export function useRefreshUser() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: userKey }), [client]);
}
