import { hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Discovery } from '../../api/types';
import { loadPart } from '../../ui/lazy-part';

/** In a `queryFn`: the query whose works are cached, and its signal. */
interface QueryOfWorks {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/**
 * Writes the works that a query has read into Apollo's cache. Apollo's code is requested after the works have arrived,
 * and so after the map library. The works of a cancelled request are outdated and are not written.
 *
 * @returns the name of the list, for `useWorks`
 */
export async function cacheList(
  { client, queryKey, signal }: QueryOfWorks,
  works: readonly Discovery[],
): Promise<string> {
  const { cacheWorks } = await loadPart(() => import('./work-cache'));
  signal.throwIfAborted();
  const list = hashKey(queryKey);
  cacheWorks(client, list, works);
  return list;
}

/**
 * The works of a list as Apollo's cache has them, without evicted ones; null until they have been read. The works of the
 * former list stay until those of the next one have been read.
 */
export function useWorks(list: string | null | undefined): Discovery[] | null {
  const client = useQueryClient();
  const [works, setWorks] = useState<Discovery[] | null>(null);
  useEffect(() => {
    if (!list) return;
    let stop: (() => void) | null = null;
    let isLeft = false;
    loadPart(() => import('./work-cache'))
      .then(({ watchWorks }) => {
        if (!isLeft) stop = watchWorks(client, list, setWorks);
      })
      // The name comes from `cacheList`, which has loaded the same code.
      .catch(() => undefined);
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [client, list]);
  return works;
}
