import { m } from '#messages';
import clsx from 'clsx';
import { Link } from 'react-router-dom';
import { formatDate, formatList } from '../../lib/format';
import { Badge } from '../../ui/badge';
import { Icon, type IconName } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Tooltip } from '../../ui/tooltip';
import { pathOf, sentenceOf } from './notification-text';
import type { Notification } from './use-notifications';

const icons: Record<Notification['kind'], IconName> = {
  award: 'coin',
  mission: 'flag',
  reply: 'mail',
  mention: 'mail',
  like: 'heart',
  moderation: 'info',
  achievement: 'star',
  event: 'calendar',
  partner: 'key',
};

/** The notifications, the newest first. Unread ones have a label; opening one marks it as read. */
export function NotificationList({
  items,
  onRead,
}: {
  items: readonly Notification[];
  onRead: (one: Notification) => void;
}) {
  return (
    <ul className="flex flex-col gap-3">
      {items.map((one) => (
        <Row key={one.id} one={one} onRead={() => onRead(one)} />
      ))}
    </ul>
  );
}

function Row({ one, onRead }: { one: Notification; onRead: () => void }) {
  const { kind, count, actors, happenedAt, isRead } = one;
  const [path, text] = [pathOf(one), sentenceOf(one)];
  const names = actors.flatMap(({ username }) => username ?? []);
  return (
    <li className={clsx('plate relative flex items-start gap-3 p-4', path && 'hover:[--cut-line:var(--edge)]')}>
      <Icon
        name={icons[kind]}
        size={22}
        className={clsx('mt-0.5 shrink-0', isRead ? 'text-muted' : 'text-place-ink')}
      />
      <div className="min-w-0 flex-1">
        <p className={clsx('wrap-anywhere', !isRead && 'font-semibold')}>
          {path ? (
            <Link to={path} onClick={onRead} className="after:absolute after:inset-0 hover:underline">
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {!isRead && <Badge tone="action">{m.notifications_new()}</Badge>}
          {count > 1 && names.length > 0 && <span className="wrap-anywhere">{formatList(names)}</span>}
          <time dateTime={happenedAt}>{formatDate(happenedAt, { dateStyle: 'medium', timeStyle: 'short' })}</time>
        </p>
      </div>
      {!isRead && (
        <Tooltip label={m.notifications_mark_one()}>
          <IconButton
            icon="check"
            label={m.notifications_mark_one()}
            className="relative z-10 -my-2"
            onClick={onRead}
          />
        </Tooltip>
      )}
    </li>
  );
}
