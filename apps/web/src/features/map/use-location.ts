import { useCallback, useEffect, useRef, useState } from 'react';
import type { LatLng } from './map-port';

/** Near Gold Coast, Australia: where the map stands while the browser gives no position. */
export const FALLBACK: LatLng = { lat: -28.0167, lng: 153.4 };

/** Milliseconds after which the browser's answer is not waited for any longer. */
const TIMEOUT = 8_000;

/** Low accuracy, for a street is enough; a position may be cached for 300,000 ms. */
export const POSITION_OPTIONS: PositionOptions = { enableHighAccuracy: false, timeout: TIMEOUT, maximumAge: 300_000 };

export type UserLocation =
  | { status: 'pending'; position: null }
  | { status: 'fallback'; position: LatLng }
  | { status: 'granted'; position: LatLng; /** metres */ accuracy: number };

const askBrowser = () =>
  new Promise<GeolocationPosition>((resolve, reject) => {
    if (!('geolocation' in navigator) || !navigator.geolocation) reject(new Error('This browser has no geolocation.'));
    else navigator.geolocation.getCurrentPosition(resolve, reject, POSITION_OPTIONS);
  });

/**
 * Where the player is: pending until the browser answers, the fallback where it does not, and granted
 * as soon as it does. `request` asks again and answers the position, or null where none came.
 */
export function useUserLocation(): { location: UserLocation; request: () => Promise<LatLng | null> } {
  const [location, setLocation] = useState<UserLocation>({ status: 'pending', position: null });

  const request = useCallback(async () => {
    try {
      const { coords } = await askBrowser();
      const position = { lat: coords.latitude, lng: coords.longitude };
      setLocation({ status: 'granted', position, accuracy: coords.accuracy });
      return position;
    } catch {
      // What was known stays known: a failed second request does not take a position away.
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
    // Browsers do not count the time that their question stands unanswered; a late yes is still taken.
    const timer = setTimeout(() => {
      setLocation((known) => (known.status === 'pending' ? { status: 'fallback', position: FALLBACK } : known));
    }, TIMEOUT);
    return () => clearTimeout(timer);
  }, [request]);

  return { location, request };
}
