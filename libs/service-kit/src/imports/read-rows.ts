import { textOf } from './readers/bytes.js';
import { csvRecords } from './readers/csv.js';
import { gpxRows } from './readers/gpx.js';
import { jsonLinesRows } from './readers/json-lines.js';
import { jsonRows } from './readers/json.js';
import { kmlRows } from './readers/kml.js';
import type { Format, RawRow, SourceFile } from './readers/source.js';
import { tableRows } from './readers/table.js';
import { xlsxRecords } from './readers/xlsx.js';

export { UnreadableFile, type Format, type RawRow, type SourceFile } from './readers/source.js';

/** How a format is read. */
interface Reader {
  /** For operators. */
  name: string;
  /** What a row's number counts. */
  unit: string;
  /** Whether a header names all columns. */
  isTable?: boolean;
  rows(source: SourceFile): AsyncIterable<RawRow>;
}

export const readers: Record<Format, Reader> = {
  csv: {
    name: 'CSV',
    unit: 'line',
    isTable: true,
    rows: (source) => tableRows(csvRecords(textOf(source), source.delimiter), source),
  },
  xlsx: {
    name: 'Excel workbook',
    unit: 'row',
    isTable: true,
    rows: (source) => tableRows(xlsxRecords(source.file, source.sheet), { ...source, isRagged: true }),
  },
  geojson: { name: 'GeoJSON or other JSON', unit: 'feature', rows: (source) => jsonRows(textOf(source), source.crs) },
  ndjson: { name: 'JSON by lines', unit: 'line', rows: (source) => jsonLinesRows(textOf(source)) },
  kml: { name: 'KML', unit: 'placemark', rows: (source) => kmlRows(textOf(source)) },
  gpx: { name: 'GPX', unit: 'waypoint', rows: (source) => gpxRows(textOf(source)) },
};

export const formatNames = Object.keys(readers) as Format[];

/** The unit of a row's number. */
export const unitOf = ({ format }: Pick<SourceFile, 'format'>) => readers[format].unit;

/**
 * Streams the rows of a file in constant memory.
 * @throws UnreadableFile if the file is broken
 */
export const readRows = (source: SourceFile): AsyncIterable<RawRow> => readers[source.format].rows(source);
