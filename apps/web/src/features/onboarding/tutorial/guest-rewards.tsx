import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRefreshUser, useUser } from '../../session';
import { creditGuestSteps } from './rewards';

/** Credits what a guest has earned in the tutorial as soon as they are signed in. */
export function GuestRewards() {
  const { user } = useUser();
  const refreshUser = useRefreshUser();
  const client = useQueryClient();
  const playerId = user?.id;
  useEffect(() => {
    if (!playerId) return;
    creditGuestSteps(client).then(
      (booked) => (booked > 0 ? refreshUser() : undefined),
      // The steps stay stored, and the next screen tries again.
      (error: unknown) => console.error('Tutorial rewards could not be booked', error),
    );
  }, [playerId, refreshUser, client]);
  return null;
}
