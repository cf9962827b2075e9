import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Mission, NearbyMission } from '../../api/types';
import { requestPosition, ROUGH } from '../../lib/position';
import { useUser } from '../session';

/** Kilometres around the player. */
const RADIUS = 100;

/** All active missions, the featured ones first. */
export const useMissions = () => useQuery<Mission[]>({ queryKey: ['/api/graffiti-missions'] });

/** Those around the player, nearest first: asked for a player whose browser says where they are, otherwise none. */
export function useMissionsNearby(): readonly NearbyMission[] {
  const { isAuthenticated } = useUser();
  const position = usePosition(isAuthenticated);
  const { data } = useQuery<NearbyMission[]>({
    queryKey: [
      `/api/graffiti-missions/nearby?latitude=${position?.latitude}&longitude=${position?.longitude}&radius=${RADIUS}`,
    ],
    enabled: position !== null,
  });
  return (position && data) || [];
}

/** The browser's approximate position; null while it is unknown or not allowed. */
function usePosition(isWanted: boolean): { latitude: number; longitude: number } | null {
  const [position, setPosition] = useState<{ latitude: number; longitude: number } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    requestPosition(ROUGH).then(
      ({ coords: { latitude, longitude } }) => setPosition({ latitude, longitude }),
      () => setPosition(null),
    );
  }, [isWanted]);
  return position;
}
