import { EARTH_METRES, type Place } from '@sprayhunt/service-kit';
import { EDGE_LATITUDE, mapScale, MAP_WIDTH, onMap, type MapPoint } from './mercator.js';

const DEGREES = 180 / Math.PI;

/** Margin that keeps points on the edge despite rounding. */
const AREA_MARGIN = 1 + 1e-9;

/** A part of the map: all longitudes between two map latitudes. Map metres. */
export interface Cap {
  south: number;
  north: number;
}

/**
 * The map area for a circle on the earth: around a point, around two points if the circle
 * crosses the antimeridian (the second is the same place, one turn of the earth away), or in a whole
 * polar cap if the circle reaches so near to a pole that map distance is meaningless.
 */
export type SearchArea = { viewpoints: MapPoint[] } | { cap: Cap };

export function searchArea(place: Place, radius: number): SearchArea {
  const angle = (radius / EARTH_METRES) * AREA_MARGIN;
  const south = place.latitude - angle * DEGREES;
  const north = place.latitude + angle * DEGREES;
  if (north > EDGE_LATITUDE || south < -EDGE_LATITUDE)
    return {
      cap: {
        south: onMap({ latitude: south, longitude: 0 }).y - 1,
        north: onMap({ latitude: north, longitude: 0 }).y + 1,
      },
    };

  const here = onMap(place);
  const halfWidth =
    (Math.asin(Math.sin(angle) / Math.cos(place.latitude / DEGREES)) / (2 * Math.PI)) * MAP_WIDTH * AREA_MARGIN;
  const turn = here.x - halfWidth <= -MAP_WIDTH / 2 ? MAP_WIDTH : here.x + halfWidth >= MAP_WIDTH / 2 ? -MAP_WIDTH : 0;
  return { viewpoints: turn === 0 ? [here] : [here, { x: here.x + turn, y: here.y }] };
}

/** Upper bound of the map distance of points within `metres` of `place`. Map metres. */
export function farthestOnMap(place: Place, metres: number): number {
  return metres * mapScale(Math.abs(place.latitude) + (metres / EARTH_METRES) * DEGREES) * AREA_MARGIN;
}

/**
 * Lower bound of the map distance of points at least `metres` away and within `radius` metres. Map metres.
 */
export function nearestOnMap(place: Place, metres: number, radius: number): number {
  const flattest = Math.max(0, Math.abs(place.latitude) - (radius / EARTH_METRES) * DEGREES);
  return (metres * mapScale(flattest)) / AREA_MARGIN;
}
