import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DataSource } from 'typeorm';
import { readColumnMap } from './column-map.js';
import { DataSet, ImportRun } from './data-set.entity.js';
import type { Importer, Imports } from './importer.js';
import { importRows, type ImportSummary } from './import-rows.js';
import { openImportDatabase } from './open-import-database.js';
import type { Format } from './read-rows.js';
import { failureText, summaryText } from './report.js';

/** A data set that comes with a service, in its folder `data/`, beside `NAME.columns.json`. */
export interface ShippedFile {
  name: string;
  file: string;
  format: Format;
  importer: Importer;
}

/** The files that come with a service, and the folder with them and their column maps. */
export interface Shipped {
  folder: URL;
  files: readonly ShippedFile[];
}

/**
 * The program that imports a service's shipped files at the start of the product, and prints what it did.
 * @returns the exit code
 */
export async function importShippedCommand(imports: Imports, shipped: Shipped): Promise<number> {
  try {
    const dataSource = await openImportDatabase(imports);
    try {
      await importShipped(dataSource, shipped, (name, summary) =>
        console.log(summary ? summaryText(name, summary) + reasons(summary.faults) : `${name}: imported before`),
      );
    } finally {
      await dataSource.destroy();
    }
    return 0;
  } catch (error) {
    console.error(failureText(error));
    return 1;
  }
}

/** Number of rows for each reason; the shipped files have one reason. */
function reasons(faults: { reason: string }[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of faults) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `; ${count} times "${reason}"`).join('');
}

/** Imports each shipped file that is new in this version, except those that an operator removed. */
export async function importShipped(
  dataSource: DataSource,
  { folder, files }: Shipped,
  report: (name: string, summary: ImportSummary | null) => void,
): Promise<void> {
  for (const { name, file, format, importer } of files) {
    const mapFile = new URL(`${name}.columns.json`, folder);
    const digest = await digestOf(new URL(file, folder), mapFile);
    const { source = name, sourceUrl, licence, ...map } = await readColumnMap(mapFile);
    const before = await dataSource.manager.findOneBy(ImportRun, { name });
    const known = await dataSource.manager.existsBy(DataSet, { kind: importer.kind, name: source });
    if (before && (before.digest === digest || !known)) {
      report(name, null);
      continue;
    }
    const summary = await importRows(dataSource, importer, {
      source: { file: fileURLToPath(new URL(file, folder)), format, encoding: 'utf-8', delimiter: ',' },
      map,
      dataSet: { name: source, licence: licence ?? null, attribution: null, url: sourceUrl ?? null },
      skipBad: true,
    });
    report(name, summary);
    await dataSource.manager.upsert(ImportRun, { name, digest, importedAt: new Date() }, ['name']);
  }
}

async function digestOf(...files: URL[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex');
}
