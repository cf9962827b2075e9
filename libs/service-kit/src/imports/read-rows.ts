import { createReadStream } from 'node:fs';
import { pipeline, Readable, type Duplex } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import chain from 'stream-chain';
import { parser } from 'stream-json';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { z } from 'zod';

/** One row of a file, unchanged. */
export interface RawRow {
  /** Counted from 1: the line of a CSV on which the row begins, or which feature of a GeoJSON file it is. */
  number: number;
  /** Columns of a CSV, properties of a GeoJSON feature. */
  columns: Record<string, string>;
  /** Geometry of a GeoJSON feature; a CSV keeps its position in columns. */
  geometry?: unknown;
  /** Why the row cannot be read at all. */
  fault?: string;
}

export type Format = 'csv' | 'geojson';

/** A file and how to read it. */
export interface SourceFile {
  file: string;
  format: Format;
  /** A name that TextDecoder knows. */
  encoding: string;
  /** The separator of a CSV. */
  delimiter: string;
}

/** The unit of a row's number. */
export const unitOf = ({ format }: Pick<SourceFile, 'format'>) => (format === 'csv' ? 'line' : 'feature');

/** A file that does not match its format. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** The longest row of a CSV in characters; it ends a quote that is never closed. */
const LONGEST_ROW = 1_000_000;

/** Errors that affect all following rows: an unclosed quotation mark. */
const IGNORING: string[] = ['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'];

/**
 * Streams the rows of a file in constant memory.
 * @throws UnreadableFile if the file is broken
 */
export const readRows = (source: SourceFile): AsyncIterable<RawRow> => (source.format === 'csv' ? readCsv(source) : readGeoJson(source));

/** The text of a file in chunks. Bytes that are invalid in its encoding become U+FFFD. */
export async function* decoded({ file, encoding }: Pick<SourceFile, 'file' | 'encoding'>, options: { end?: number } = {}): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(file, options) as AsyncIterable<Buffer>) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Pipes a file's text through a parser. A reader that stops closes the file, and errors reach the reader. */
function through<T extends NodeJS.ReadWriteStream>(source: SourceFile, reader: T): T {
  pipeline(Readable.from(decoded(source)), reader, () => undefined);
  return reader;
}

/** The first line names the columns. */
async function* readCsv(source: SourceFile): AsyncGenerator<RawRow> {
  const unreadable: RawRow[] = [];
  let last = 1;
  const rows = through(
    source,
    parse({
      bom: true,
      columns: headings,
      delimiter: source.delimiter,
      info: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: LONGEST_ROW,
      on_skip: (error) => {
        if (error instanceof CsvError && IGNORING.includes(error.code)) rows.destroy(error);
        else if (error instanceof CsvError) unreadable.push({ number: Number(error['lines'] ?? 0), columns: {}, fault: sentenceOf(error) });
        return undefined;
      },
    }),
  );
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      yield* unreadable.splice(0);
      last = info.lines;
      const breaks = Object.values(record).reduce((sum, text) => sum + text.split('\n').length - 1, 0);
      yield { number: info.lines - breaks, columns: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(`The file is no CSV after line ${last}: ${IGNORING.includes(error.code) ? 'a quotation mark is not closed' : sentenceOf(error)}.`);
  }
  yield* unreadable;
}

/** Gives every column a unique name, even if the file has none or a duplicate. */
function headings(names: string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((given, index) => {
    const name = given.trim() || `column ${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

function sentenceOf(error: CsvError): string {
  if (error.code === 'CSV_RECORD_INCONSISTENT_COLUMNS') {
    const record = error['record'];
    const columns = error['columns'];
    const [found, wanted] = [record, columns].map((list) => (Array.isArray(list) ? list.length : '?'));
    return `has ${found} columns where the first line has ${wanted}`;
  }
  return error.message;
}

async function* readGeoJson(source: SourceFile): AsyncGenerator<RawRow> {
  let number = 0;
  try {
    const features = through(source, chain([parser(), pick({ filter: 'features', once: true }), streamArray()]) as Duplex);
    for await (const { value } of features as AsyncIterable<{ value: unknown }>) yield rowOf(value, ++number);
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    throw new UnreadableFile(`The file is no GeoJSON${number > 0 ? ` after feature ${number}` : ''}: ${(error as Error).message}.`);
  }
  if (number === 0) throw new UnreadableFile('The file is no GeoJSON FeatureCollection: it has no list of features, or an empty one.');
}

const featureSchema = z.object({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number()]).nullish(),
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: z.unknown(),
});

function rowOf(feature: unknown, number: number): RawRow {
  const { success, data } = featureSchema.safeParse(feature);
  if (!success) return { number, columns: {}, fault: 'is not a GeoJSON Feature' };
  const own: Record<string, string> = data.id == null ? {} : { id: String(data.id) };
  return { number, columns: { ...own, ...columnsOf(data.properties ?? {}) }, geometry: data.geometry };
}

/** Levels of objects within objects that become columns. */
const DEEPEST = 4;

const pointSchema = z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()], z.unknown()) });

/**
 * The properties of a feature as text columns: nested ones are named by their path
 * (`geo_point_2d.lat`), a list is joined by commas, a point inside is written as WKT.
 */
export function columnsOf(properties: Record<string, unknown>): Record<string, string> {
  const columns: Record<string, string> = {};
  collect(columns, '', properties, DEEPEST);
  return columns;
}

function collect(columns: Record<string, string>, path: string, value: unknown, deeper: number): void {
  if (value === null || value === undefined) columns[path] = '';
  else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') columns[path] = String(value);
  else if (Array.isArray(value)) columns[path] = value.filter((one) => one !== null && typeof one !== 'object').join(', ');
  else if (typeof value === 'object') {
    const point = pointSchema.safeParse(value);
    if (point.success && path !== '') columns[path] = `POINT (${point.data.coordinates[0]} ${point.data.coordinates[1]})`;
    else if (deeper > 0) for (const [key, inner] of Object.entries(value)) collect(columns, path === '' ? key : `${path}.${key}`, inner, deeper - 1);
  }
}
