/** Degrees, WGS 84. */
interface Place {
  lat: number;
  lng: number;
}

/** Mean radius of the earth in metres (IUGG). */
export const EARTH_RADIUS = 6_371_008.8;

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle metres between two places. */
export function metresBetween(a: Place, b: Place): number {
  const sinLat = Math.sin(radians(b.lat - a.lat) / 2);
  const sinLng = Math.sin(radians(b.lng - a.lng) / 2);
  const h = sinLat ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * sinLng ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}
