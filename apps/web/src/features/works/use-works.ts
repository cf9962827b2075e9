import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Discovery } from '../../api/types';
import { loadPart } from '../../ui/lazy-part';

/**
 * Writes the works of a REST list into Apollo's cache. Apollo's code is requested after the list has arrived, and so
 * after the map library.
 *
 * @param signal of the request: the list of a cancelled request is outdated and is not written
 * @returns the ids of the works, in the order of the list
 */
export async function cacheList(
  client: QueryClient,
  works: readonly Discovery[],
  signal: AbortSignal,
): Promise<string[]> {
  const { cacheWorks } = await loadPart(() => import('./work-cache'));
  signal.throwIfAborted();
  cacheWorks(client, works);
  return works.map(({ id }) => id);
}

/**
 * The cached works of these ids, without evicted ones; null until the first list has arrived. The works of the former
 * list stay until those of the next one have been read.
 *
 * @param ids a new array means a new list
 */
export function useWorks(ids: readonly string[] | undefined): Discovery[] | null {
  const client = useQueryClient();
  const [works, setWorks] = useState<Discovery[] | null>(null);
  useEffect(() => {
    if (!ids) return;
    let stop: (() => void) | null = null;
    let isLeft = false;
    loadPart(() => import('./work-cache'))
      .then(({ watchWorks }) => {
        if (!isLeft) stop = watchWorks(client, ids, setWorks);
      })
      // The ids come from a list that has loaded the same code.
      .catch(() => undefined);
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [client, ids]);
  return works;
}
