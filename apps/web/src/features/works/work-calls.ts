import type { QueryClient } from '@tanstack/react-query';
import { LikeWorkDocument, OneWorkDocument, UnlikeWorkDocument } from '../../api/graph/works/work-calls';
import type { Discovery } from '../../api/types';
import { graphClientOf } from '../../api/graph-client';

/*
 * By GraphQL, into REST's cache: the lists around a place are there, and each work is kept once. With Apollo's code,
 * which the map does not wait for.
 */

/** One work; null where there is none. Each call asks, since one that is still running may be from before a change. */
export async function readWork(rest: QueryClient, id: string): Promise<Discovery | null> {
  const { data } = await graphClientOf(rest).query({
    query: OneWorkDocument,
    variables: { id },
    fetchPolicy: 'no-cache',
    context: { queryDeduplication: false },
  });
  return data!.discovery;
}

/** Likes a work or takes the like back. A session that has ended is the caller's to handle. */
export async function setLike(
  rest: QueryClient,
  id: string,
  liked: boolean,
): Promise<Pick<Discovery, 'likes' | 'liked'>> {
  const call = { variables: { id }, fetchPolicy: 'no-cache', context: { on401: 'leave' } } as const;
  const graph = graphClientOf(rest);
  if (liked) return (await graph.mutate({ mutation: LikeWorkDocument, ...call })).data!.likeDiscovery;
  return (await graph.mutate({ mutation: UnlikeWorkDocument, ...call })).data!.unlikeDiscovery;
}
