import type { DataSource, EntityManager } from 'typeorm';
import { columnMap, MapRefused, missingColumns, resolvedMap, type ColumnMap, type WrittenMap } from './column-map.js';
import { countRows, lockDataSet, removeRows } from './data-sets.js';
import { DataSet } from './data-set.entity.js';
import type { Importer, Table } from './importer.js';
import { readRows, unitOf, type SourceFile } from './read-rows.js';
import { numberedIds } from './row-id.js';

/** A message about one row. */
export interface Remark {
  /** Number of the row in its file. */
  number: number;
  reason: string;
}

export interface ImportSummary {
  /** Unit of the row numbers. */
  unit: string;
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Rows of the data set that the file no longer has. */
  gone: number;
  /** Whether the rows counted by `gone` were removed. */
  removed: boolean;
  /** Rows with a text longer than we keep. */
  shortened: number;
  /** Rows with characters that cannot be read. */
  unreadable: number;
  /** Rows that were not imported. */
  refused: number;
  /** How many of these only lack a position, which does not stop the import of the others. */
  unplaced: number;
  /** The first of their faults, in the order of the file. */
  faults: Remark[];
  /** Fields of the first rows with characters that cannot be read. */
  remarks: Remark[];
}

/** Nothing was imported; the summary says why. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  constructor(readonly summary: ImportSummary) {
    super(`${summary.refused} of ${summary.read} rows cannot be taken; nothing was imported.`);
  }
}

/** The data set, and the options of the import. */
export interface Import {
  source: SourceFile;
  map: WrittenMap;
  dataSet: Pick<DataSet, 'name' | 'licence' | 'attribution' | 'url'>;
  /** Import the valid rows and skip the invalid ones. */
  skipBad?: boolean;
  /** Remove the rows of the data set that the file does not have any more. */
  removeGone?: boolean;
  /** Do everything and roll it back. */
  dryRun?: boolean;
  /** Called now and then with the number of rows that have been read. */
  progress?(read: number): void;
}

const BATCH = 500;
const REMARKS_KEPT = 1_000;

/** Ids of the file's rows, for the transaction: they may be more than memory holds. */
const SEEN = 'import_rows';

/** How often each id occurred, for the same time. */
const REPEATED = 'import_ids';

const NOT_SEEN = ({ table }: Importer) => `NOT EXISTS (SELECT FROM ${SEEN} WHERE ${SEEN}.id = ${table.identity[1]})`;

/** The licence as players read it: its name and the required attribution. */
export const licenceText = ({ licence, attribution }: Pick<DataSet, 'licence' | 'attribution'>) =>
  [licence, attribution].filter(Boolean).join(', ') || undefined;

/**
 * Imports a whole file in one transaction. A row that was imported before, by data set and id, is
 * updated. A failure, also of a broken file, leaves nothing behind.
 * @throws ImportRefused for a bad row, unless `skipBad` is set; UnreadableFile; MapRefused for a column that no row
 *   has
 */
export async function importRows(dataSource: DataSource, importer: Importer, order: Import): Promise<ImportSummary> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.startTransaction();
    const summary = await new RunningImport(runner.manager, importer, order).run();
    await (order.dryRun ? runner.rollbackTransaction() : runner.commitTransaction());
    return summary;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

interface SavedRow {
  number: number;
  id: string;
  /** Nothing for an invalid row. */
  row?: Record<string, unknown>;
}

class RunningImport {
  private readonly summary: ImportSummary;
  private readonly columns = new Set<string>();
  private map: ColumnMap;
  private batch: SavedRow[] = [];

  constructor(
    private readonly tx: EntityManager,
    private readonly importer: Importer,
    private readonly order: Import,
  ) {
    const none = {
      read: 0,
      added: 0,
      updated: 0,
      unchanged: 0,
      gone: 0,
      shortened: 0,
      unreadable: 0,
      refused: 0,
      unplaced: 0,
    };
    this.summary = { unit: unitOf(order.source), ...none, removed: false, faults: [], remarks: [] };
    this.map = this.mapFor(new Set());
  }

