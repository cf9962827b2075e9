import { UnreadableFile } from './source.js';

/** A line of a table with its cells, or why it has none. */
export interface TableRecord {
  /** Line on which it begins, counted from 1. */
  line: number;
  cells: string[];
  fault?: string;
}

/** The longest row in characters; it ends a quotation mark that is never closed. */
const MAX_ROW_LENGTH = 1_000_000;

const NOT_CLOSED = 'opens a quotation mark that is not closed';
const AFTER_QUOTE = 'has text after a closing quotation mark; one within a text is written twice';

/**
 * The records of a CSV (RFC 4180) with any character between cells and any line break. A record whose quotation marks
 * are wrong is a fault on its first line, and the next one begins on the line after that.
 * @throws UnreadableFile for a line that is longer than a row can be
 */
export async function* csvRecords(
  text: AsyncIterable<string> | Iterable<string>,
  delimiter: string,
): AsyncGenerator<TableRecord> {
  let buffer = '';
  let line = 1;
  for await (const chunk of text) {
    buffer += chunk;
    let at = 0;
    for (;;) {
      const record = nextRecord(buffer, at, delimiter, false);
      if (!record) break;
      yield { line, cells: record.cells, fault: record.fault };
      line += linesOf(record);
      at = record.end;
    }
    buffer = buffer.slice(at);
    if (buffer.length > MAX_ROW_LENGTH)
      throw new UnreadableFile(`Line ${line} has more than ${MAX_ROW_LENGTH} characters, so the file is not a CSV.`);
  }
  for (let at = 0; at < buffer.length;) {
    const record = nextRecord(buffer, at, delimiter, true)!;
    yield { line, cells: record.cells, fault: record.fault };
    line += linesOf(record);
    at = record.end;
  }
}

interface ScannedRecord {
  cells: string[];
  fault?: string;
  /** Where the next record begins. */
  end: number;
}

/** The record at `from`; undefined if more text is needed to know it. */
function nextRecord(text: string, from: number, delimiter: string, isLast: boolean): ScannedRecord | undefined {
  const cells: string[] = [];
  for (let at = from; ;) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter);
    if (!cell) {
      // The end of the text may be within the mark, or the mark is never closed.
      return isLast || text.length - from > MAX_ROW_LENGTH ? faultyRecord(text, from, NOT_CLOSED) : undefined;
    }
    cells.push(cell.value);
    at = cell.end;
    if (text[at] === delimiter) at++;
    else if (at === text.length) return isLast ? { cells, end: at } : undefined;
    else if (text[at] === '\n' || text[at] === '\r') {
      if (text[at] === '\r' && at + 1 === text.length && !isLast) return undefined;
      return { cells, end: afterBreak(text, at) };
    } else return faultyRecord(text, from, /[\r\n]/.test(text.slice(from, at)) ? NOT_CLOSED : AFTER_QUOTE);
  }
}

/** A cell in quotation marks, and the blanks after it; undefined if it is not closed. */
function quotedCell(text: string, from: number): { value: string; end: number } | undefined {
  for (let at = from + 1; ;) {
    const mark = text.indexOf('"', at);
    if (mark < 0) return undefined;
    if (text[mark + 1] === '"') {
      at = mark + 2;
      continue;
    }
    let end = mark + 1;
    while (text[end] === ' ') end++;
    return { value: text.slice(from + 1, mark).replaceAll('""', '"'), end };
  }
}

function plainCell(text: string, from: number, delimiter: string): { value: string; end: number } {
  let end = from;
  for (
    let char = text[end];
    char !== undefined && char !== '\n' && char !== '\r' && char !== delimiter;
    char = text[end]
  )
    end++;
  return { value: text.slice(from, end), end };
}

/** Only the first line of a faulty record is given up. */
function faultyRecord(text: string, from: number, fault: string): ScannedRecord | undefined {
  const breakAt = text.slice(from).search(/[\r\n]/);
  return { cells: [], fault, end: breakAt < 0 ? text.length : afterBreak(text, from + breakAt) };
}

const afterBreak = (text: string, at: number) => at + (text.startsWith('\r\n', at) ? 2 : 1);

/** Lines of a record: one more than its cells have breaks. A faulty one has no cells. */
function linesOf({ cells }: ScannedRecord): number {
  let count = 1;
  for (const cell of cells)
    if (cell.includes('\n') || cell.includes('\r')) count += cell.split(/\r\n|\r|\n/).length - 1;
  return count;
}
