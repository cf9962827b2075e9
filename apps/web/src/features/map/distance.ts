import { formatNumber } from '../../lib/format';
import { EARTH_RADIUS, radians } from '../../lib/great-circle';
import type { LatLng } from './map-port';

/** The place `metres` from `from` towards `bearing` (degrees, clockwise from north). */
export function placeAt(from: LatLng, metres: number, bearing: number): LatLng {
  const delta = metres / EARTH_RADIUS;
  const lat = radians(from.lat);
  const lat2 = Math.asin(
    Math.sin(lat) * Math.cos(delta) + Math.cos(lat) * Math.sin(delta) * Math.cos(radians(bearing)),
  );
  const lng2 =
    radians(from.lng) +
    Math.atan2(
      Math.sin(radians(bearing)) * Math.sin(delta) * Math.cos(lat),
      Math.cos(delta) - Math.sin(lat) * Math.sin(lat2),
    );
  return { lat: (lat2 * 180) / Math.PI, lng: (lng2 * 180) / Math.PI };
}

/** Longitude brought into -180 … 180. */
export const wrapLongitude = (lng: number): number => {
  const wrapped = ((((lng + 180) % 360) + 360) % 360) - 180;
  return wrapped === -180 && lng > 0 ? 180 : wrapped;
};

/** "85 m", "1.2 km", "640 km": the precision that a walker needs. */
export function formatDistance(metres: number): string {
  if (metres < 995) return formatMetres(Math.max(5, Math.round(metres / 5) * 5));
  const km = metres / 1000;
  return formatNumber(km, { style: 'unit', unit: 'kilometer', maximumFractionDigits: km < 9.95 ? 1 : 0 });
}

/** "85 m", "12 km": how exact a position is. */
export const formatAccuracy = (metres: number): string =>
  metres < 10_000
    ? formatMetres(Math.round(metres))
    : formatNumber(metres / 1000, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 0 });

const formatMetres = (metres: number): string =>
  formatNumber(metres, { style: 'unit', unit: 'meter', useGrouping: false });

/** Coordinates as text with 6 decimals, for example "-28.016700, 153.400000". */
export const formatCoordinates = ({ lat, lng }: LatLng): string =>
  `${lat.toFixed(6)}, ${wrapLongitude(lng).toFixed(6)}`;
