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
  page: (rows, _columns, isFirst) =>
    (isFirst ? '' : ',\n') + rows.map((row) => JSON.stringify(featureOf(row))).join(',\n'),
  tail: '\n]}\n',
};

const featureOf = ({ id, latitude, longitude, ...properties }: OpenRow) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties,
});

/** Texts that look like an escaped formula. */
const LIKE_ESCAPED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * RFC 4180. An apostrophe is prefixed to texts that a spreadsheet would interpret as a formula, and to texts that begin
 * with such an apostrophe; an import removes one, which restores the text.
 */
const csv: OpenFormat = {
  head: (columns) => stringify([columns]),
  page: (rows, columns) =>
    stringify([...rows], {
      columns: [...columns],
      escape_formulas: true,
      cast: { string: (text) => (LIKE_ESCAPED.test(text) ? `'${text}` : text) },
    }),
  tail: '',
};

export const formats = { geojson, csv };
export type OpenFormatName = keyof typeof formats;
