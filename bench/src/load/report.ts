import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Costs } from './each.js';
import type { Usage } from './probes.js';
import type { RunFigures } from './run.js';

/** Prints a load: rates, failures and milliseconds by kind, then the live connections and the programs. */
export function print({ kinds, live, connectionBytes, used, overloaded }: RunFigures): void {
  console.log('Milliseconds, from the moment at which an action was to begin:');
  console.table(
    Object.fromEntries(
      Object.entries(kinds).map(([kind, { asked, done, errors, ...times }]) => [
        kind,
        {
          'asked/s': asked,
          'done/s': done,
          ...times,
          failed: Object.entries(errors)
            .map(([code, count]) => `${code}: ${count}`)
            .join(', '),
        },
      ]),
    ),
  );
  if (live) {
    console.log('Live connections: milliseconds from sending a new work to its arrival');
    console.table({ live });
    if (connectionBytes) console.log(`Each takes ${(connectionBytes / 1_000).toFixed(1)} kB of memory in the gateway`);
  }
  if (used) printUse(used);
  if (overloaded) console.log(`OVERLOADED. ${overloaded}`);
}

function printUse({ cpu, wal, commits, events, inbox, stored, kept }: Usage): void {
  console.log('By second: milliseconds of CPU');
  console.table({
    product: Object.fromEntries(Object.entries(cpu).map(([name, seconds]) => [name, Math.round(seconds * 1_000)])),
  });
  console.log(
    `Write-ahead log ${Math.round(wal / 1_000)} kB, ${Math.round(commits)} transactions, ${events.toFixed(1)} ` +
      `events, ${inbox.toFixed(1)} rows of inboxes, tables ${Math.round(stored / 1_000)} kB for good ` +
      `and ${Math.round(kept / 1_000)} kB for weeks`,
  );
}

/** Prints what one action of each kind costs. */
export function printCosts({ each }: Costs): void {
  console.log(
    'One action: milliseconds of CPU by program, bytes of write-ahead log, transactions, events, rows of ' +
      'inboxes, bytes of tables',
  );
  console.table(
    Object.fromEntries(Object.entries(each).map(([kind, { cpu, ...other }]) => [kind, { ...cpu, ...other }])),
  );
}

/** @returns the path of the file */
export function writeReport(file: string, report: object): string {
  const target = path.resolve(file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${JSON.stringify({ ...report, takenAt: new Date().toISOString() }, null, 2)}\n`);
  return target;
}
