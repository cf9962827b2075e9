import { QueryClient, type QueryFunction } from '@tanstack/react-query';
import { isUnauthorized, send } from './http';

/** Reads GET <key segments joined by slashes> as JSON; on 401 either throws or returns null. */
export function readKey<T>({ on401 }: { on401: 'throw' | 'null' }): QueryFunction<T> {
  return async ({ queryKey, signal }) => {
    try {
      const response = await send(queryKey.join('/'), { signal, on401: on401 === 'null' ? 'leave' : 'report' });
      return (await response.json()) as T;
    } catch (error) {
      if (on401 === 'null' && isUnauthorized(error)) return null as T;
      throw error;
    }
  };
}

/**
 * Queries never go stale, do not refetch on focus, do not poll, are not retried; mutations are not retried. Both run
 * at once, even when the browser considers itself offline: they fail visibly, and nothing waits for the network
 * unnoticed. Failed queries run again once it is back.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readKey({ on401: 'throw' }),
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

let pageClient: QueryClient | undefined;

/** The page's own: one for as long as it is open. */
export const pageQueryClient = (): QueryClient => (pageClient ??= newQueryClient());
