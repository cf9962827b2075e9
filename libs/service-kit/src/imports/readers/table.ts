import type { TableRecord } from './csv.js';
import type { RawRow, TableLayout } from './source.js';

/** What `csv-stringify` takes for a formula, with the apostrophes before it. */
const ESCAPED_FORMULA = /^'(?='*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

export interface TableOptions {
  /** The first record names the columns if absent. */
  layout?: TableLayout;
  /** Rows leave out empty cells at their end, as in a sheet. */
  isRagged?: boolean;
  escapesFormulas?: boolean;
}

/** The rows of a table: what comes before the first row is left out, and so are empty records. */
export async function* tableRows(
  records: AsyncIterable<TableRecord>,
  { layout, isRagged, escapesFormulas }: TableOptions,
): AsyncGenerator<RawRow> {
  let names = layout?.names;
  for await (const { line: number, cells, fault } of records) {
    if (layout && number < layout.from) continue;
    if (fault) yield { number, columns: {}, fault };
    else if (isEmptyRecord(cells)) continue;
    else if (!names) names = columnNames(cells);
    else {
      const columns: [string, string][] = names.map((name, index) => [name, cells[index] ?? '']);
      if (escapesFormulas) for (const column of columns) column[1] = column[1].replace(ESCAPED_FORMULA, '');
      yield { number, columns: Object.fromEntries(columns), fault: widthFault(cells, names.length, isRagged) };
    }
  }
}

export const isEmptyRecord = (cells: string[]) => cells.every((cell) => cell.trim() === '');

function widthFault(cells: string[], width: number, isRagged?: boolean): string | undefined {
  const isFitting = cells.length < width ? isRagged : isEmptyRecord(cells.slice(width));
  return isFitting || cells.length === width ? undefined : `has ${cells.length} columns where the header has ${width}`;
}

/** A unique name for every column, also if the header has none for it, or the same twice. */
export function columnNames(header: string[]): string[] {
  const names = new Set<string>();
  for (const [index, given] of header.entries()) {
    const name = given.trim().replace(/\s*[\r\n]\s*/g, ' ') || `column ${index + 1}`;
    let unique = name;
    for (let times = 2; names.has(unique); times++) unique = `${name} (${times})`;
    names.add(unique);
  }
  return [...names];
}
