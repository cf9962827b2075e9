/** One row of a file, unchanged. */
export interface RawRow {
  /** Counted from 1, in the unit of the format: the line on which the row begins, or which feature it is. */
  number: number;
  /** Cells by their column, properties of a feature by their path. */
  columns: Record<string, string>;
  /** A GeoJSON geometry that is no collection, where the format has geometries; a table has its position in columns. */
  geometry?: unknown;
  /** The coordinate reference system that the file declares, as it is written there; WGS 84 if absent. */
  crs?: string;
  /** Why the row cannot be read at all. */
  fault?: string;
}

export type Format = 'csv' | 'geojson' | 'ndjson' | 'kml' | 'gpx' | 'xlsx';

/** What is around a text: gzip, or a ZIP archive with the text as one of its entries. */
export type Packing = 'gzip' | { entry: string };

/** The columns of a table, and where its rows begin. */
export interface TableLayout {
  names: string[];
  /** Line of the first row. */
  from: number;
}

/** A file and how to read it. */
export interface SourceFile {
  file: string;
  format: Format;
  /** A name that TextDecoder knows. */
  encoding: string;
  /** The separator of a CSV. */
  delimiter: string;
  packing?: Packing;
  /** The reference system that the file declares for its geometries, as it is written there. */
  crs?: string;
  /** Of a CSV or a sheet; the first line names the columns if absent. */
  layout?: TableLayout;
  /** Name of a workbook's sheet; the first one if absent. */
  sheet?: string;
  /** Texts have an apostrophe before what a spreadsheet takes for a formula. */
  escapesFormulas?: boolean;
}

/** A file that does not match its format. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** The largest feature or placemark, in characters of its text. */
export const MAX_RECORD_LENGTH = 10_000_000;
