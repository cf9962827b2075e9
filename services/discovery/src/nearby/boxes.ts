import { greatCircle, type Place } from '@sprayhunt/service-kit';
import { EDGE_LATITUDE, MAP_WIDTH, onEarth, onMap, type MapPoint } from './mercator.js';

/** A rectangle of the map with its edges. Map metres. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A little more than half the map's width, so that rounding does not cut off points on the edge. */
const MAP_HALF_WIDTH = MAP_WIDTH / 2 + 1;

/** Half the side of the square around a single point: a millimetre of the map, far above rounding errors. */
const SAME_PLACE_HALF_WIDTH = 1e-3;

/** Narrower boxes are not divided. Map metres. */
const MIN_WIDTH = 1e-6;

/** Margins that keep bounds valid despite rounding. */
const BOUND_FACTOR = 1 - 1e-9;
const BOUND_MARGIN_METRES = 1e-6;

/** The box around a circle of the map, clipped to the map. */
export const boxAround = ({ x, y }: MapPoint, metres: number): Box => ({
  west: Math.max(-MAP_HALF_WIDTH, x - metres),
  south: y - metres,
  east: Math.min(MAP_HALF_WIDTH, x + metres),
  north: y + metres,
});

/** The box of all longitudes between two map latitudes. */
export const boxBetween = (south: number, north: number): Box => ({
  west: -MAP_HALF_WIDTH,
  south,
  east: MAP_HALF_WIDTH,
  north,
});

/** Divides a box into two disjoint halves; none if it is too small. */
export function halves(box: Box): Box[] {
  const { west, south, east, north } = box;
  if (Math.max(east - west, north - south) < MIN_WIDTH) return [];
  if (east - west > north - south) {
    const middle = (west + east) / 2;
    return [
      { ...box, east: middle },
      { ...box, west: nextDouble(middle) },
    ];
  }
  const middle = (south + north) / 2;
  return [
    { ...box, north: middle },
    { ...box, south: nextDouble(middle) },
  ];
}

/** Splits a box into the part within a millimetre of a place and the parts beside it; they are disjoint. */
export function splitAround(box: Box, place: Place): { near: Box; beside: Box[] } {
  const { x, y } = onMap(place);
  const near = {
    west: Math.max(box.west, x - SAME_PLACE_HALF_WIDTH),
    south: Math.max(box.south, y - SAME_PLACE_HALF_WIDTH),
    east: Math.min(box.east, x + SAME_PLACE_HALF_WIDTH),
    north: Math.min(box.north, y + SAME_PLACE_HALF_WIDTH),
  };
  const beside = [
    { ...box, east: before(near.west) },
    { ...box, west: nextDouble(near.east) },
    { ...near, south: box.south, north: before(near.south) },
    { ...near, south: nextDouble(near.north), north: box.north },
  ];
  return { near, beside: beside.filter(({ west, south, east, north }) => west <= east && south <= north) };
}

/** Lower bound of the distance from a place to a box. Great-circle metres. */
export function nearestInBox(place: Place, box: Box): number {
  const { from, to, west, east } = earthAreaOf(box);
  const inside = [-360, 0, 360].some((turn) => place.longitude + turn >= west && place.longitude + turn <= east);
  const distance = inside
    ? greatCircle(place, { latitude: Math.max(from, Math.min(to, place.latitude)), longitude: place.longitude })
    : Math.min(toMeridian(place, west, from, to), toMeridian(place, east, from, to));
  return Math.max(0, distance * BOUND_FACTOR - BOUND_MARGIN_METRES);
}

/** Upper bound of the distance from a place to a box. Great-circle metres. */
export function farthestInBox(place: Place, box: Box): number {
  const { from, to, west, east } = earthAreaOf(box);
  if (east - west > 180) return Infinity;
  const middle = { latitude: (from + to) / 2, longitude: (west + east) / 2 };
  const corners = [from, to].map((latitude) => greatCircle(middle, { latitude, longitude: west }));
  return (greatCircle(place, middle) + Math.max(...corners)) / BOUND_FACTOR + BOUND_MARGIN_METRES;
}

/** The area of a box in degrees; points beyond the map's edge are drawn on the edge. */
function earthAreaOf({ west, south, east, north }: Box) {
  const low = onEarth({ x: west, y: south });
  const high = onEarth({ x: east, y: north });
  return {
    from: low.latitude <= -EDGE_LATITUDE + 1e-6 ? -90 : low.latitude,
    to: high.latitude >= EDGE_LATITUDE - 1e-6 ? 90 : high.latitude,
    west: low.longitude,
    east: high.longitude,
  };
}

/** Great-circle metres from a place to a meridian between two latitudes. */
function toMeridian(place: Place, longitude: number, from: number, to: number): number {
  const radians = Math.PI / 180;
  const across = Math.cos((longitude - place.longitude) * radians);
  const foot = across > 0 ? Math.atan(Math.tan(place.latitude * radians) / across) / radians : from;
  return Math.min(
    ...[from, to, Math.max(from, Math.min(to, foot))].map((latitude) => greatCircle(place, { latitude, longitude })),
  );
}

const number = new Float64Array(1);
const bits = new BigInt64Array(number.buffer);

/** The next larger double. */
function nextDouble(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  number[0] = value;
  bits[0]! += value > 0 ? 1n : -1n;
  return number[0];
}

const before = (value: number) => -nextDouble(-value);
