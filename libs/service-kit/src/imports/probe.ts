import { stat } from 'node:fs/promises';
import { isColumnName } from './columns.js';
import { declaredCrs } from './declared-crs.js';
import { readers, readRows } from './read-rows.js';
import { firstBytes } from './readers/bytes.js';
import { csvRecords, type TableRecord } from './readers/csv.js';
import { decodedAs, findEncoding, type FoundEncoding } from './readers/encoding.js';
import { findHeader, isSeparatorLine, type HeaderLines } from './readers/header.js';
import { entryIn, refuseBinary, refuseText, rootOf } from './readers/known-files.js';
import {
  UnreadableFile,
  type Format,
  type Packing,
  type RawRow,
  type SourceFile,
  type TableLayout,
} from './readers/source.js';
import { sheetsOf, xlsxRecords, type Sheet } from './readers/xlsx.js';

/** Rows that are read before an import. */
const SAMPLE = 1_000;

/** Bytes in which format, separator and header are searched. */
const HEAD_BYTES = 64 * 1024;

/** Records of a table that show its header. */
const HEAD_RECORDS = 60;

const DELIMITERS = [',', ';', '\t', '|'];

/** Format and first rows of a file. */
export interface Sample {
  source: SourceFile;
  /** Columns in the order of their first use. */
  columns: string[];
  rows: RawRow[];
  /** Whether the columns are all that the file has: a header names them, or the file was read to its end. */
  complete: boolean;
  /** What an operator should know about how the file is read. */
  notes: string[];
  /** The encoding, if it is a guess. */
  guessedEncoding?: FoundEncoding;
}

/** What an operator says about a file; the rest is detected. */
export interface SourceOptions extends Partial<Pick<SourceFile, 'format' | 'encoding' | 'delimiter' | 'sheet'>> {
  header?: HeaderLines;
}

/**
 * Finds out how to read a file, and reads its first rows.
 * @param exported columns of our own export as CSV
 * @throws UnreadableFile for a file that we cannot read, or that has no rows
 */
export async function sampleOf(
  file: string,
  options: SourceOptions = {},
  exported: readonly string[] = [],
): Promise<Sample> {
  const { size } = await stat(file);
  if (size === 0) throw new UnreadableFile('The file is empty.');
  const { source, notes, guessedEncoding } = await sourceOf(file, options);
  source.escapesFormulas =
    source.format === 'csv' && exported.length > 0 && source.layout?.names.join('\n') === exported.join('\n');
  const rows: RawRow[] = [];
  const columns = new Set<string>(source.layout?.names);
  let complete = true;
  for await (const row of readRows(source)) {
    if (rows.length === SAMPLE) {
      complete = readers[source.format].isTable === true;
      break;
    }
    rows.push(row);
    source.crs ??= row.crs;
    for (const column of Object.keys(row.columns)) columns.add(column);
  }
  if (rows.length === 0) throw new UnreadableFile('The file has no rows below its header.');
  return { source, columns: [...columns], rows, complete, notes, guessedEncoding };
}

type Found = Pick<Sample, 'source' | 'notes' | 'guessedEncoding'>;

async function sourceOf(file: string, options: SourceOptions): Promise<Found> {
  const packing = await packingOf(file);
  if (packing === 'workbook') {
    const source: SourceFile = { file, format: 'xlsx', encoding: 'utf-8', delimiter: ',', sheet: options.sheet };
    const found = withLayout(source, await firstOf(xlsxRecords(file, options.sheet)), options);
    return { ...found, notes: [...sheetNotes(await sheetsOf(file), options), ...found.notes] };
  }
  const bytes = await firstBytes({ file, packing }, HEAD_BYTES);
  await refuseBinary(bytes);
  const found =
    options.encoding === undefined ? await findEncoding({ file, packing }, bytes) : { encoding: options.encoding };
  const head = decodedAs(found.encoding, bytes);
  if (options.format === undefined) refuseText(head);
  const format = options.format ?? formatOf(head);
  const guessedEncoding = found.others && found;
  const source: SourceFile = { file, packing, format, encoding: found.encoding, delimiter: ',' };
  if (format === 'geojson') source.crs = await declaredCrs(file, head);
  if (format !== 'csv') return { source, notes: [], guessedEncoding };
  const isWhole = bytes.length < HEAD_BYTES;
  const records = async (delimiter: string) =>
    (await firstOf(csvRecords([head], delimiter))).slice(0, isWhole ? HEAD_RECORDS : -1);
  if (!isWhole && !/[\r\n]/.test(head))
    throw new UnreadableFile(`The first line has more than ${HEAD_BYTES} bytes, so the file is not a CSV.`);
  source.delimiter = options.delimiter ?? (await delimiterOf(head, records));
  return { ...withLayout(source, await records(source.delimiter), options), guessedEncoding };
}

