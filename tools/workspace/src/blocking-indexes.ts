/**
 * Indexes that a migration builds on tables that it has not made itself, in a way that keeps others from writing to
 * them meanwhile. Read from its source: a name that is put together there counts as a table that exists.
 *
 * @returns `INDEX on TABLE` for each
 */
export function blockingIndexesOf(source: string): string[] {
  const own = new Set([...source.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table));
  const withoutTransaction = /\btransaction = false\b/.test(source);
  const found = [
    ...[
      ...source.matchAll(
        /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?<concurrently>CONCURRENTLY\s+)?(?:IF NOT EXISTS\s+)?(?<index>[^\s(]+)\s+ON\s+(?<table>[^\s(]+)/gi,
      ),
    ],
    ...[
      ...source.matchAll(
        /\bcreateIndex\(\w+,\s*['"`](?<index>[^'"`]+)['"`],\s*['"`]\s*(?<concurrently>ON)\s+(?<table>[^\s(]+)/g,
      ),
    ],
    ...[
      ...source.matchAll(
        /\bALTER TABLE (?:ONLY )?(?<table>[^\s(]+)[^`;]*?\bADD CONSTRAINT (?<index>\S+)\s+(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b(?! USING INDEX)/gi,
      ),
    ],
    ...[
      ...source.matchAll(
        /\bALTER TABLE (?:ONLY )?(?<table>[^\s(]+)[^`;]*?\bADD COLUMN (?:IF NOT EXISTS )?(?<index>\S+) [^,`;]*?\b(?:UNIQUE|PRIMARY KEY)\b/gi,
      ),
    ],
  ];
  return found
    .map(({ groups }) => groups as { index: string; table: string; concurrently?: string })
    .filter(({ table, concurrently }) => !own.has(table) && !(concurrently && withoutTransaction))
    .map(({ index, table }) => `${index} on ${table}`);
}
