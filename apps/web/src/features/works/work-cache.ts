import type { QueryClient } from '@tanstack/react-query';
import {
  LikeWorkDocument,
  OneWorkDocument,
  UnlikeWorkDocument,
  WorkFieldsFragmentDoc,
} from '../../api/graph/works/work-cache';
import { graphClientOf } from '../../api/graph-client';
import type { Discovery } from '../../api/types';

/*
 * Apollo's normalized cache has one entry for each work, whichever call returned the work. This module is loaded with
 * Apollo's code after the first list, so that the map does not wait for it.
 */

const entityOf = (id: string) => ({ __typename: 'Discovery' as const, id });

/** Writes the works of a REST list into the cache. */
export function cacheWorks(rest: QueryClient, works: readonly Discovery[]): void {
  const { cache } = graphClientOf(rest);
  cache.batch({
    update: () => {
      for (const work of works)
        // In GraphQL `name` is an alias of `title`.
        cache.writeFragment({
          fragment: WorkFieldsFragmentDoc,
          data: { ...work, name: work.title, __typename: 'Discovery' },
        });
    },
  });
}

/**
 * Calls `onChange` with the cached works of these ids, now and after each change or eviction of one of them, until the
 * returned function is called.
 */
export function watchWorks(
  rest: QueryClient,
  ids: readonly string[],
  onChange: (works: Discovery[]) => void,
): () => void {
  const fragments = graphClientOf(rest).watchFragment({ fragment: WorkFieldsFragmentDoc, from: ids.map(entityOf) });
  const subscription = fragments.subscribe((result) => {
    const missing = new Set(Object.keys(result.missing ?? {}));
    onChange(result.data.filter((work, index) => work !== null && !missing.has(`${index}`)) as Discovery[]);
  });
  return () => subscription.unsubscribe();
}

/** Fetches one work into the cache. @returns whether the work exists */
export async function fetchWork(rest: QueryClient, id: string): Promise<boolean> {
  const { data } = await graphClientOf(rest).query({
    query: OneWorkDocument,
    variables: { id },
    fetchPolicy: 'network-only',
    // A running request may have read the work before a change.
    context: { queryDeduplication: false },
  });
  return data!.discovery !== null;
}

/** Removes a work from the cache, and so from every list. */
export function evictWork(rest: QueryClient, id: string): void {
  const { cache } = graphClientOf(rest);
  cache.evict({ id: cache.identify(entityOf(id)) });
  cache.gc();
}

/**
 * Likes a work or takes the like back: shown at once, and undone if the server refuses. A session that has ended is the
 * caller's to handle.
 */
export async function setLike(rest: QueryClient, id: string, liked: boolean): Promise<void> {
  const graph = graphClientOf(rest);
  const work = graph.readFragment({ fragment: WorkFieldsFragmentDoc, from: entityOf(id) });
  const change = liked ? 1 : -1;
  const expected = work && {
    ...entityOf(id),
    liked,
    likes: work.liked === liked ? work.likes : Math.max(0, work.likes + change),
  };
  const call = { variables: { id }, context: { on401: 'leave' } } as const;
  if (liked)
    await graph.mutate({
      ...call,
      mutation: LikeWorkDocument,
      ...(expected && { optimisticResponse: { likeDiscovery: expected } }),
    });
  else
    await graph.mutate({
      ...call,
      mutation: UnlikeWorkDocument,
      ...(expected && { optimisticResponse: { unlikeDiscovery: expected } }),
    });
}