async function packingOf(file: string): Promise<Packing | 'workbook' | undefined> {
  const magic = await firstBytes({ file }, 4);
  if (isZip(magic)) return (await entryIn(file)) ?? 'workbook';
  if (!isGzip(magic)) return undefined;
  const inner = await firstBytes({ file, packing: 'gzip' }, 4);
  if (isZip(inner) || isGzip(inner)) throw new UnreadableFile('The file is packed twice; unpack it first.');
  if (inner.length === 0) throw new UnreadableFile('The file is empty.');
  return 'gzip';
}

const isGzip = (magic: Buffer) => magic.subarray(0, 2).toString('hex') === '1f8b';
const isZip = (magic: Buffer) => /^504b0[357]0[468]$/.test(magic.toString('hex'));

function formatOf(head: string): Format {
  const text = head.trimStart();
  if (/^</.test(text)) return rootOf(head) === 'gpx' ? 'gpx' : 'kml';
  if (text.startsWith('\u001E')) return 'ndjson';
  if (!/^[{[]/.test(text)) return 'csv';
  const [first = '', second = ''] = text.split(/\s*\n\s*/, 2);
  return second.startsWith('{') && isJson(first) ? 'ndjson' : 'geojson';
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

async function firstOf(records: AsyncIterable<TableRecord>): Promise<TableRecord[]> {
  const first: TableRecord[] = [];
  for await (const record of records) if (first.push(record) > HEAD_RECORDS) break;
  return first;
}

/** What `sep=` names, else the separator by which most records have the same number of cells, and the most. */
async function delimiterOf(head: string, recordsWith: (delimiter: string) => Promise<TableRecord[]>): Promise<string> {
  const [, named] = /^sep=(.)\r?\n/i.exec(head) ?? [];
  if (named !== undefined) return named;
  let best = { delimiter: ',', records: 0, width: 1 };
  for (const delimiter of DELIMITERS) {
    const widths = (await recordsWith(delimiter)).map(({ cells }) => cells.length).filter((width) => width > 1);
    const width = widths.toSorted((a, b) => countOf(widths, b) - countOf(widths, a) || b - a)[0] ?? 1;
    const records = countOf(widths, width);
    if (records > best.records || (records === best.records && width > best.width))
      best = { delimiter, records, width };
  }
  return best.delimiter;
}

const countOf = (values: number[], value: number) => values.filter((each) => each === value).length;

function withLayout(source: SourceFile, records: TableRecord[], { header }: SourceOptions): Found {
  const found = findHeader(records, isColumnName, header);
  if (!found)
    throw new UnreadableFile(header ? `The file has no header on line ${header.first}.` : 'The file has no rows.');
  return { source: { ...source, layout: found.layout }, notes: headerNotes(found, records, found.layout) };
}

function sheetNotes([first, ...others]: Sheet[], { sheet }: SourceOptions): string[] {
  if (sheet !== undefined || others.length === 0) return [];
  return [
    `The sheet "${first!.name}" is read; --sheet NAME reads another one: ${others.map(({ name }) => name).join(', ')}.`,
  ];
}

function headerNotes(
  { first, last, skipped }: { first: number; last: number; skipped: number },
  records: TableRecord[],
  { names, from }: TableLayout,
): string[] {
  if (first === 0) {
    return [
      `The file has no header: its first row, on line ${from}, looks like the others. The columns are named by their ` +
        `position: ${names[0]} to ${names.at(-1)}. If a line names them, give it with --header LINE.`,
    ];
  }
  const isFirst = skipped === 0 && !records.some(({ line, cells }) => line < first && isSeparatorLine(cells));
  if (last > first) return [`The header is on lines ${first} to ${last}; if one of them is a row, add --header LINE.`];
  return isFirst
    ? []
    : [`The header is on line ${first}; what is above it is left out. If that is wrong, add --header LINE.`];
}
