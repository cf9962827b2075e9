import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { User } from '../../api/types';
import { readKey } from '../../lib/query';
import { seemsSignedIn } from '../../lib/session';
import { userKey } from '../../lib/shared-facts';

const askServer = readKey<User | null>({ on401: 'null' });

/**
 * Who is signed in: `user` is null for a guest, undefined while that is not known yet. The server is asked only where
 * someone may be; after a failure again by each part that appears, unless it is `retryOnMount: false`, as a part has to be
 * that a screen shows beside the failure: that screen would load without end.
 */
export function useUser({ retryOnMount = true } = {}) {
  const { data, isPending, error } = useQuery({ queryKey: userKey, queryFn: (context) => (seemsSignedIn() ? askServer(context) : null), retryOnMount });
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

/** Asks the server again who is signed in. */
export function useRefreshUser() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: userKey }), [client]);
}
