import { useMutation, useQuery } from '@apollo/client/react';
import type { NotificationKind, NotificationSettingsInput, NotificationSettingsQuery } from '../../api/graph/graphql';
import { NotificationSettingsDocument, SetNotificationSettingsDocument } from '../../api/graph/notifications/settings';
import { showFailure } from './use-notifications';

export type Settings = NotificationSettingsQuery['notificationSettings'];

/** A part of the settings: what it shows, and how it changes it. */
export interface SettingsProps {
  settings: Settings;
  choose: (input: NotificationSettingsInput) => void;
}

export const KINDS: readonly NotificationKind[] = [
  'like',
  'reply',
  'mention',
  'mission',
  'event',
  'award',
  'achievement',
  'moderation',
  'partner',
];

/** A list of kinds with one put in or taken out. */
export const toggled = (
  kinds: readonly NotificationKind[],
  kind: NotificationKind,
  isIn: boolean,
): NotificationKind[] => (isIn ? [...kinds, kind] : kinds.filter((each) => each !== kind));

/** The player's choices. A change shows at once, and goes back where it is refused. */
export function useNotificationSettings() {
  const { data, error, refetch } = useQuery(NotificationSettingsDocument);
  const [set] = useMutation(SetNotificationSettingsDocument, {
    update: (cache, { data: chosen }) =>
      chosen &&
      cache.writeQuery({
        query: NotificationSettingsDocument,
        data: { notificationSettings: chosen.setNotificationSettings },
      }),
  });
  const settings = data?.notificationSettings;
  const given = (input: NotificationSettingsInput) =>
    Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as Partial<Settings>;
  const choose = (input: NotificationSettingsInput) =>
    void set({
      variables: { input },
      optimisticResponse: { setNotificationSettings: { ...settings!, ...given(input) } },
    }).catch(showFailure);
  return { settings, error, again: () => void refetch().catch(() => undefined), choose };
}
