import { readFileSync } from 'node:fs';

export const CALLERS = ['guest', 'pending', 'player', 'another', 'partner without scope', 'partner with scope'] as const;
export type CallerKind = (typeof CALLERS)[number];

export type Results = Record<CallerKind, string>;

const file = new URL('../../../docs/access.md', import.meta.url);

/**
 * The table in docs/access.md, row by row. A row names one call, or a type and its fields:
 * `Discovery: id title`.
 */
export function expectedResults(): Map<string, Results> {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim().replaceAll('`', '')));
  return new Map(
    rows.flatMap(([what = '', ...results]) => {
      if (results.length !== CALLERS.length) throw new Error(`The row of ${what} in docs/access.md needs ${CALLERS.length} results.`);
      const cells = Object.fromEntries(CALLERS.map((caller, index) => [caller, results[index]])) as Results;
      return namesIn(what).map((name) => [name, cells] as const);
    }),
  );
}

function namesIn(what: string): string[] {
  const [, type, fields] = /^(\w+): (.+)$/.exec(what) ?? [];
  return type && fields ? fields.split(/\s+/).map((field) => `${type}.${field}`) : [what];
}

/** The rows to add to docs/access.md for missing operations; fields of a type with the same results share a row. */
export function wordsFor(observed: ReadonlyMap<string, Results>, isField: (name: string) => boolean): string[] {
  const rows = new Map<string, { what: string; cells: string }>();
  for (const [name, results] of observed) {
    const cells = CALLERS.map((caller) => results[caller]).join(' | ');
    const [type = '', field = ''] = name.split('.');
    const key = isField(name) ? `${type} ${cells}` : name;
    const before = rows.get(key);
    rows.set(key, { what: !isField(name) ? name : before ? `${before.what} ${field}` : `${type}: ${field}`, cells });
  }
  return [...rows.values()].map(({ what, cells }) => `| \`${what}\` | ${cells} |`);
}
