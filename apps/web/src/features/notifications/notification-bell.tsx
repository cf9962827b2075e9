import { m } from '#messages';
import clsx from 'clsx';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { lazyPart } from '../../ui/lazy-part';
import { useUser } from '../session';

// Reads by GraphQL, whose code no screen waits for.
const UnreadCount = lazyPart(
  () => import('./unread-count').then((module) => module.UnreadCount),
  () => null,
);

/** How many notifications the player has not read; nothing where there are none, and for guests. */
export function NotificationCount({ className }: { className?: string }) {
  const { user } = useUser();
  return (
    user && (
      <Suspense fallback={null}>
        <UnreadCount session={`${user.id}:${user.status}`} player={user.id} className={className} />
      </Suspense>
    )
  );
}

/** Leads players to their notifications and shows how many are unread. Takes its room in a header for guests, too. */
export function NotificationBell({ className }: { className?: string }) {
  const { user } = useUser({ retryOnMount: false });
  if (!user) return className ? <span className={className} /> : null;
  return (
    <Link
      to={paths.notifications}
      className={clsx('relative inline-grid size-11 shrink-0 place-items-center rounded-lg hover:bg-lifted', className)}
    >
      <Icon name="bell" size={22} />
      <span className="sr-only">{m.notifications_title()}</span>
      <NotificationCount className="absolute end-0 top-0" />
    </Link>
  );
}
