import { ApolloClient, ApolloLink, type FieldPolicy, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { FormattedExecutionResult } from 'graphql';
import type { ReactNode } from 'react';
import { isUnauthorized, newIdempotencyKey, send } from './http';
import { tellSessionOver } from './session';
import { pairCaches } from './shared-facts';

/** A list that is read page by page: a further page is put after what is there, the first page replaces all. */
const pages = {
  keyArgs: false,
  merge: (present, incoming, { args }) => (args?.after && present ? { ...incoming, nodes: [...present.nodes, ...incoming.nodes] } : incoming),
} satisfies FieldPolicy<{ nodes: readonly unknown[] }>;

/** Notifications by pages. Where only the unread ones are asked for, the list stays as it is. */
const notifications: FieldPolicy<{ nodes: readonly unknown[] }> = {
  keyArgs: false,
  merge: (present, incoming, options) => ('nodes' in incoming ? pages.merge(present, incoming, options) : { ...present, ...(incoming as object) }) as { nodes: readonly unknown[] },
};

/** Its `id` is of what it leads to, which other notifications lead to with other facts. */
const NO_ENTITY = { keyFields: false } as const;

/** The hash by which the gateway knows a document of the page. */
const hashOf = (document: object) => (document as { __meta__: { hash: string } }).__meta__.hash;

/** That a call was made with: a form that is sent again after an answer that was lost keeps its own. Null for none, where the response may not be stored. */
const keyIn = ({ idempotencyKey = newIdempotencyKey() }: Readonly<Record<string, unknown>>) => idempotencyKey as string | null;

/** Sends operations by their hash through the page's one HTTP layer. With `on401: 'leave'` in its context, what a guest may try too: the caller handles a session that has ended. */
const toGateway = new ApolloLink(
  ({ query, operationType, variables, getContext }) =>
    new Observable((observer) => {
      const abort = new AbortController();
      const ask = async () => {
        const { on401 } = getContext() as { on401?: 'leave' };
        const key = operationType === 'mutation' ? keyIn(getContext()) : null;
        const response = await send('/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) },
          body: JSON.stringify({ documentId: hashOf(query), variables }),
          signal: abort.signal,
          on401,
        });
        const result = (await response.json()) as FormattedExecutionResult;
        if (on401 !== 'leave' && isUnauthorized(result)) tellSessionOver();
        return result;
      };
      ask().then(
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

/** The Apollo client beside a REST cache: one for each page. */
export function graphBeside(rest: QueryClient): ApolloClient {
  const known = clients.get(rest);
  if (known) return known;
  const cache = new InMemoryCache({ typePolicies: { Query: { fields: { colors: pages, threads: { ...pages, keyArgs: ['search', 'language'] }, myPlayerFilters: pages, moderationQueue: { ...pages, keyArgs: ['kind'] }, moderationAppeals: pages, moderationLog: pages, palettes: pages, wallDirectory: { ...pages, keyArgs: ['search', 'country', 'saved'] }, myLiveEvents: pages, orders: pages, pastLiveEvents: pages, products: pages, webhookDeliveries: { ...pages, keyArgs: ['endpointId'] }, invoices: pages, notifications } }, ForumPost: { fields: { replies: pages } }, Player: { fields: { art: pages, works: pages } }, Artist: { fields: { works: pages } }, NotificationSubject: NO_ENTITY, Color: { keyFields: ['code'] }, Membership: { keyFields: [] } } });
  const client = new ApolloClient({ cache, link: toGateway });
  clients.set(rest, client);
  pairCaches(rest, cache);
  return client;
}

/** Around what asks by GraphQL. Not around the whole page: the landing page and the map do without Apollo's code. */
export function GraphProvider({ children }: { children: ReactNode }) {
  return <ApolloProvider client={graphBeside(useQueryClient())}>{children}</ApolloProvider>;
}
