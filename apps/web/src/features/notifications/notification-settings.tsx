import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { type NotificationKind, NotificationSettingsDocument, SetNotificationSettingsDocument } from '../../api/graph/graphql';
import { LoadState } from '../../ui/load-state';
import { Switch } from '../../ui/switch';
import { tellFailure } from './use-notifications';

const KINDS: readonly NotificationKind[] = ['like', 'reply', 'mention', 'mission', 'event', 'award', 'achievement', 'moderation'];

/** Which kinds the player is told of: a switch each, which takes effect at once and goes back where it is refused. */
export function NotificationSettings() {
  const { data, error, refetch } = useQuery(NotificationSettingsDocument);
  const [set] = useMutation(SetNotificationSettingsDocument, {
    update: (cache, { data: chosen }) => chosen && cache.writeQuery({ query: NotificationSettingsDocument, data: { notificationSettings: chosen.setNotificationSettings } }),
  });
  const off = data?.notificationSettings.off;
  const choose = (chosen: NotificationKind[]) =>
    void set({ variables: { off: chosen }, optimisticResponse: { setNotificationSettings: { __typename: 'NotificationSettings', off: chosen } } }).catch(tellFailure);
  return (
    <section className="mt-6 flex flex-col gap-3">
      <h2 className="marker text-2xl">{m.notifications_settings_title()}</h2>
      <p className="text-muted">{m.notifications_settings_text()}</p>
      <LoadState loading={m.notifications_loading()} failed={m.notifications_failed()} isPending={!data && !error} error={data ? null : error} onRetry={() => void refetch()} />
      {off && (
        <div className="grid max-w-2xl gap-x-10 gap-y-2 sm:grid-cols-2">
          {KINDS.map((kind) => <Switch key={kind} label={m.notifications_kind({ kind })} checked={!off.includes(kind)} onChange={(on) => choose(on ? off.filter((each) => each !== kind) : [...off, kind])} />)}
        </div>
      )}
    </section>
  );
}
