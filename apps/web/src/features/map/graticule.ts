import { m } from '#messages';
import type { FeatureCollection, LineString, Point } from 'geojson';
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
 * Crosses where round degrees of latitude and longitude meet, as on a survey sheet: true positions that give the empty
 * ground a scale and show its movement. About eight across the view; one near the middle of each edge has a label.
 */
export function surveyCrosses({ bounds }: MapView): FeatureCollection<Point, { label: string }> {
  const { west, south, north } = bounds;
  const east = bounds.east < west ? bounds.east + 360 : bounds.east;
  const width = Math.max(east - west, 1e-6);
  const step = STEPS.findLast((candidate) => width / candidate <= 9) ?? 90;
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  const crosses: LatLng[] = [];
  for (let x = Math.floor(west / step); x <= Math.ceil(east / step); x++)
    for (let y = Math.floor(south / step); y <= Math.ceil(north / step); y++)
      if (Math.abs(y * step) <= 85) crosses.push({ lng: x * step, lat: y * step });
  const labelled = nearestToEdges(crosses, { west, south, east, north });
  return {
    type: 'FeatureCollection',
    features: crosses.map((cross) => ({
      type: 'Feature',
      properties: {
        label: labelled.has(cross) ? labelAt({ lat: cross.lat, lng: wrapLongitude(cross.lng) }, decimals) : '',
      },
      geometry: { type: 'Point', coordinates: lngLat(cross) },
    })),
  };
}

/** Share of the view that keeps a label clear of the edge. */
const EDGE_MARGIN = 0.1;

/** The crosses inside the view that are nearest to the middles of its four edges. */
function nearestToEdges(crosses: readonly LatLng[], { west, south, east, north }: MapView['bounds']): Set<LatLng> {
  // From 0 to 1 across the view.
  const placed = crosses
    .map((cross) => ({ cross, x: (cross.lng - west) / (east - west), y: (cross.lat - south) / (north - south) }))
    .filter(({ x, y }) => Math.min(x, y) >= EDGE_MARGIN && Math.max(x, y) <= 1 - EDGE_MARGIN);
  const middles = [
    [0.5, 0],
    [0.5, 1],
    [0, 0.5],
    [1, 0.5],
  ] as const;
  if (placed.length === 0) return new Set();
  return new Set(
    middles.map(([toX, toY]) => {
      const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - toX, y - toY);
      return placed.reduce((best, each) => (distance(each) < distance(best) ? each : best)).cross;
    }),
  );
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
