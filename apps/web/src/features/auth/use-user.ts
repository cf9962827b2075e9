import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { User } from '../../api/types';
import { readKey } from '../../lib/query';

export const userKey = ['/api/auth/user'] as const;

/** Who is signed in: `user` is null for a guest (the server's 401), undefined while that is not known yet. */
export function useUser() {
  const { data, isPending, error } = useQuery({ queryKey: userKey, queryFn: readKey<User | null>({ on401: 'null' }) });
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
