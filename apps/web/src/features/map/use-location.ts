import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { metresBetween } from '../../lib/great-circle';
import { EXACT, POSITION_TIMEOUT_MS, requestPosition, ROUGH, watchPosition } from '../../lib/position';
import type { LatLng } from './map-port';

/** Near Gold Coast, Australia: where the map is centred while the browser gives no position. */
export const FALLBACK: LatLng = { lat: -28.0167, lng: 153.4 };

/** Of a watched position: metres and milliseconds below which a change does not redraw the map. */
const STEP = 5;
const PAUSE = 10_000;

/** A position as the browser measured it. */
export interface Fix {
  position: LatLng;
  /** metres */
  accuracy: number;
  /** Milliseconds since 1970 at which it was measured. */
  at: number;
}

export type UserLocation =
  { status: 'pending'; position: null } | { status: 'fallback'; position: LatLng } | ({ status: 'granted' } & Fix);

const granted = ({ coords, timestamp }: GeolocationPosition): UserLocation & Fix => ({
  status: 'granted',
  position: { lat: coords.latitude, lng: coords.longitude },
  accuracy: coords.accuracy,
  // Some devices give no time, or one from another clock.
  at: timestamp > 0 ? Math.min(timestamp, Date.now()) : Date.now(),
});

/**
 * The player's position: pending until the browser responds, the fallback if it does not, and granted as
 * soon as it does; from then on it is watched while the page is seen, exactly where `isExact` says so.
 * `request` requests it again and returns the position, or null without one.
 */
export function useUserLocation({ isExact = false } = {}): {
  location: UserLocation;
  request: (options?: PositionOptions) => Promise<LatLng | null>;
} {
  const [location, setLocation] = useState<UserLocation>({ status: 'pending', position: null });

  const request = useCallback(async (options = ROUGH) => {
    try {
      const found = granted(await requestPosition(options));
      setLocation(found);
      return found.position;
    } catch {
      // A failed second request does not remove a known position.
      setLocation((known) => (known.status === 'granted' ? known : { status: 'fallback', position: FALLBACK }));
      return null;
    }
  }, []);

  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current) {
      asked.current = true;
      void request();
    }
    // Browsers do not count the time that their permission prompt is open; a late grant is still used.
    const timer = setTimeout(() => {
      setLocation((known) => (known.status === 'pending' ? { status: 'fallback', position: FALLBACK } : known));
    }, POSITION_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [request]);

  const isGranted = location.status === 'granted';
  const isSeen = useIsSeen();
  useEffect(() => {
    if (!isGranted || !isSeen) return;
    const update = (found: GeolocationPosition) => setLocation((known) => newer(known, granted(found)));
    // When there is no new position the last one stays, with its age shown.
    return watchPosition(update, isExact ? EXACT : { ...ROUGH, maximumAge: 0 });
  }, [isGranted, isSeen, isExact]);

  return { location, request };
}

function newer(known: UserLocation, next: UserLocation & Fix): UserLocation {
  if (known.status !== 'granted') return next;
  if (next.at < known.at) return known;
  const isSame = metresBetween(known.position, next.position) < STEP && Math.abs(known.accuracy - next.accuracy) < STEP;
  return isSame && next.at - known.at < PAUSE ? known : next;
}

/** Whether the page is visible. */
function useIsSeen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState !== 'hidden',
  );
}
