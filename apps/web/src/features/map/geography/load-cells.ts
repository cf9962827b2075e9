import { type CellFile, cellPath, kindOf, type Level, plainCell } from './cells';

/** Cells that are kept; a view has about a dozen. */
const KEPT = 60;
const EMPTY: CellFile = { land: [], coast: [], borders: [], countries: [] };

/** Loads cells of the shipped geography, each once while it is kept. */
export class CellLoader {
  private readonly kept = new Map<string, Promise<CellFile>>();

  /** @param base address of the folder with all levels */
  constructor(private readonly base: string) {}

  /** @throws if one of them cannot be loaded; it is tried again by the next call */
  load(level: Level, cells: readonly [column: number, row: number][]): Promise<CellFile[]> {
    return Promise.all(cells.map(([column, row]) => this.cell(level, column, row)));
  }

  private async cell(level: Level, column: number, row: number): Promise<CellFile> {
    if (kindOf(level, column, row) !== 'f')
      return kindOf(level, column, row) === 'l' ? plainCell(level, column, row) : EMPTY;
    const path = cellPath(level, column, row);
    const running = this.kept.get(path) ?? this.fetch(path);
    // What was used last is kept longest.
    this.kept.delete(path);
    this.kept.set(path, running);
    running.catch(() => this.kept.delete(path));
    for (const oldest of [...this.kept.keys()].slice(0, -KEPT)) this.kept.delete(oldest);
    return running;
  }

  private async fetch(path: string): Promise<CellFile> {
    const response = await fetch(this.base + path);
    if (!response.ok) throw new Error(`The shipped geography could not be loaded (${response.status}).`);
    return (await response.json()) as CellFile;
  }
}
