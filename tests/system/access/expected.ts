import { readFileSync } from 'node:fs';

/** The columns of the tables. */
const WRITTEN = ['guest', 'pending', 'player', 'another', 'partner without scope', 'partner with scope'] as const;
/** Their results follow from the others', or are in a table of their own. */
const DERIVED = ['with roles', 'suspended'] as const;

export const CALLERS = [...WRITTEN, ...DERIVED] as const;
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
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  const table = (columns: readonly CallerKind[]) =>
    rows
      .filter((row) => row.length === columns.length + 1)
      .flatMap(([what = '', ...results]) =>
        namesIn(what).map(
          (name) =>
            [
              name,
              Object.fromEntries(columns.map((caller, index) => [caller, results[index]])) as Partial<Results>,
            ] as const,
        ),
      );
  const written = table(WRITTEN);
  const exceptions = new Map(table(DERIVED));
  const unread = rows.filter(({ length }) => length !== WRITTEN.length + 1 && length !== DERIVED.length + 1);
  const lost = [...exceptions.keys()].filter((name) => !written.some(([one]) => one === name));
  if (unread.length > 0 || lost.length > 0)
    throw new Error(
      `docs/access.md has rows with the wrong number of results, or without the other callers': ${[...unread.map(([what]) => what), ...lost].join(', ')}`,
    );
  return new Map(
    written.map(([name, results]) => [
      name,
      { ...results, ...derived(name, results), ...exceptions.get(name) } as Results,
    ]),
  );
}

/**
 * Calls that are open to guests, or that refuse them for another reason than a missing sign-in, are not for players
 * only.
 */
function derived(name: string, { guest, another }: Partial<Results>): Partial<Results> {
  if (another === 'ROLE_MISSING') return { 'with roles': 'ok', suspended: 'ACCOUNT_SUSPENDED' };
  const changes = /^(Mutation\.|(POST|PUT|PATCH|DELETE) )/.test(name);
  return { 'with roles': another, suspended: changes && guest === 'UNAUTHENTICATED' ? 'ACCOUNT_SUSPENDED' : another };
}

function namesIn(what: string): string[] {
  const [, type, fields] = /^(\w+): (.+)$/.exec(what) ?? [];
  return type && fields ? fields.split(/\s+/).map((field) => `${type}.${field}`) : [what];
}

/** The rows to add to docs/access.md for missing operations; fields of a type with the same results share a row. */
export function wordsFor(observed: ReadonlyMap<string, Results>, isField: (name: string) => boolean): string[] {
  const rows = new Map<string, { what: string; cells: string }>();
  for (const [name, results] of observed) {
    const cells = WRITTEN.map((caller) => results[caller]).join(' | ');
    const [type = '', field = ''] = name.split('.');
    const key = isField(name) ? `${type} ${cells}` : name;
    const before = rows.get(key);
    rows.set(key, { what: !isField(name) ? name : before ? `${before.what} ${field}` : `${type}: ${field}`, cells });
  }
  return [...rows.values()].map(({ what, cells }) => `| \`${what}\` | ${cells} |`);
}
