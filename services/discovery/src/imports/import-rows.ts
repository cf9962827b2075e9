import type { DataSource, EntityManager } from 'typeorm';
import { readRows, type Format, type RawRow } from './read-rows.js';
import type { ColumnMap } from './column-map.js';

export interface ImportedRow {
  /** Its id in the file, which tells it from the file's other rows. */
  sourceId: string;
}

/** One kind of thing that can be imported. */
export interface Importer<T extends ImportedRow> {
  /** @returns the faults where the row cannot be taken */
  check(row: RawRow, map: ColumnMap): { row: T; shortened: boolean } | { faults: string[] };
  save(tx: EntityManager, rows: T[]): Promise<{ added: number; updated: number }>;
}

export interface Fault {
  line: number;
  reason: string;
}

export interface ImportSummary {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Rows with a text longer than we keep. */
  shortened: number;
  /** Rows that were not taken. */
  refused: number;
  /** The first of their faults, in the order of the file. */
  faults: Fault[];
}

/** Nothing was imported; the summary says why. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  constructor(readonly summary: ImportSummary) {
    super(`${summary.refused} of ${summary.read} rows cannot be taken; nothing was imported.`);
  }
}

interface ImportOptions {
  file: string;
  format: Format;
  map: ColumnMap;
  /** Take the good rows and leave the bad ones out. */
  skipBad?: boolean;
}

const BATCH = 500;
const FAULTS_KEPT = 1_000;

/**
 * Imports a whole file in one transaction. A row that was imported before, by source and id, is
 * brought up to date.
 * @throws ImportRefused for a bad row, unless told to skip those; UnreadableFile
 */
export async function importRows<T extends ImportedRow>(
  dataSource: DataSource,
  importer: Importer<T>,
  { file, format, map, skipBad = false }: ImportOptions,
): Promise<ImportSummary> {
  const summary: ImportSummary = { read: 0, added: 0, updated: 0, unchanged: 0, shortened: 0, refused: 0, faults: [] };
  const seen = new Map<string, number>();
  const refuse = (line: number, reasons: string[]) => {
    summary.refused++;
    if (summary.faults.length < FAULTS_KEPT) summary.faults.push({ line, reason: reasons.join('; ') });
  };

  await dataSource.transaction(async (tx) => {
    let batch: T[] = [];
    const save = async () => {
      const { added, updated } = await importer.save(tx, batch);
      summary.added += added;
      summary.updated += updated;
      summary.unchanged += batch.length - added - updated;
      batch = [];
    };
    for await (const raw of readRows(file, format)) {
      summary.read++;
      const checked = raw.fault ? { faults: [raw.fault] } : importer.check(raw, map);
      if ('faults' in checked) {
        refuse(raw.line, checked.faults);
        continue;
      }
      const twin = seen.get(checked.row.sourceId);
      if (twin !== undefined) {
        refuse(raw.line, [`has the id of line ${twin}`]);
        continue;
      }
      seen.set(checked.row.sourceId, raw.line);
      if (checked.shortened) summary.shortened++;
      batch.push(checked.row);
      if (batch.length === BATCH) await save();
    }
    if (summary.refused > 0 && !skipBad) throw new ImportRefused({ ...inOrder(summary), added: 0, updated: 0, unchanged: 0 });
    await save();
  });
  return inOrder(summary);
}

/** The CSV reader reports what it cannot read ahead of what it still holds. */
function inOrder(summary: ImportSummary): ImportSummary {
  return { ...summary, faults: summary.faults.toSorted((a, b) => a.line - b.line) };
}
