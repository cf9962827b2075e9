import type { Viewport } from './last-viewports.js';

/** Mean radius of the earth in metres (IUGG). */
const EARTH_METRES = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Whether a place lies within a viewport's circle, by great-circle distance. */
export function isNear(viewport: Viewport, { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  const north = Math.sin(((latitude - viewport.latitude) * RADIANS) / 2);
  const east = Math.sin(((longitude - viewport.longitude) * RADIANS) / 2);
  const h = north * north + Math.cos(viewport.latitude * RADIANS) * Math.cos(latitude * RADIANS) * east * east;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(h))) <= viewport.radius;
}
