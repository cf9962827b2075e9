import { greatCircle, type Place } from '@sprayhunt/service-kit';
import { EDGE_LATITUDE, MAP_WIDTH, onEarth, onMap, type MapPoint } from './mercator.js';

/** A rectangle of the map with its edges. Map metres. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** More than half the map's width, so that rounding does not cut off points on its edge. */
const HALF_WIDTH = MAP_WIDTH / 2 + 1;

/** Half the side of the square around one point: a millimetre of the map, far above rounding. */
const APART = 1e-3;

/** Boxes narrower than this are not divided. Map metres. */
const NARROWEST = 1e-6;

/** Keeps rounding from making a lower bound too large. */
const SPARE = 1 - 1e-9;
const SPARE_METRES = 1e-6;

/** The box around a circle of the map, clipped to the map. */
export const boxAround = ({ x, y }: MapPoint, metres: number): Box => ({
  west: Math.max(-HALF_WIDTH, x - metres),
  south: y - metres,
  east: Math.min(HALF_WIDTH, x + metres),
  north: y + metres,
});

/** The box of all longitudes between two map latitudes. */
export const boxBetween = (south: number, north: number): Box => ({
  west: -HALF_WIDTH,
  south,
  east: HALF_WIDTH,
  north,
});

/** Divides a box into two disjoint halves; none if it is too small. */
export function halves(box: Box): Box[] {
  const { west, south, east, north } = box;
  if (Math.max(east - west, north - south) < NARROWEST) return [];
  if (east - west > north - south) {
    const middle = (west + east) / 2;
    return [
      { ...box, east: middle },
      { ...box, west: after(middle) },
    ];
  }
  const middle = (south + north) / 2;
  return [
    { ...box, north: middle },
    { ...box, south: after(middle) },
  ];
}

/** The part of a box that lies within a millimetre of a place, and the parts beside it; no point is in two of them. */
export function apart(box: Box, place: Place): { near: Box; beside: Box[] } {
  const { x, y } = onMap(place);
  const near = {
    west: Math.max(box.west, x - APART),
    south: Math.max(box.south, y - APART),
    east: Math.min(box.east, x + APART),
    north: Math.min(box.north, y + APART),
  };
  const beside = [
    { ...box, east: before(near.west) },
    { ...box, west: after(near.east) },
    { ...near, south: box.south, north: before(near.south) },
    { ...near, south: after(near.north), north: box.north },
  ];
  return { near, beside: beside.filter(({ west, south, east, north }) => west <= east && south <= north) };
}

/** Lower bound of the distance from a place to a box. Great-circle metres. */
export function nearestInBox(place: Place, box: Box): number {
  const { from, to, west, east } = drawnIn(box);
  const inside = [-360, 0, 360].some((turn) => place.longitude + turn >= west && place.longitude + turn <= east);
  const distance = inside
    ? greatCircle(place, { latitude: Math.max(from, Math.min(to, place.latitude)), longitude: place.longitude })
    : Math.min(toMeridian(place, west, from, to), toMeridian(place, east, from, to));
  return Math.max(0, distance * SPARE - SPARE_METRES);
}

/** Upper bound of the distance from a place to a box. Great-circle metres. */
export function farthestInBox(place: Place, box: Box): number {
  const { from, to, west, east } = drawnIn(box);
  if (east - west > 180) return Infinity;
  const middle = { latitude: (from + to) / 2, longitude: (west + east) / 2 };
  const corners = [from, to].map((latitude) => greatCircle(middle, { latitude, longitude: west }));
  return (greatCircle(place, middle) + Math.max(...corners)) / SPARE + SPARE_METRES;
}

/** The part of the earth in a box, in degrees; points beyond the map's edge are drawn on it. */
function drawnIn({ west, south, east, north }: Box) {
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

/** The next larger number that a double can hold. */
function after(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  number[0] = value;
  bits[0]! += value > 0 ? 1n : -1n;
  return number[0];
}

const before = (value: number) => -after(-value);
