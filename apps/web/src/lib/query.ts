import { QueryClient, type QueryFunction } from '@tanstack/react-query';
import { HttpError } from './http';

/** Reads GET <key segments joined by slashes> as JSON; on 401 either throws or returns null. */
export function readKey<T>({ on401 }: { on401: 'throw' | 'null' }): QueryFunction<T> {
  return async ({ queryKey, signal }) => {
    const response = await globalThis.fetch(
      new Request(new URL(queryKey.join('/'), window.location.origin), { credentials: 'include', signal }),
    );
    if (response.status === 401 && on401 === 'null') {
      // Read to its end, or the connection stays in use.
      await response.text();
      return null as T;
    }
    if (!response.ok) throw await HttpError.from(response);
    return (await response.json()) as T;
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
