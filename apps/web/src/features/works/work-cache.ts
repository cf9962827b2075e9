import type { QueryClient } from '@tanstack/react-query';
import {
  LikeWorkDocument,
  OneWorkDocument,
  UnlikeWorkDocument,
  WorkFieldsFragmentDoc,
} from '../../api/graph/works/work-store';
import { graphClientOf } from '../../api/graph-client';
import type { Discovery } from '../../api/types';

/*
 * Apollo's cache keeps each work once, by whichever call it came. It is loaded after the map's first list, with
 * Apollo's code, which the map does not wait for.
 */

const entityOf = (id: string) => ({ __typename: 'Discovery' as const, id });

/** Keeps the works of a REST list. */
export function keepWorks(rest: QueryClient, works: readonly Discovery[]): void {
  const { cache } = graphClientOf(rest);
  cache.batch({
    update: () => {
      for (const work of works)
        // REST's `name` is the graph's `title` by another name, which is kept once.
        cache.writeFragment({
          fragment: WorkFieldsFragmentDoc,
          data: { ...work, name: work.title, __typename: 'Discovery' },
        });
    },
  });
}

/**
 * Calls `onChange` with the kept works of these ids, now and whenever one of them changes or is removed, until the
 * returned function is called.
 */
export function watchWorks(
  rest: QueryClient,
  ids: readonly string[],
  onChange: (works: Discovery[]) => void,
): () => void {
  const kept = graphClientOf(rest).watchFragment({ fragment: WorkFieldsFragmentDoc, from: ids.map(entityOf) });
  const subscription = kept.subscribe((result) => {
    const missing = new Set(Object.keys(result.missing ?? {}));
    onChange(result.data.filter((work, index) => work !== null && !missing.has(`${index}`)) as Discovery[]);
  });
  return () => subscription.unsubscribe();
}

/** Reads one work and keeps it. @returns whether there is one */
export async function readWork(rest: QueryClient, id: string): Promise<boolean> {
  const { data } = await graphClientOf(rest).query({
    query: OneWorkDocument,
    variables: { id },
    fetchPolicy: 'network-only',
    // One that is still running may be from before a change.
    context: { queryDeduplication: false },
  });
  return data!.discovery !== null;
}

/** A work is no longer on the map. */
export function removeWork(rest: QueryClient, id: string): void {
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