  async run(): Promise<ImportSummary> {
    const { importer, order, summary, tx } = this;
    const { name } = order.dataSet;
    await lockDataSet(tx, importer.kind, name);
    await tx.query(`CREATE TEMP TABLE ${SEEN} (id text PRIMARY KEY, number bigint NOT NULL) ON COMMIT DROP`);
    if (this.map.lenient)
      await tx.query(`CREATE TEMP TABLE ${REPEATED} (id text PRIMARY KEY, times bigint NOT NULL) ON COMMIT DROP`);
    for await (const raw of readRows(order.source)) {
      summary.read++;
      this.learn(Object.keys(raw.columns));
      if (raw.fault) this.refuse(raw.number, [raw.fault]);
      else {
        const { row, fields } = importer.read(raw, this.map);
        const id = String(row[importer.table.identity[1]]);
        if (fields.faults.length > 0) {
          this.refuse(raw.number, fields.faults);
          if (fields.lacksOnlyPlace()) summary.unplaced++;
        } else {
          if (fields.shortened) summary.shortened++;
          if (fields.unreadable.length > 0) this.remark(raw.number, fields.unreadable);
        }
        if (id) this.batch.push({ number: raw.number, id, row: fields.faults.length > 0 ? undefined : row });
      }
      if (this.batch.length >= BATCH) await this.save();
      if (summary.read % 50_000 === 0) order.progress?.(summary.read);
    }
    await this.save();
    const missing = missingColumns(this.map, this.columns);
    if (missing.length > 0)
      throw new MapRefused(`The map names columns that no row of the file has: ${missing.join(', ')}.`);
    summary.faults.sort((a, b) => a.number - b.number);
    const isStopped = summary.refused > summary.unplaced && !order.skipBad;
    // An empty result is an error of the file, the map or the options; it must not empty a data set.
    if (isStopped || summary.refused === summary.read)
      throw new ImportRefused({ ...summary, added: 0, updated: 0, unchanged: 0 });
    await this.settleErased();
    const { licence, attribution, url } = order.dataSet;
    await tx.upsert(
      DataSet,
      { kind: importer.kind, name, licence, attribution, url, map: order.map as never, importedAt: new Date() },
      ['kind', 'name'],
    );
    return summary;
  }

  /** Resolves the map again where a row has columns that none had before. */
  private learn(columns: string[]): void {
    const before = this.columns.size;
    for (const column of columns) this.columns.add(column);
    if (this.columns.size > before) this.map = this.mapFor(this.columns);
  }

  private mapFor(columns: ReadonlySet<string>): ColumnMap {
    const { map, dataSet } = this.order;
    const resolved = resolvedMap(columnMap(map), columns, this.importer.fields);
    return {
      ...resolved,
      geometryCrs: this.order.source.crs,
      source: dataSet.name,
      sourceUrl: dataSet.url ?? resolved.sourceUrl,
      licence: licenceText(dataSet) ?? resolved.licence,
    };
  }

  /**
   * Saves what is new among the file's ids; an id that came before is a fault of its row, unless the map is lenient:
   * then it is numbered.
   */
  private async save(): Promise<void> {
    const batch = this.map.lenient ? await this.numbered(this.batch) : this.batch;
    this.batch = [];
    const twins = await this.twinsIn(batch);
    const rows = batch.filter(({ number, row }) => row && !twins.has(number));
    for (const { number, row } of batch)
      if (row && twins.has(number)) this.refuse(number, [`has the id of ${this.summary.unit} ${twins.get(number)}`]);
    const { added, updated } = await upsert(
      this.tx,
      this.importer.table,
      rows.map(({ row }) => row!),
    );
    this.summary.added += added;
    this.summary.updated += updated;
    this.summary.unchanged += rows.length - added - updated;
  }

