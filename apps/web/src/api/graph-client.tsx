import { ApolloClient, ApolloLink, type FieldPolicy, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { FormattedExecutionResult } from 'graphql';
import type { ReactNode } from 'react';
import { isUnauthorized, send } from './http';
import { newIdempotencyKey } from '../lib/random';
import { reportSessionEnded } from './session';
import { pairCaches } from './shared-facts';

/** A list that is read page by page: a further page is appended, the first page replaces all. */
const pages = {
  keyArgs: false,
  merge: (present, incoming, { args }) =>
    args?.after && present ? { ...incoming, nodes: [...present.nodes, ...incoming.nodes] } : incoming,
} satisfies FieldPolicy<{ nodes: readonly unknown[] }>;

/** Notifications by pages. Where only the unread ones are asked for, the list stays as it is. */
const notifications: FieldPolicy<{ nodes: readonly unknown[] }> = {
  keyArgs: false,
  merge: (present, incoming, options) =>
    ('nodes' in incoming ? pages.merge(present, incoming, options) : { ...present, ...(incoming as object) }) as {
      nodes: readonly unknown[];
    },
};

/** Its `id` is that of the linked object, which other notifications share with other fields. */
const NO_ENTITY = { keyFields: false } as const;

/** The hash by which the gateway knows a document of the page. */
const hashOf = (document: object) => (document as { __meta__: { hash: string } }).__meta__.hash;

/** The idempotency key of a mutation: a form that is sent again after a lost response keeps its own. */
const keyIn = ({ idempotencyKey = newIdempotencyKey() }: Readonly<Record<string, unknown>>) => idempotencyKey as string;

/**
 * Sends operations by their hash through the page's one HTTP layer. `on401: 'leave'` in the context is for calls that
 * guests may try too: the caller handles a session that has ended.
 */
const toGateway = new ApolloLink(
  ({ query, operationType, variables, getContext }) =>
    new Observable((observer) => {
      const abort = new AbortController();
      const run = async () => {
        const { on401 } = getContext() as { on401?: 'leave' };
        const response = await send('/graphql', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(operationType === 'mutation' && { 'idempotency-key': keyIn(getContext()) }),
          },
          body: JSON.stringify({ documentId: hashOf(query), variables }),
          signal: abort.signal,
          on401,
        });
        const result = (await response.json()) as FormattedExecutionResult;
        if (on401 !== 'leave' && isUnauthorized(result)) reportSessionEnded();
        return result;
      };
      run().then(
        (result) => {
          observer.next(result);
          observer.complete();
        },
        (error: unknown) => observer.error(error),
      );
      return () => abort.abort();
    }),
);

const clients = new WeakMap<QueryClient, ApolloClient>();

/** The Apollo client that belongs to a REST cache: one for each page. */
export function graphClientOf(rest: QueryClient): ApolloClient {
  const known = clients.get(rest);
  if (known) return known;
  const cache = new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          colors: pages,
          threads: { ...pages, keyArgs: ['search', 'language'] },
          myPlayerFilters: pages,
          moderationQueue: { ...pages, keyArgs: ['kind'] },
          moderationAppeals: pages,
          moderationLog: pages,
          palettes: pages,
          wallDirectory: { ...pages, keyArgs: ['search', 'country', 'saved'] },
          myLiveEvents: pages,
          orders: pages,
          pastLiveEvents: pages,
          products: pages,
          webhookDeliveries: { ...pages, keyArgs: ['endpointId'] },
          invoices: pages,
          notifications,
        },
      },
      ForumPost: { fields: { replies: pages } },
      Player: { fields: { art: pages, works: pages } },
      Artist: { fields: { works: pages } },
      NotificationSubject: NO_ENTITY,
      Color: { keyFields: ['code'] },
      Membership: { keyFields: [] },
    },
  });
  const client = new ApolloClient({ cache, link: toGateway });
  clients.set(rest, client);
  pairCaches(rest, cache);
  return client;
}

/** Wraps parts that use GraphQL. Not the whole page: the landing page and the map do without Apollo's code. */
export function GraphProvider({ children }: { children: ReactNode }) {
  return <ApolloProvider client={graphClientOf(useQueryClient())}>{children}</ApolloProvider>;
}
