import type { SqlPool } from '../database/sql-pool.js';

/** One kind of data that a service stores about its players. */
export interface PersonalSection {
  /** Name in the export. */
  name: string;
  /** At most one entry: it is written as an object, not as a list. */
  isOne?: boolean;
  /** All entries of one account, a limited number at a time. */
  entries(accountId: string): AsyncIterable<object>;
}

/** Injection token of the sections of a service. */
export const PERSONAL_SECTIONS = Symbol('personal sections');

export interface PersonalTable {
  name: string;
  isOne?: boolean;
  /** What follows FROM. */
  from: string;
  /** Condition on the account, whose id is `$1`. */
  where: string;
  /** Field of the export and SQL of it. */
  fields: Record<string, string>;
  /** The unique key of a row in an indexed order: SQL and its type. */
  key: Record<string, string>;
}

const PAGE_SIZE = 200;

/** Rows of a table, page by page, without holding a transaction or connection in between. */
export function personalTable(
  pool: SqlPool,
  { name, isOne, from, where, fields, key }: PersonalTable,
): PersonalSection {
  const columns = Object.entries(fields).map(([field, sql]) => `${sql} AS "${field}"`);
  const keys = Object.keys(key);
  const after = Object.values(key).map((type, index) => `($2::text[])[${index + 1}]::${type}`);
  const text = `
    SELECT ${columns.join(', ')}, ARRAY[${keys.map((sql) => `(${sql})::text`).join(', ')}] AS "after" FROM ${from}
    WHERE ${where} AND ($2::text[] IS NULL OR (${keys.join(', ')}) > (${after.join(', ')}))
    ORDER BY ${keys.join(', ')} LIMIT ${PAGE_SIZE}`;

  async function* entries(accountId: string): AsyncIterable<object> {
    for (let last: string[] | null = null; ;) {
      const { rows }: { rows: { after: string[] }[] } = await pool.query({
        name: `personal-${name}`,
        text,
        values: [accountId, last],
      });
      for (const { after: _, ...entry } of rows) yield entry;
      if (rows.length < PAGE_SIZE) return;
      last = rows.at(-1)!.after;
    }
  }
  return { name, isOne, entries };
}

/** Characters of one chunk: small entries are joined, a picture is sent alone. */
const CHUNK_LENGTH = 16 * 1_024;

/** The sections as one JSON object, in chunks, so that at most a chunk and an entry are in memory. */
export async function* writePersonalData(
  sections: readonly PersonalSection[],
  accountId: string,
): AsyncGenerator<string> {
  let chunk = '{';
  let separator = '';
  for (const section of sections) {
    chunk += `${separator}${JSON.stringify(section.name)}:${section.isOne ? '' : '['}`;
    let count = 0;
    for await (const entry of section.entries(accountId)) {
      chunk += `${count > 0 ? ',' : ''}${JSON.stringify(entry)}`;
      count += 1;
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
    chunk += section.isOne ? (count === 0 ? 'null' : '') : ']';
    separator = ',';
  }
  yield `${chunk}}`;
}
