import { metresBetween } from '../../lib/great-circle';
import type { LatLng, MapView } from './map-port';

/** The largest radius that the server accepts, in metres. */
const MAX_RADIUS = 50_000;

/** A requested circle: degrees and metres. */
export interface Area {
  center: LatLng;
  radius: number;
}

/**
 * The circle to request once the map shows `view`: the present one while it still covers most of the
 * view, else one around the new middle, wide enough for the view within the bounds.
 */
export function areaFor(view: MapView, present: Area | null, narrowest: number): Area {
  const corner = { lat: view.bounds.north, lng: view.bounds.east };
  const needed = Math.min(MAX_RADIUS, Math.max(narrowest, niceRadius(metresBetween(view.center, corner))));
  const moved = present ? metresBetween(view.center, present.center) : Infinity;
  if (present && needed <= present.radius && moved < present.radius * 0.4) return present;
  // Three decimals are about 100 m: returning to a place finds its cached list.
  const center = { lat: Number(view.center.lat.toFixed(3)), lng: Number(view.center.lng.toFixed(3)) };
  return { center, radius: needed };
}

/** Whether the view has the position, also across the antimeridian. */
export function isInView({ bounds: { west, south, east, north } }: MapView, { lat, lng }: LatLng): boolean {
  return lat >= south && lat <= north && (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east);
}

/** Few distinct radii, so that zooming does not send a request at each step. */
const niceRadius = (metres: number) => [5_000, 10_000, 20_000].find((radius) => metres <= radius) ?? MAX_RADIUS;
