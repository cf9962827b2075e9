/** Milliseconds to wait for the browser's position. */
export const POSITION_TIMEOUT_MS = 8_000;

/** A street is enough; a position may be cached for 300,000 ms. */
export const ROUGH: PositionOptions = { enableHighAccuracy: false, timeout: POSITION_TIMEOUT_MS, maximumAge: 300_000 };
/** For a discovery, which is saved at the player's present position. */
export const EXACT: PositionOptions = { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS, maximumAge: 0 };

/** The browser's position. @throws where it is unknown or not allowed */
export const requestPosition = (options: PositionOptions) =>
  new Promise<GeolocationPosition>((resolve, reject) => {
    if (!('geolocation' in navigator) || !navigator.geolocation) reject(new Error('This browser has no geolocation.'));
    else navigator.geolocation.getCurrentPosition(resolve, reject, options);
  });

/** Calls `onPosition` with each new position, until the returned function is called. */
export function watchPosition(onPosition: (found: GeolocationPosition) => void, options: PositionOptions): () => void {
  const watch = navigator.geolocation.watchPosition(onPosition, () => undefined, options);
  return () => navigator.geolocation.clearWatch(watch);
}
