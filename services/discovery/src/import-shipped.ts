/** Imports shipped data sets that the database does not have yet: `node dist/import-shipped.js`. */
import { openImportDatabase } from './imports/open-import-database.js';
import { failureText, summaryText } from './imports/report.js';
import { importShipped } from './imports/shipped.js';

try {
  const dataSource = await openImportDatabase();
  try {
    await importShipped(dataSource, (name, summary) => {
      if (summary) console.log(summaryText(name, summary) + reasons(summary.faults));
      else console.log(`${name}: imported before`);
    });
  } finally {
    await dataSource.destroy();
  }
} catch (error) {
  console.error(failureText(error));
  process.exitCode = 1;
}

/** Number of rows for each reason; the shipped files have one reason. */
function reasons(faults: { reason: string }[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of faults) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `; ${count} times "${reason}"`).join('');
}
