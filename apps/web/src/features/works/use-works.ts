import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Discovery } from '../../api/types';
import { loadPart } from '../../ui/lazy-part';

/**
 * Keeps the works of a REST list where all works are kept. Apollo's code is asked for after the list has come, and so
 * after the map's library.
 * @returns their ids
 * @param signal of the request, whose list is older than what is kept once it is cancelled
 */
export async function keepList(
  client: QueryClient,
  works: readonly Discovery[],
  signal: AbortSignal,
): Promise<string[]> {
  const { keepWorks } = await loadPart(() => import('./work-store'));
  signal.throwIfAborted();
  keepWorks(client, works);
  return works.map(({ id }) => id);
}

/**
 * The works of these ids as the page keeps them now, without those that were removed; null while none of the ids is
 * known. Those of a former list stay until the next is there.
 *
 * @param ids the same array for as long as the list is the same
 */
export function useWorks(ids: readonly string[] | undefined): Discovery[] | null {
  const client = useQueryClient();
  const [works, setWorks] = useState<Discovery[] | null>(null);
  useEffect(() => {
    if (!ids) return;
    let stop: (() => void) | null = null;
    let isLeft = false;
    loadPart(() => import('./work-store'))
      .then(({ watchWorks }) => {
        if (!isLeft) stop = watchWorks(client, ids, setWorks);
      })
      // The list of the ids came by the same code.
      .catch(() => undefined);
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [client, ids]);
  return works;
}
