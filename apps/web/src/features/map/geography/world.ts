import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Feature, FeatureCollection, Geometry, MultiLineString, Point, Position } from 'geojson';
import { unwrapLine, unwrapRing } from './antimeridian';

/** Natural Earth's geography (public domain, as packed by world-atlas) in degrees; runs in the build alone. */
export interface Geography {
  land: FeatureCollection;
  coast: Feature<MultiLineString>;
  borders: Feature<MultiLineString>;
  /** `region`: ISO 3166-1, two letters; empty for what has no code. */
  countries: FeatureCollection<Point, { name: string; region: string; rank: number }>;
}

export type Atlas = Topology<{ land: GeometryCollection; countries: GeometryCollection<{ name: string }> }>;

/** Land, coasts, borders and names of a whole atlas. */
export function toGeography(atlas: Atlas): Geography {
  const line = ({ coordinates }: MultiLineString): Feature<MultiLineString> => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiLineString', coordinates: coordinates.map(unwrapLine) },
  });
  const polygons = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) => polygonsOf(geometry));
  return {
    land: {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: polygons } }],
    },
    coast: line(mesh(atlas, atlas.objects.land)),
    borders: line(mesh(atlas, atlas.objects.countries, (a, b) => a !== b)),
    countries: { type: 'FeatureCollection', features: countryLabels(atlas) },
  };
}

/** The atlas joins what the antimeridian cuts; a flat map needs each ring in one piece beside it. */
function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates.map(unwrapRing)];
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.map((rings) => rings.map(unwrapRing));
  return [];
}

/** One label a country, in the middle of the box around its largest piece of land. */
function countryLabels(atlas: Atlas): Geography['countries']['features'] {
  return feature(atlas, atlas.objects.countries).features.flatMap(({ id, geometry, properties }) => {
    const pieces = polygonsOf(geometry);
    if (pieces.length === 0) return [];
    const boxes = pieces.map((rings) => boxOf(rings[0] ?? []));
    const largest = boxes.reduce((best, box) => (box.area > best.area ? box : best));
    return [
      {
        type: 'Feature' as const,
        properties: {
          name: properties.name,
          region: id ? (new Intl.Locale(`und-${id}`).region ?? '') : '',
          rank: -largest.area,
        },
        geometry: {
          type: 'Point' as const,
          coordinates: [((largest.middle[0]! + 540) % 360) - 180, largest.middle[1]!],
        },
      },
    ];
  });
}

function boxOf(ring: number[][]) {
  const lngs = ring.map(([lng]) => lng ?? 0);
  const lats = ring.map(([, lat]) => lat ?? 0);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const middle = [(west + east) / 2, (south + north) / 2];
  return { middle, area: (east - west) * (north - south) * Math.cos((middle[1]! * Math.PI) / 180) };
}
