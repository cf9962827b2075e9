/**
 * Imports a file of legal walls or discoveries into the service's database:
 *
 *   node dist/import.js walls|discoveries --format csv|geojson --source NAME [options] FILE
 */
import { parseArgs } from 'node:util';
import { readColumnMap, type ColumnMap } from './imports/column-map.js';
import { discoveryColumns, discoveryImporter } from './imports/discovery-importer.js';
import { importRows, type ImportedRow, type Importer } from './imports/import-rows.js';
import { openImportDatabase } from './imports/open-import-database.js';
import type { Format } from './imports/read-rows.js';
import { failureText, faultsText, summaryText } from './imports/report.js';
import { wallColumns, wallImporter } from './imports/wall-importer.js';

const USAGE = `Usage: node dist/import.js walls|discoveries --format csv|geojson --source NAME [options] FILE

  --source NAME      name of the data set; a row is known by it and its own id
  --columns FILE     JSON that maps the file's columns (see data/*.columns.json)
  --licence TEXT     licence and attribution, shown with each discovery
  --skip-bad         import the good rows although others are bad

All or nothing otherwise: one bad row, and nothing is imported. DATABASE_URL names the database.
Columns without a map: id, ${Object.keys(discoveryColumns.fields).filter((field) => field !== 'id').join(', ')}
for discoveries; ${Object.keys(wallColumns.fields).join(', ')} for walls.`;

const KINDS: Record<string, Order['kind']> = {
  walls: { importer: wallImporter, columns: wallColumns },
  discoveries: { importer: discoveryImporter, columns: discoveryColumns },
};

process.exitCode = await main(process.argv.slice(2));

/** @returns the exit code: 0 imported, 1 refused, 2 not understood */
async function main(args: string[]): Promise<number> {
  const order = understood(args);
  if (!order) {
    console.error(USAGE);
    return 2;
  }
  try {
    const columns = order.columns ? await readColumnMap(order.columns) : order.kind.columns;
    const map = { ...columns, source: order.source, licence: order.licence ?? columns.licence };
    const dataSource = await openImportDatabase();
    try {
      const summary = await importRows(dataSource, order.kind.importer, { ...order, map });
      if (summary.refused > 0) console.log(faultsText(summary));
      console.log(summaryText(order.source, summary));
      return 0;
    } finally {
      await dataSource.destroy();
    }
  } catch (error) {
    console.error(failureText(error));
    return 1;
  }
}

interface Order {
  kind: { importer: Importer<ImportedRow>; columns: ColumnMap };
  file: string;
  format: Format;
  source: string;
  columns?: string;
  licence?: string;
  skipBad: boolean;
}

function understood(args: string[]): Order | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        source: { type: 'string' },
        columns: { type: 'string' },
        licence: { type: 'string' },
        'skip-bad': { type: 'boolean', default: false },
      },
    });
    const [kindName = '', file, ...more] = positionals;
    const kind = KINDS[kindName];
    const { format, source } = values;
    if (!kind || !file || more.length > 0 || !source || source.length > 120) return null;
    if (format !== 'csv' && format !== 'geojson') return null;
    return { kind, file, format, source, columns: values.columns, licence: values.licence, skipBad: values['skip-bad'] };
  } catch {
    return null;
  }
}
