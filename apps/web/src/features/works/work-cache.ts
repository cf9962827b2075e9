import type { QueryClient } from '@tanstack/react-query';
import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind } from 'graphql';
import {
  LikeWorkDocument,
  OneWorkDocument,
  UnlikeWorkDocument,
  WorkFieldsFragmentDoc,
} from '../../api/graph/works/work-cache';
import { graphClientOf } from '../../api/graph-client';
import type { Discovery } from '../../api/types';

/*
 * Apollo's normalized cache has one entry for each work, whichever call returned the work, and one for each list. This
 * module is loaded with Apollo's code after the first list, so that the map does not wait for it.
 */

const LIST_TYPE = 'WorkList';

const { selectionSet } = WorkFieldsFragmentDoc.definitions[0] as FragmentDefinitionNode;

/** `{ works { ...WorkFields } }`: the schema has no such type. One watched list takes less time than 500 works. */
const WORK_LIST: DocumentNode = {
  kind: Kind.DOCUMENT,
  definitions: [
    {
      kind: Kind.FRAGMENT_DEFINITION,
      name: { kind: Kind.NAME, value: LIST_TYPE },
      typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: LIST_TYPE } },
      selectionSet: {
        kind: Kind.SELECTION_SET,
        selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'works' }, selectionSet }],
      },
    },
  ],
};

/** A list that the device kept may be from a release whose works had fewer fields. */
const WITHOUT_FIELDS = Object.fromEntries(
  selectionSet.selections.map((field) => [(field as FieldNode).alias?.value ?? (field as FieldNode).name.value, null]),
);

const workOf = (id: string) => ({ __typename: 'Discovery' as const, id });
const listOf = (list: string) => ({ __typename: LIST_TYPE, id: list });

/** Caches whose lists end with the queries that read them. */
const followed = new WeakSet<QueryClient>();

/** @param list the hash of the query that read the works; the list is removed from the cache with this query */
export function cacheWorks(rest: QueryClient, list: string, works: readonly Discovery[]): void {
  const { cache } = graphClientOf(rest);
  if (!followed.has(rest)) {
    followed.add(rest);
    rest.getQueryCache().subscribe(({ type, query }) => type === 'removed' && dropList(rest, query.queryHash));
  }
  cache.writeFragment({
    id: cache.identify(listOf(list)),
    fragment: WORK_LIST,
    data: {
      __typename: LIST_TYPE,
      // In GraphQL `name` is an alias of `title`.
      works: works.map((work) => ({ ...WITHOUT_FIELDS, ...work, name: work.title, __typename: 'Discovery' })),
    },
  });
}

function dropList(rest: QueryClient, list: string): void {
  const { cache } = graphClientOf(rest);
  if (cache.evict({ id: cache.identify(listOf(list)) })) cache.gc();
}

/**
 * Calls `onChange` with the works of a list, now and after each change of the list or of one of its works, until the
 * returned function is called. Null while the list is not in the cache.
 */
export function watchWorks(rest: QueryClient, list: string, onChange: (works: Discovery[] | null) => void): () => void {
  const fragment = graphClientOf(rest).watchFragment<{ works: Discovery[] }>({
    fragment: WORK_LIST,
    from: listOf(list),
  });
  const subscription = fragment.subscribe(({ data, complete }) => onChange(complete ? data.works : null));
  return () => subscription.unsubscribe();
}

/** @returns null if the work does not exist */
export async function fetchWork(rest: QueryClient, id: string): Promise<Discovery | null> {
  const { data } = await graphClientOf(rest).query({
    query: OneWorkDocument,
    variables: { id },
    // The caller may have cancelled the request by the time of its response, because the work has changed.
    fetchPolicy: 'no-cache',
    context: { queryDeduplication: false },
  });
  return data!.discovery as Discovery | null;
}

/** Removes a work from the cache, and so from every list. */
export function evictWork(rest: QueryClient, id: string): void {
  const { cache } = graphClientOf(rest);
  cache.evict({ id: cache.identify(workOf(id)) });
  cache.gc();
}

/**
 * Likes a work or takes the like back: shown at once, and undone if the server refuses. A session that has ended is the
 * caller's to handle.
 */
export async function setLike(rest: QueryClient, id: string, liked: boolean): Promise<void> {
  const graph = graphClientOf(rest);
  const work = graph.readFragment({ fragment: WorkFieldsFragmentDoc, from: workOf(id) });
  const change = liked ? 1 : -1;
  const expected = work && {
    ...workOf(id),
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
