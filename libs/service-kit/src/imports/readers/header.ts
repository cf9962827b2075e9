import type { TableRecord } from './csv.js';
import type { TableLayout } from './source.js';
import { columnNames, isEmptyRecord } from './table.js';

/** Lines of the header of a table, counted from 1; 0 means that it has none. */
export interface HeaderLines {
  first: number;
  last: number;
}

export interface FoundHeader extends HeaderLines {
  layout: TableLayout;
  /** Lines before the header that are no rows. */
  skipped: number;
}

/** Lines of a header at most, and lines in which it is searched. */
const MAX_HEADER_LINES = 3;
const MAX_SEARCHED = 20;

/** What a column is not called. */
const VALUES = [
  // Numbers and angles.
  /^[+-]?[\d\s.,'’°]*\d[\d\s.,'’°]*[NSEWO]?$/i,
  // Dates.
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/,
  // Pages and addresses of e-mail.
  /^(?:https?:\/\/\S+|[^\s@]+@[^\s@]+\.\w+)$/i,
  /^(?:SRID=\d+;)?(?:MULTI)?(?:POINT|POLYGON|LINESTRING)\b/i,
  /^(?:true|false)$/i,
];
const isValue = (cell: string) => VALUES.some((value) => value.test(cell.trim().slice(0, 100)));

/** Types and units of columns, and tags of HXL, which are written below their names. */
const ABOUT_COLUMN = [
  /^(?:#.*|\(.*\)|\[.*\])$/,
  /^(?:text|string|varchar.*|char|int(?:eger)?|number|numeric|float|double|decimal|real|bool(?:ean)?)$/i,
  /^(?:date|datetime|timestamp|degrees?|deg\.?|°|m|metres?|meters?)$/i,
];
const isAboutColumn = (cell: string) => ABOUT_COLUMN.some((about) => about.test(cell));

const filled = (cells: string[]) => cells.filter((cell) => cell.trim() !== '').length;

/**
 * Finds the header of a table in its first records: after a title, comments and blank lines, of one to three
 * lines, or none if it looks like the rows below it.
 * @param isKnown whether a column is likely to have this name
 * @param given the header's lines, if an operator names them
 */
export function findHeader(
  records: TableRecord[],
  isKnown: (name: string) => boolean,
  given?: HeaderLines,
): FoundHeader | undefined {
  const lines = records.filter(
    ({ cells, fault }) => fault === undefined && !isEmptyRecord(cells) && !isSeparatorLine(cells),
  );
  if (lines.length === 0) return undefined;
  const [first, last] = given && given.first > 0 ? between(lines, given) : search(lines, given);
  const header = lines.slice(first, last + 1);
  const width = widthOf(lines);
  if (first < 0) return undefined;
  if (header.length === 0) {
    const firstFault = records.find(({ fault }) => fault !== undefined)?.line ?? Infinity;
    const names = Array.from({ length: width }, (_, index) => `column ${index + 1}`);
    return {
      first: 0,
      last: 0,
      layout: { names, from: Math.min(lines[first]!.line, first === 0 ? firstFault : Infinity) },
      skipped: first,
    };
  }
  // Also a row that cannot be read comes after the header.
  const from = records[records.indexOf(lines[last]!) + 1]?.line ?? lines[last]!.line + 1;
  const known = header.map(({ cells }) => cells.filter(isKnown).length);
  const named = header[known.indexOf(Math.max(...known))]!;
  return {
    first: header[0]!.line,
    last: header.at(-1)!.line,
    layout: { names: columnNames(withoutEnd(named.cells, width)), from },
    skipped: first,
  };
}

/** `sep=;`, which Excel reads and writes as the first line. */
export const isSeparatorLine = (cells: string[]) => /^sep=.?$/i.test(cells.join(''));

/** Some programs write a separator after the last name, but not after the last cell of rows. */
const withoutEnd = (names: string[], width: number) =>
  isEmptyRecord(names.slice(width)) ? names.slice(0, Math.max(width, 1)) : names;

const between = (lines: TableRecord[], { first, last }: HeaderLines) =>
  [lines.findIndex(({ line }) => line >= first), lines.findLastIndex(({ line }) => line <= last)] as const;

/** Index of the first and the last line of the header; the last one is before the first one if there is none. */
function search(lines: TableRecord[], given?: HeaderLines): [first: number, last: number] {
  const width = widthOf(lines);
  const complete = lines.slice(0, MAX_SEARCHED).findIndex((line) => isComplete(line, width));
  let first = Math.max(complete, 0);
  if (given?.first === 0) return [first, first - 1];
  if (looksLikeRow(lines[first]!, lines.slice(first + 1))) {
    // Above the rows may be a header with few names.
    if (first === 0 || filled(lines[first - 1]!.cells) < 2 || lines[first - 1]!.cells.length < width)
      return [first, first - 1];
    first--;
  }
  let last = first;
  while (last - first + 1 < MAX_HEADER_LINES && isHeaderToo(lines[last + 1], lines.slice(last + 2))) last++;
  return [first, last];
}

/** Neither a title nor a comment, which fill few cells of the table. */
const isComplete = ({ cells }: TableRecord, width: number) =>
  cells.length >= width - 1 && filled(cells) > width / 2 && !isComment(cells);
const isComment = ([first, second]: string[]) => /^\s*(?:#|\/\/)/.test(first ?? '') && !second?.startsWith('#');

/** The commonest number of cells. */
function widthOf(lines: TableRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of lines) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce(
    (best, each) => (each[1] > best[1] || (each[1] === best[1] && each[0] > best[0]) ? each : best),
    [0, 0],
  )[0];
}

/** Columns that mostly hold numbers and the like. */
function valueColumns(rows: TableRecord[]): number[] {
  return Array.from({ length: widthOf(rows) }, (_, index) => index).filter((index) => {
    const said = rows.map(({ cells }) => cells[index]?.trim() ?? '').filter(Boolean);
    return said.filter(isValue).length > said.length / 2;
  });
}

/** Whether a line has values where the rows below it have values; a table of a single line, where it has any. */
function looksLikeRow({ cells }: TableRecord, below: TableRecord[]): boolean {
  const columns = valueColumns(below);
  const values = cells.filter((cell) => isValue(cell)).length;
  if (columns.length === 0) return below.length === 0 && values > 0;
  return columns.filter((index) => isValue(cells[index] ?? '')).length > columns.length / 2;
}

/** Whether a line below a header describes the columns, too: other names of them, types, units or tags. */
function isHeaderToo(line: TableRecord | undefined, below: TableRecord[]): boolean {
  if (!line || below.length === 0) return false;
  const said = line.cells.map((cell) => cell.trim()).filter(Boolean);
  if (said.length > 1 && said.filter(isAboutColumn).length > said.length / 2) return true;
  const cells = valueColumns(below).map((index) => line.cells[index]?.trim() ?? '');
  return (
    cells.length > 1 && new Set(cells).size === cells.length && cells.every((cell) => cell !== '' && !isValue(cell))
  );
}
