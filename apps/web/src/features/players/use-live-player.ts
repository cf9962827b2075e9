import { useQueryClient } from '@tanstack/react-query';
import type { User } from '../../api/types';
import { useLive } from '../../api/live';
import type { Area } from '../map';
import { userKey, worksChanged } from '../../api/shared-facts';
import { useRefreshUser, useUser } from '../session';
import { notifyMissionCompleted } from '../missions';

/**
 * Keeps the player's numbers current: coins change when they are booked, and the rest is reloaded. What is kept of
 * players' public pages is read again once an event concerns it. `onDiscovery` is called for works that others add
 * nearby; without an id when some may have been missed. `onRemoved` is called for works nearby that were taken off the
 * map.
 */
export function useLivePlayer({
  area,
  onDiscovery,
  onRemoved,
}: {
  area: Area | null;
  onDiscovery: (id?: string) => void;
  onRemoved: (id: string) => void;
}): void {
  const { user } = useUser();
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  // Another account or other rights mean another session, and the old connection is closed.
  const session = user ? `${user.id}:${user.status}` : 'guest';
  useLive(user === undefined ? null : addressFor(user, area), session, {
    tokens: ({ balance, change, reason }) => {
      client.setQueryData<User | null>(userKey, (known) => known && { ...known, tokens: balance });
      // Level, XP and the number of discoveries were booked with it.
      void refreshUser();
      if (user) worksChanged(client, user.id);
      if (reason === 'mission') notifyMissionCompleted(change);
    },
    discovery: ({ id }) => {
      onDiscovery(id);
      // The event does not contain its player.
      worksChanged(client);
    },
    removed: ({ id }) => {
      onRemoved(id);
      worksChanged(client);
    },
    onResumed: () => {
      onDiscovery();
      worksChanged(client);
      void refreshUser();
    },
  });
}

/** The server has the last viewport of a player's session; a guest may have no session and sends it. */
function addressFor(user: User | null, area: Area | null): string | null {
  if (user) return '/api/live';
  if (!area) return null;
  const { center, radius } = area;
  return `/api/live?${new URLSearchParams({ latitude: `${center.lat}`, longitude: `${center.lng}`, radius: `${radius}` })}`;
}
