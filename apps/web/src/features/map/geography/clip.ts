import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Position } from 'geojson';
import type { Geography } from './world';

/** Degrees; `east` is above 180 where the box crosses the antimeridian. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const OVERHANG = 60;

/** The piece of the geography inside a box. */
export function clipGeography(geography: Geography, box: Box): Geography {
  return {
    land: clipLand(geography.land, box),
    coast: clipLines(geography.coast, box),
    borders: clipLines(geography.borders, box),
    countries: {
      type: 'FeatureCollection',
      features: geography.countries.features.filter(({ geometry }) => holds(box, geometry.coordinates)),
    },
  };
}

const holds = ({ west, south, east, north }: Box, [lng = 0, lat = 0]: Position) =>
  lng >= west && lng < east && lat >= south && lat < north;

/** A box across the antimeridian is searched in both halves. */
const copies = ({ west, east, south, north }: Box): { shift: number; box: Box }[] =>
  [-360, 0, 360]
    .map((shift) => ({ shift, box: { west: west - shift, east: east - shift, south, north } }))
    // Rings that cross the antimeridian run on beyond it, by less than this.
    .filter(({ box }) => box.west < 180 + OVERHANG && box.east > -180 - OVERHANG);

function clipLand(land: FeatureCollection, box: Box): FeatureCollection {
  const polygons = land.features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  );
  const pieces = copies(box).flatMap(({ shift, box: own }) =>
    polygons.flatMap((rings) => {
      const cut = rings
        .filter((ring) => touches(ring, own))
        .map((ring) => clipRing(ring, own))
        .filter((ring) => ring.length > 3);
      return cut.length > 0 ? [cut.map((ring) => ring.map(([lng, lat]): Position => [lng! + shift, lat!]))] : [];
    }),
  );
  const geometry: MultiPolygon = { type: 'MultiPolygon', coordinates: pieces };
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] };
}

function clipLines({ geometry }: Feature<MultiLineString>, box: Box): Feature<MultiLineString> {
  const coordinates = copies(box).flatMap(({ shift, box: own }) =>
    geometry.coordinates
      .filter((line) => touches(line, own))
      .flatMap((line) => runsInside(line, own))
      .map((run) => run.map(([lng, lat]): Position => [lng! + shift, lat!])),
  );
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } };
}

/** Parts of a line whose segments may touch the box, cut at its points, which is exact enough for a stroke. */
function runsInside(line: Position[], box: Box): Position[][] {
  const runs: Position[][] = [];
  let run: Position[] = [];
  for (let i = 1; i < line.length; i++) {
    if (touches([line[i - 1]!, line[i]!], box)) {
      if (run.length === 0) run.push(line[i - 1]!);
      run.push(line[i]!);
    } else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  return run.length > 0 ? [...runs, run] : runs;
}

function touches(points: Position[], { west, south, east, north }: Box): boolean {
  let [minLng, minLat, maxLng, maxLat] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of points) {
    if (lng! < minLng) minLng = lng!;
    if (lng! > maxLng) maxLng = lng!;
    if (lat! < minLat) minLat = lat!;
    if (lat! > maxLat) maxLat = lat!;
  }
  return minLng <= east && maxLng >= west && minLat <= north && maxLat >= south;
}

/** Sutherland and Hodgman: a ring is cut by one side of the box after the other. */
function clipRing(ring: Position[], { west, south, east, north }: Box): Position[] {
  const sides: { axis: 0 | 1; at: number; keeps: 1 | -1 }[] = [
    { axis: 0, at: west, keeps: 1 },
    { axis: 0, at: east, keeps: -1 },
    { axis: 1, at: south, keeps: 1 },
    { axis: 1, at: north, keeps: -1 },
  ];
  return sides.reduce((points, side) => cutAt(points, side), ring);
}

function cutAt(points: Position[], { axis, at, keeps }: { axis: 0 | 1; at: number; keeps: 1 | -1 }): Position[] {
  const kept: Position[] = [];
  const inside = (point: Position) => (point[axis]! - at) * keeps >= 0;
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    const before = points[(i + points.length - 1) % points.length]!;
    if (inside(point) !== inside(before)) {
      const part = (at - before[axis]!) / (point[axis]! - before[axis]!);
      kept.push([before[0]! + part * (point[0]! - before[0]!), before[1]! + part * (point[1]! - before[1]!)]);
    }
    if (inside(point)) kept.push(point);
  }
  const [first] = kept;
  return first ? [...kept, first] : [];
}