  /** The rows with ids that no two share. */
  private async numbered(batch: SavedRow[]): Promise<SavedRow[]> {
    const ids = batch.map(({ id }) => id);
    const known = await this.tx.query<{ id: string; before: number }[]>(
      `WITH given AS (SELECT id, count(*) AS times FROM unnest($1::text[]) AS id GROUP BY id)
       INSERT INTO ${REPEATED} AS known SELECT id, times FROM given
       ON CONFLICT (id) DO UPDATE SET times = known.times + excluded.times
       RETURNING id, (times - (SELECT given.times FROM given WHERE given.id = known.id))::int AS before`,
      [ids],
    );
    const unique = numberedIds(ids, new Map(known.map(({ id, before }) => [id, before])));
    return batch.map(({ number, row }, index) => {
      const id = unique[index]!;
      return { number, id, row: row && { ...row, [this.importer.table.identity[1]]: id } };
    });
  }

  /** Rows whose id an earlier row has, each with the number of that one. */
  private async twinsIn(batch: { number: number; id: string }[]): Promise<Map<number, number>> {
    const found = await this.tx.query<{ number: number; first: number }[]>(
      `WITH given AS (SELECT id, number FROM json_to_recordset($1) AS row (id text, number bigint)),
         fresh AS (INSERT INTO ${SEEN} SELECT id, min(number) FROM given GROUP BY id ON CONFLICT DO NOTHING
           RETURNING id, number)
       SELECT given.number::int, coalesce(fresh.number, ${SEEN}.number)::int AS first
       FROM given LEFT JOIN fresh USING (id) LEFT JOIN ${SEEN} USING (id)
         WHERE coalesce(fresh.number, ${SEEN}.number) <> given.number`,
      [JSON.stringify(batch.map(({ id, number }) => ({ id, number })))],
    );
    return new Map(found.map(({ number, first }) => [number, first]));
  }

  private async settleErased(): Promise<void> {
    const { importer, order, summary, tx } = this;
    summary.removed = order.removeGone === true;
    summary.gone = summary.removed
      ? await removeRows(tx, importer, order.dataSet.name, NOT_SEEN(importer))
      : await countRows(tx, importer, order.dataSet.name, NOT_SEEN(importer));
  }

  private refuse(number: number, reasons: string[]): void {
    this.summary.refused++;
    if (this.summary.faults.length < REMARKS_KEPT) this.summary.faults.push({ number, reason: reasons.join('; ') });
  }

  private remark(number: number, fields: string[]): void {
    this.summary.unreadable++;
    if (this.summary.remarks.length < REMARKS_KEPT)
      this.summary.remarks.push({
        number,
        reason: `${fields.join(', ')}: characters that cannot be read (\uFFFD) were removed`,
      });
  }
}

/** Inserts new rows and updates changed ones, in one statement; equal rows stay untouched. */
export async function upsert(
  tx: EntityManager,
  table: Table,
  rows: object[],
): Promise<{ added: number; updated: number }> {
  if (rows.length === 0) return { added: 0, updated: 0 };
  const columns = Object.keys(table.columns);
  const changing = columns.filter((column) => !table.kept.includes(column) && !table.identity.includes(column));
  const typed = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`);
  const saved = await tx.query<{ added: boolean }[]>(
    `INSERT INTO ${table.name} (${[...columns, ...Object.keys(table.constants)].join(', ')})
     SELECT ${[...columns, ...Object.values(table.constants)].join(', ')}
       FROM json_to_recordset($1) AS given (${typed.join(', ')})
     ON CONFLICT (${table.identity.join(', ')}) ${table.only ? `WHERE ${table.only}` : ''}
     DO UPDATE SET ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
     WHERE (${changing.map((column) => `${table.name}.${column}`).join(', ')})
       IS DISTINCT FROM (${changing.map((column) => `excluded.${column}`).join(', ')})
     RETURNING (xmax = 0) AS added`,
    [JSON.stringify(rows)],
  );
  const added = saved.filter((row) => row.added).length;
  return { added, updated: saved.length - added };
}
