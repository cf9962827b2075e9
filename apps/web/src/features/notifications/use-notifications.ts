import { m } from '#messages';
import type { ApolloCache } from '@apollo/client';
import { useMutation, useQuery } from '@apollo/client/react';
import type { NotificationsQuery } from '../../api/graph/graphql';
import { MarkNotificationsReadDocument, NotificationsDocument } from '../../api/graph/notifications/notifications';
import { isUnauthorized } from '../../api/http';
import { useLive } from '../../api/live';
import { problemDetail } from '../../api/problems';
import { toast } from '../../ui/toast';

export type Notification = NotificationsQuery['notifications']['nodes'][number];

/** Notifications that are read at a time. */
const PAGE = 25;

/** A read after an event is a request of its own: one that is under way may have been computed before the event. */
export const EACH_ANEW = { queryDeduplication: false };

/** Every part of the page that counts the unread ones shows this number. */
export function showUnread(cache: ApolloCache, unread: number): void {
  cache.modify<{ notifications: { unread: number } }>({ fields: { notifications: (known) => ({ ...known, unread }) } });
}

export function showFailure(error: unknown): void {
  if (!isUnauthorized(error))
    toast({
      title: m.notifications_failed_title(),
      description: problemDetail(error, m.notifications_failed_text()),
      variant: 'destructive',
    });
}

/** The player's notifications, the newest first, read again when one is added. */
export function useNotifications(session: string) {
  const { data, error, loading, refetch, fetchMore } = useQuery(NotificationsDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    context: EACH_ANEW,
  });
  const [mark, marking] = useMutation(MarkNotificationsReadDocument);
  const list = data?.notifications;
  const again = () => void refetch().catch(() => undefined);
  useLive('/api/live', session, { notification: ({ kind }) => kind !== null && again(), onResumed: again });

  /** Marks these, which are shown, and those that `variables` means beyond them. */
  const read = (shown: readonly Notification[], variables: { ids: string[] } | { before: string }) =>
    mark({
      variables,
      update: (cache, { data: marked }) => {
        for (const each of shown) cache.modify({ id: cache.identify(each), fields: { isRead: () => true } });
        if (marked) showUnread(cache, marked.markNotificationsRead);
      },
    }).then(() => undefined, showFailure);

  return {
    list,
    error,
    isLoading: loading,
    isBusy: marking.loading,
    again,
    more: () => void fetchMore({ variables: { first: PAGE, after: list!.pageInfo.endCursor } }).catch(showFailure),
    markRead: (one: Notification) => (one.isRead ? undefined : read([one], { ids: [one.id] })),
    markAllRead: () => read(list!.nodes, { before: list!.nodes[0]!.happenedAt }),
  };
}
