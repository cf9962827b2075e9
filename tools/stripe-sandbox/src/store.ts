import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Tables } from './tables.js';
import { invalid } from './api-error.js';

type Table = keyof Tables;
type Change = [Table, string, unknown];

/** Maximum rows of a table. A full table drops its oldest rows if it is marked so, and otherwise rejects new ones. */
const LIMITS: Partial<Record<Table, { rows: number; dropsOldest: true }>> = {
  event: { rows: 20_000, dropsOldest: true },
  idempotency: { rows: 20_000, dropsOldest: true },
  delivery: { rows: 20_000, dropsOldest: true },
};
const ROWS = 50_000;
/** The journal is rewritten when it has this many more lines than rows. */
const MAX_SURPLUS_LINES = 50_000;

/**
 * All state, in memory, each change also a line of a journal on disk: `[[table, id, row or null], …]`, one line a
 * transaction. Rows are never changed in place. A line that a crash cut off is dropped at the next start.
 */
export class Store {
  private readonly tables = new Map<Table, Map<string, unknown>>();
  private changes: Change[] = [];
  private before: Change[] = [];
  private lines = 0;
  private file: number | undefined;

  /** @param journal path of the file; without one the state ends with the process */
  constructor(private readonly journal?: string) {
    if (!journal) return;
    mkdirSync(path.dirname(journal), { recursive: true });
    if (existsSync(journal)) this.read(journal);
    this.rewrite(journal);
  }

  get<T extends Table>(table: T, id: string): Tables[T] | undefined {
    return this.rows(table).get(id);
  }

  /** Newest first. */
  list<T extends Table>(table: T): Tables[T][] {
    return [...this.rows(table).values()].reverse();
  }

  count(table: Table): number {
    return this.rows(table).size;
  }

  put<T extends Table>(table: T, id: string, row: Tables[T]): Tables[T] {
    const rows = this.rows(table);
    const { rows: limit, dropsOldest: oldestGo } = LIMITS[table] ?? { rows: ROWS, dropsOldest: false };
    if (!rows.has(id) && rows.size >= limit) {
      const oldest = oldestGo && rows.keys().next().value;
      if (!oldest)
        throw invalid(
          `The sandbox keeps at most ${limit} of ${table}. Empty it with POST /_sandbox/reset.`,
          { code: 'rate_limit' },
          429,
        );
      this.change(table, oldest, null);
    }
    this.change(table, id, row);
    return row;
  }

  patch<T extends Table>(table: T, id: string, changes: Partial<Tables[T]>): Tables[T] {
    return this.put(table, id, { ...this.rows(table).get(id)!, ...changes });
  }

  remove(table: Table, id: string): void {
    if (this.rows(table).has(id)) this.change(table, id, null);
  }

  /** Commits all changes of `work` together, and rolls them back if it throws. */
  transaction<R>(work: () => R): R {
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.undo();
      throw error;
    }
  }

  clear(): void {
    this.tables.clear();
    this.changes = [];
    this.before = [];
    if (this.journal) this.rewrite(this.journal);
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private rows<T extends Table>(table: T): Map<string, Tables[T]> {
    return this.table(table) as Map<string, Tables[T]>;
  }

  private table(name: Table): Map<string, unknown> {
    let rows = this.tables.get(name);
    if (!rows) this.tables.set(name, (rows = new Map<string, unknown>()));
    return rows;
  }

  private change(table: Table, id: string, row: unknown): void {
    this.before.push([table, id, this.rows(table).get(id) ?? null]);
    this.changes.push([table, id, row]);
    this.apply([table, id, row]);
  }

  private apply([table, id, row]: Change): void {
    const rows = this.table(table);
    if (row === null) rows.delete(id);
    else rows.set(id, row);
  }

  private commit(): void {
    const { changes } = this;
    this.changes = [];
    this.before = [];
    if (changes.length === 0 || this.file === undefined) return;
    writeSync(this.file, `${JSON.stringify(changes)}\n`);
    this.lines += 1;
    const live = [...this.tables.values()].reduce((sum, rows) => sum + rows.size, 0);
    if (this.lines > live + MAX_SURPLUS_LINES) this.rewrite(this.journal!);
  }

  private undo(): void {
    for (const change of this.before.reverse()) this.apply(change);
    this.changes = [];
    this.before = [];
  }

  private read(journal: string): void {
    const text = readFileSync(journal, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n'))
      if (line) for (const change of JSON.parse(line) as Change[]) this.apply(change);
  }

  private rewrite(journal: string): void {
    this.close();
    const rewritten = `${journal}.new`;
    const lines = [...this.tables].flatMap(([table, rows]) =>
      [...rows].map(([id, row]) => `${JSON.stringify([[table, id, row]])}\n`),
    );
    writeFileSync(rewritten, lines.join(''));
    renameSync(rewritten, journal);
    this.lines = lines.length;
    this.file = openSync(journal, 'a');
  }
}
