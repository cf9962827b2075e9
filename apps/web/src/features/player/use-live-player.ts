import { useQueryClient } from '@tanstack/react-query';
import type { User } from '../../api/types';
import { useLive } from '../../lib/live';
import type { Area } from '../discovery/nearby';
import { useRefreshUser, userKey, useUser } from '../auth/use-user';

/**
 * Keeps the player's numbers true: coins move when they are really booked, and the rest is read again.
 * `onDiscovery` hears of works that others put on the map nearby; without an id where some may have been missed.
 */
export function useLivePlayer({ area, onDiscovery }: { area: Area | null; onDiscovery: (id?: string) => void }): void {
  const { user } = useUser();
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  // Another account or other rights are another session, and the old line is dead.
  const session = user ? `${user.id}:${user.status}` : 'guest';
  useLive(user === undefined ? null : addressFor(user, area), session, {
    tokens: ({ balance }) => {
      client.setQueryData<User | null>(userKey, (known) => known && { ...known, tokens: balance });
      // Level, XP and the number of discoveries were booked with it.
      void refreshUser();
    },
    discovery: ({ id }) => onDiscovery(id),
    onResumed: () => {
      onDiscovery();
      void refreshUser();
    },
  });
}

/** The server knows where a player's session looked last; a guest, who may have none, says it. */
function addressFor(user: User | null, area: Area | null): string | null {
  if (user) return '/api/live';
  if (!area) return null;
  const { center, radius } = area;
  return `/api/live?${new URLSearchParams({ latitude: `${center.lat}`, longitude: `${center.lng}`, radius: `${radius}` })}`;
}
