import { m } from '#messages';
import { NotificationList } from '../features/notifications/notification-list';
import { NotificationSettings } from '../features/notifications/notification-settings';
import { useNotifications } from '../features/notifications/use-notifications';
import { GraphProvider } from '../api/graph-client';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { LoadState } from '../ui/load-state';
import MembersArea from '../app/layout/members-area';
import { Page } from '../app/layout/page';

/** The player's notifications, and their settings. */
export default function NotificationsScreen() {
  return (
    <MembersArea title={m.notifications_title()}>
      {(user) => (
        <GraphProvider>
          <Page title={m.notifications_title()} text={m.notifications_text()}>
            <Notifications session={`${user.id}:${user.status}`} />
            <NotificationSettings />
          </Page>
        </GraphProvider>
      )}
    </MembersArea>
  );
}

function Notifications({ session }: { session: string }) {
  const { list, error, isLoading, isBusy, again, more, markRead, markAllRead } = useNotifications(session);
  return (
    <>
      <LoadState
        loading={m.notifications_loading()}
        failed={m.notifications_failed()}
        isPending={!list && !error}
        error={list ? null : error}
        onRetry={again}
      />
      {list && list.nodes.length === 0 && (
        <EmptyState icon="bell" title={m.notifications_none_title()} text={m.notifications_none_text()} />
      )}
      {list && list.unread > 0 && (
        <Button size="sm" className="self-start" pending={isBusy} onClick={() => void markAllRead()}>
          <Icon name="check" size={18} />
          {m.notifications_mark_all()}
        </Button>
      )}
      {list && list.nodes.length > 0 && <NotificationList items={list.nodes} onRead={(one) => void markRead(one)} />}
      {list?.pageInfo.hasNextPage && (
        <Button className="self-center" pending={isLoading} onClick={more}>
          {m.notifications_more()}
        </Button>
      )}
    </>
  );
}
