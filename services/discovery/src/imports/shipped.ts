import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DataSource } from 'typeorm';
import { readColumnMap } from './column-map.js';
import { DataSet, ImportRun } from './data-set.entity.js';
import { discoveryImporter } from './discovery-importer.js';
import type { Importer } from './importer.js';
import { importRows, type ImportSummary } from './import-rows.js';
import type { Format } from './read-rows.js';
import { wallImporter } from './wall-importer.js';

/** The shipped files with their column maps; rows without a position are skipped. */
const SHIPPED: { name: string; file: string; format: Format; importer: Importer }[] = [
  { name: 'legal-walls', file: 'legal-walls.csv', format: 'csv', importer: wallImporter },
  { name: 'brisbane', file: 'brisbane-public-art.csv', format: 'csv', importer: discoveryImporter },
  { name: 'montreal', file: 'montreal-murals-2018.geojson', format: 'geojson', importer: discoveryImporter },
  { name: 'vancouver', file: 'vancouver-public-art-2023.geojson', format: 'geojson', importer: discoveryImporter },
];

const DATA = new URL('../../data/', import.meta.url);

/** Imports each shipped file that is new in this version, except those that an operator removed. */
export async function importShipped(
  dataSource: DataSource,
  report: (name: string, summary: ImportSummary | null) => void,
): Promise<void> {
  for (const { name, file, format, importer } of SHIPPED) {
    const mapFile = new URL(`${name}.columns.json`, DATA);
    const digest = await digestOf(new URL(file, DATA), mapFile);
    const { source = name, sourceUrl, licence, ...map } = await readColumnMap(mapFile);
    const before = await dataSource.manager.findOneBy(ImportRun, { name });
    const known = await dataSource.manager.existsBy(DataSet, { kind: importer.kind, name: source });
    if (before && (before.digest === digest || !known)) {
      report(name, null);
      continue;
    }
    const summary = await importRows(dataSource, importer, {
      source: { file: fileURLToPath(new URL(file, DATA)), format, encoding: 'utf-8', delimiter: ',' },
      map: map,
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
