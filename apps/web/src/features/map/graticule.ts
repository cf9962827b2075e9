import { m } from '#messages';
import type { Feature, FeatureCollection, LineString, Point } from 'geojson';
import { formatNumber } from '../../lib/format';
import { formatDistance, placeAt, wrapLongitude } from './distance';
import type { LatLng, MapView } from './map-port';

/** Steps of the survey crosses in degrees, from 90° down to about 11 m. */
const STEPS = [
  90, 45, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
];

/** Radii of the rings around the player in metres; the adapters show those that fit the view. */
export const RING_METRES = [25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000];

/**
 * Crosses where round degrees of latitude and longitude meet, as on a survey sheet: true positions that
 * give the empty ground a scale and show its movement. About eight across the view.
 */
export function surveyCrosses({ bounds }: MapView): FeatureCollection<Point, { label: string }> {
  const east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
  const width = Math.max(east - bounds.west, 1e-6);
  const step = STEPS.findLast((candidate) => width / candidate <= 9) ?? 90;
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  const features: Feature<Point, { label: string }>[] = [];
  for (let x = Math.floor(bounds.west / step); x <= Math.ceil(east / step); x++) {
    for (let y = Math.floor(bounds.south / step); y <= Math.ceil(bounds.north / step); y++) {
      const [lng, lat] = [x * step, y * step];
      if (Math.abs(lat) > 85) continue;
      features.push({
        type: 'Feature',
        // Every third cross shows its coordinates, to avoid clutter.
        properties: { label: (x + 2 * y) % 3 === 0 ? labelAt({ lat, lng: wrapLongitude(lng) }, decimals) : '' },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      });
    }
  }
  return { type: 'FeatureCollection', features };
}

const labelAt = ({ lat, lng }: LatLng, decimals: number) =>
  `${(lat < 0 ? m.map_south : m.map_north)({ degrees: degrees(lat, decimals) })}\n` +
  `${(lng < 0 ? m.map_west : m.map_east)({ degrees: degrees(lng, decimals) })}`;

const degrees = (value: number, decimals: number) =>
  formatNumber(Math.abs(value), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** Distance rings around a place, each a closed line. */
export function distanceRings(center: LatLng, radii = RING_METRES): FeatureCollection<LineString> {
  return {
    type: 'FeatureCollection',
    features: radii.map((metres) => ({
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'LineString',
        coordinates: Array.from({ length: 97 }, (_, i) => lngLat(placeAt(center, metres, (i * 360) / 96))),
      },
    })),
  };
}

/** The radius of each ring, written where it crosses the south. */
export function ringLabels(center: LatLng, radii: readonly number[]): FeatureCollection<Point, { label: string }> {
  return {
    type: 'FeatureCollection',
    features: radii.map((metres) => ({
      type: 'Feature',
      properties: { label: formatDistance(metres) },
      geometry: { type: 'Point', coordinates: lngLat(placeAt(center, metres, 180)) },
    })),
  };
}

const lngLat = ({ lat, lng }: LatLng) => [lng, lat];

/** The rings that are useful at a zoom: larger than a dot and within a screen. */
export function ringsInView(zoom: number, latitude: number): number[] {
  const metresAPixel = (40_075_016.7 * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** zoom);
  return RING_METRES.filter((metres) => metres / metresAPixel > 45 && metres / metresAPixel < 900);
}
