import { m } from '#messages';
import { useApolloClient, useQuery } from '@apollo/client/react';
import clsx from 'clsx';
import { useEffect } from 'react';
import { UnreadNotificationsDocument } from '../../api/graph/notifications/unread';
import { formatNumber } from '../../lib/format';
import { GraphProvider } from '../../api/graph-client';
import { useLive } from '../../api/live';
import { renewPush } from './push';
import { EACH_ANEW, showUnread } from './use-notifications';

interface UnreadCountProps {
  /** Of the signed-in player, as `useLive` takes it. */
  session: string;
  /** Id of the player. */
  player: string;
  className?: string;
}

/** The number of unread notifications, as it is now. */
export function UnreadCount(props: UnreadCountProps) {
  return (
    <GraphProvider>
      <Count {...props} />
    </GraphProvider>
  );
}

function Count({ session, player, className }: UnreadCountProps) {
  const client = useApolloClient();
  const { cache } = client;
  const { data, loading, refetch } = useQuery(UnreadNotificationsDocument, { context: EACH_ANEW });
  const again = () => void refetch().catch(() => undefined);
  useLive('/api/live', session, {
    // What is being read may have been counted before, and would replace the newer number.
    notification: ({ unread }) => (loading ? again() : showUnread(cache, unread)),
    onResumed: again,
  });
  // The session of a player is another one after each sign-in and change of rights.
  useEffect(() => void renewPush(client, player).catch(() => undefined), [client, player, session]);
  const unread = data?.notifications.unread ?? 0;
  if (unread === 0) return null;
  return (
    <>
      {' '}
      <span className={clsx('rounded-full bg-action px-1.5 text-xs font-semibold leading-5 text-on-action', className)}>
        <span aria-hidden="true">{formatNumber(unread)}</span>
        <span className="sr-only">{m.notifications_unread({ count: unread })}</span>
      </span>
    </>
  );
}
