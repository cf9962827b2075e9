import { useEffect } from 'react';
import { useRefreshUser, useUser } from '../../auth/use-user';
import { creditGuestSteps } from './rewards';

/** Keeps the promise of the tutorial's counter: what a guest has earned is credited as soon as somebody is signed in. */
export function GuestRewards() {
  const { user } = useUser();
  const refreshUser = useRefreshUser();
  const playerId = user?.id;
  useEffect(() => {
    if (!playerId) return;
    creditGuestSteps().then(
      (booked) => (booked > 0 ? refreshUser() : undefined),
      // The steps stay noted, and the next screen tries again.
      (error: unknown) => console.error('Tutorial rewards could not be booked', error),
    );
  }, [playerId, refreshUser]);
  return null;
}
