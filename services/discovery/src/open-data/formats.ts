import { stringify } from 'csv-stringify/sync';
import type { OpenRow } from './open-data-rows.js';

/** Writer of a file format: its head, a page of rows, and its end. */
export interface OpenFormat {
  head(columns: readonly string[]): string;
  page(rows: readonly OpenRow[], columns: readonly string[], isFirst: boolean): string;
  tail: string;
}

/** RFC 7946. */
const geojson: OpenFormat = {
  head: () => '{"type":"FeatureCollection","features":[\n',
  page: (rows, _columns, isFirst) => (isFirst ? '' : ',\n') + rows.map((row) => JSON.stringify(featureOf(row))).join(',\n'),
  tail: '\n]}\n',
};

const featureOf = ({ id, latitude, longitude, ...properties }: OpenRow) => ({ type: 'Feature', id, geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties });

/** RFC 4180. A text that a spreadsheet would take for a formula has an apostrophe before it. */
const csv: OpenFormat = {
  head: (columns) => stringify([columns]),
  page: (rows, columns) => stringify([...rows], { columns: [...columns], escape_formulas: true }),
  tail: '',
};

export const formats = { geojson, csv };
export type OpenFormatName = keyof typeof formats;
