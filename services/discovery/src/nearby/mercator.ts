import { EARTH_METRES, type Place } from '@sprayhunt/service-kit';

/** Semi-major axis of WGS 84 in metres, as used by Web Mercator (EPSG:3857). */
export const MERCATOR_METRES = 6_378_137;

/** Web Mercator has no pole; beyond this latitude a point is drawn on the edge. Degrees. */
export const EDGE_LATITUDE = 85;

/** Metres once around the map. */
export const MAP_WIDTH = 2 * Math.PI * MERCATOR_METRES;

const RADIANS = Math.PI / 180;

/** Web Mercator metres. */
export interface MapPoint {
  x: number;
  y: number;
}

/**
 * The map point of a place. Column `g` of the tables has the same point, which Postgres
 * computes by the same formula.
 */
export function onMap({ latitude, longitude }: Place): MapPoint {
  const drawn = Math.max(-EDGE_LATITUDE, Math.min(EDGE_LATITUDE, latitude));
  return {
    x: MERCATOR_METRES * longitude * RADIANS,
    y: MERCATOR_METRES * Math.log(Math.tan(Math.PI / 4 + (drawn * RADIANS) / 2)),
  };
}

/** The place at a map point. */
export const onEarth = ({ x, y }: MapPoint): Place => ({
  latitude: (2 * Math.atan(Math.exp(y / MERCATOR_METRES)) - Math.PI / 2) / RADIANS,
  longitude: x / MERCATOR_METRES / RADIANS,
});

/** Map metres per great-circle metre at a latitude in degrees. */
export const mapScale = (latitude: number) => MERCATOR_METRES / EARTH_METRES / Math.cos(latitude * RADIANS);
