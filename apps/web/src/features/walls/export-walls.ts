import type { WallFieldsFragment } from '../../api/graph/graphql';

export type WallFormat = 'csv' | 'geojson';

const COLUMNS = [
  'name',
  'city',
  'country',
  'address',
  'hours',
  'description',
  'latitude',
  'longitude',
  'source',
] as const;
/** Name and media type of the formats. */
export const WALL_FORMATS = {
  csv: { name: 'CSV', type: 'text/csv;charset=utf-8' },
  geojson: { name: 'GeoJSON', type: 'application/geo+json' },
} as const satisfies Record<WallFormat, object>;

/** Walls as the text of a file; a wall without hours has none there. */
export const wallText = (walls: readonly WallFieldsFragment[], format: WallFormat): string =>
  format === 'csv' ? csvOf(walls) : geoJsonOf(walls);

const csvOf = (walls: readonly WallFieldsFragment[]) =>
  [COLUMNS.join(','), ...walls.map((wall) => COLUMNS.map((column) => cell(wall[column])).join(','))].join('\r\n') +
  '\r\n';

/** Quoted by RFC 4180. What a spreadsheet would run as a formula is kept from it by an apostrophe. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const geoJsonOf = (walls: readonly WallFieldsFragment[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: walls.map(({ id, name, city, country, address, hours, description, source, latitude, longitude }) => ({
      type: 'Feature',
      id,
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { name, city, country, address, hours, description, source },
    })),
  });
