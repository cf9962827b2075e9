import type { ApolloCache, Reference } from '@apollo/client';
import type { QueryClient } from '@tanstack/react-query';
import type { ArtItem, LiveEvent, Passkey, User } from './types';

/*
 * The page has two caches: TanStack Query's, of the REST calls, and Apollo's, of everything beyond them. Each fact is
 * kept in one of them; works are in Apollo's, also those of REST's lists. Only this module updates one client's cache
 * after a change by the other.
 */

/** REST's cache of who is signed in. */
export const userKey = ['/api/auth/user'] as const;

/** REST's list of the signed-in player's own art. */
export const galleryKey = ['/api/profile/art'] as const;

/** REST's list of the newest discussions, on the community's page. */
export const recentDiscussionsKey = ['/api/community/forum?limit=5'] as const;

/** REST's list of the live and upcoming events, on the community's page. */
export const liveEventsKey = ['/api/community/events'] as const;

/** Apollo's cache beside a REST one; missing until a screen needs it. */
const graphs = new WeakMap<QueryClient, ApolloCache>();

export function pairCaches(rest: QueryClient, graph: ApolloCache): void {
  graphs.set(rest, graph);
}

/**
 * The content of players' public pages has changed: picture, gallery, profile, wallet. They are read again when next
 * shown.
 */
export function publicPageChanged(rest: QueryClient): void {
  const graph = graphs.get(rest);
  graph?.evict({ id: 'ROOT_QUERY', fieldName: 'player' });
  graph?.gc();
}

/**
 * A live event reported that a player's works and numbers changed; without an id, those of a player it does not name.
 * It does not contain the new values, so these fields are read again when next shown.
 */
export function worksChanged(rest: QueryClient, playerId?: string): void {
  const graph = graphs.get(rest);
  if (!graph) return;
  const kept = playerId
    ? [`Player:${playerId}`]
    : Object.keys(graph.extract() as object).filter((id) => id.startsWith('Player:'));
  const drop = (_: unknown, { DELETE }: { DELETE: unknown }) => DELETE;
  for (const id of kept) graph.modify({ id, fields: { discoveries: drop, level: drop, works: drop } });
  graph.gc();
}

/** REST added a passkey to the account, by the browser's ceremony. */
export function passkeyAdded(rest: QueryClient, passkey: Passkey): void {
  graphs.get(rest)?.modify<{ myPasskeys: readonly Reference[] }>({
    fields: {
      myPasskeys: (known, { toReference }) => [
        ...(known as readonly Reference[]),
        toReference({ __typename: 'Passkey', ...passkey }, true)!,
      ],
    },
  });
}

/**
 * GraphQL changed what the signed-in player's own data says: contacts and whether they are confirmed, pins, wallet,
 * language.
 */
export function ownDataChanged(rest: QueryClient): Promise<void> {
  return rest.invalidateQueries({ queryKey: userKey });
}

/** GraphQL changed the signed-in player's own gallery: order, works, views. */
export function galleryChanged(rest: QueryClient, change: (items: ArtItem[]) => ArtItem[]): void {
  rest.setQueryData<ArtItem[]>(galleryKey, (items) => items && change(items));
}

/** Removes all data of the player who has signed out. */
export async function clearPlayer(rest: QueryClient): Promise<void> {
  await Promise.all([graphs.get(rest)?.reset(), rest.resetQueries()]);
}

/** The session has other rights now, and maybe another account: everything is read again. */
export async function sessionChanged(rest: QueryClient): Promise<void> {
  await Promise.all([graphs.get(rest)?.reset(), rest.invalidateQueries()]);
}

const isUser = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) => path === userKey[0];

/**
 * Removes what another account saw, once it is known that another one is signed in. Returns a function that ends this.
 */
export function clearFormerAccounts(rest: QueryClient): () => void {
  const present = () => rest.getQueryData<User | null>(userKey)?.id;
  let known = present();
  return rest.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isUser(query)) return;
    const id = present();
    if (!id || id === known) return;
    const isOther = known !== undefined;
    known = id;
    if (!isOther) return;
    void graphs.get(rest)?.reset();
    void rest.resetQueries({ predicate: (each) => !isUser(each) });
  });
}

/** GraphQL changed what lists of discussions show. */
export function discussionsChanged(rest: QueryClient): void {
  void rest.invalidateQueries({ queryKey: recentDiscussionsKey });
}

/**
 * GraphQL changed a live event, or the player's part in it: the list shows it too. Apollo's own cache has it by its id.
 */
export function liveEventChanged(rest: QueryClient, changed: LiveEvent): void {
  rest.setQueryData<LiveEvent[]>(liveEventsKey, (events) =>
    events?.map((event) => (event.id === changed.id ? changed : event)),
  );
}

/** GraphQL announced a live event, moved or cancelled one: which are listed, and in which order, is another now. */
export function liveEventsChanged(rest: QueryClient): Promise<void> {
  return rest.invalidateQueries({ queryKey: liveEventsKey });
}
