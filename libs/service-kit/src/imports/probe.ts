import { open, stat } from 'node:fs/promises';
import { decoded, readRows, UnreadableFile, type Format, type RawRow, type SourceFile } from './read-rows.js';

/** Rows that are read before an import. */
const SAMPLE = 1_000;

/** Bytes in which the first line is searched. */
const HEAD = 64 * 1024;

const DELIMITERS = [',', ';', '\t', '|'];

/** Format and first rows of a file. */
export interface Sample {
  source: SourceFile;
  /** Columns in the order of their first use. */
  columns: string[];
  rows: RawRow[];
  /** Whether the columns are all that the file has: a CSV names them, a GeoJSON file was read to its end. */
  complete: boolean;
}

/** What an operator says about a file; the rest is detected. */
export type SourceOptions = Partial<Pick<SourceFile, 'format' | 'encoding' | 'delimiter'>>;

/** @throws UnreadableFile for a file that is neither CSV nor GeoJSON, or has no rows */
export async function sampleOf(file: string, sourceOptions: SourceOptions = {}): Promise<Sample> {
  const { size } = await stat(file);
  if (size === 0) throw new UnreadableFile('The file is empty.');
  const encoding = sourceOptions.encoding ?? (await encodingOf(file));
  const head = await headOf(file, encoding);
  const format = sourceOptions.format ?? formatOf(head);
  const source = { file, format, encoding, delimiter: sourceOptions.delimiter ?? delimiterOf(head) };
  const rows: RawRow[] = [];
  const columns = new Set<string>();
  let complete = true;
  for await (const row of readRows(source)) {
    if (rows.length === SAMPLE) {
      complete = format === 'csv';
      break;
    }
    rows.push(row);
    for (const column of Object.keys(row.columns)) columns.add(column);
  }
  if (rows.length === 0) throw new UnreadableFile('The file has no rows below its first line.');
  return { source, columns: [...columns], rows, complete };
}

async function headOf(file: string, encoding: string): Promise<string> {
  let head = '';
  for await (const text of decoded({ file, encoding }, { end: HEAD })) head += text;
  return head.replace(/^\uFEFF/, '');
}

const formatOf = (head: string): Format => (/^\s*[{[]/.test(head) ? 'geojson' : 'csv');

/** The separator that the first line has most often outside quotation marks. */
function delimiterOf(head: string): string {
  const line = head.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/**
 * UTF-16 by its byte order mark; Windows-1252, which includes Latin-1, if more bytes are invalid UTF-8 than valid;
 * else UTF-8. Reads the whole file: the only accented word may be near its end.
 */
async function encodingOf(file: string): Promise<string> {
  const mark = await markOf(file);
  if (mark) return mark;
  let good = 0;
  let bad = 0;
  for await (const text of decoded({ file, encoding: 'utf-8' })) {
    for (const char of text.match(/[\u0080-\u{10FFFF}]/gu) ?? []) {
      if (char === '\uFFFD') bad++;
      else good++;
    }
  }
  if (bad === 0) return 'utf-8';
  return bad - (await replacementsIn(file)) > good ? 'windows-1252' : 'utf-8';
}

async function markOf(file: string): Promise<string | undefined> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(2), length: 2 });
    return { fffe: 'utf-16le', feff: 'utf-16be' }[buffer.toString('hex')];
  } finally {
    await handle.close();
  }
}

/** Number of U+FFFD characters in a UTF-8 file, written by a program that could not read them. */
async function replacementsIn(file: string): Promise<number> {
  let count = 0;
  let rest = '';
  for await (const text of decoded({ file, encoding: 'latin1' })) {
    const all = rest + text;
    count += all.split('ï¿½').length - 1;
    rest = all.slice(-2);
  }
  return count;
}
