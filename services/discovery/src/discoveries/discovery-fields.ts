import type * as Schema from '../schema.generated.js';

/** The five pin types: the emoji on the map and the display name. */
export const PINS: Record<Schema.PinType, { emojiPin: string; emojiType: string }> = {
  tag: { emojiPin: '🏷️', emojiType: 'Tag' },
  location: { emojiPin: '📍', emojiType: 'Location' },
  marker: { emojiPin: '📌', emojiType: 'Marker' },
  flag: { emojiPin: '🚩', emojiType: 'Flag' },
  hot_spot: { emojiPin: '🔥', emojiType: 'Hot Spot' },
};

/** A discovery with the schema's field names, so that the compiled query reads them directly; `distance` in metres. */
export type ListedDiscovery = Required<Omit<Schema.Discovery, 'distance' | 'finderId' | 'appId' | 'withheldAward'>> &
  Pick<Schema.Discovery, 'distance'>;

/**
 * Fields that are not columns: derived from the pin type, the caller's like, the measured distance, and who found it by
 * which app, which few ask for and the nearby index does not have.
 */
type Derived = 'emojiPin' | 'emojiType' | 'liked' | 'distance' | 'finderId' | 'appId' | 'withheldAward';

/** The JSON of Postgres's text of a column, empty for null; `isPlain` if no cell of the row needs to be escaped. */
type Json = (cell: string, isPlain: boolean) => string;

/** Characters that JSON escapes, and those that are not ASCII. */
const SPECIAL = /[^ !#-[\]-~]/;
/**
 * JSON in ASCII only: one emoji would make the whole response a two-byte string, at twice the cost. V8 keeps the two
 * bytes of a replaced string, whatever it contains; only a string that is read from bytes has one.
 */
export const inAscii = (value: string): string => {
  const escaped = JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(escaped, 'latin1').toString('latin1');
};
/** Codes and ids contain nothing that JSON escapes. */
const code: Json = (cell) => `"${cell}"`;
const text: Json = (cell, isPlain) =>
  cell === '' ? 'null' : isPlain || !SPECIAL.test(cell) ? code(cell, true) : inAscii(cell);
const number: Json = (cell) => (cell === '' ? 'null' : cell);
export const boolean: Json = (cell) => (cell === 't' ? 'true' : 'false');
const instant: Json = (cell) => code(isoOf(cell), true);

/**
 * The columns of a discovery, by field of the schema: the SQL of each, and its JSON in plain nearby lists. The select
 * lists, the cells of the nearby index and the list serializer are made from it, so a new field is one line here.
 */
export const COLUMNS = {
  id: { sql: 'id', json: code },
  title: { sql: 'title', json: text },
  description: { sql: 'description', json: text },
  artistName: { sql: 'artist_name', json: text },
  latitude: { sql: 'latitude', json: number },
  longitude: { sql: 'longitude', json: number },
  address: { sql: 'address', json: text },
  imageUrl: { sql: `'/objects/' || picture_id`, json: text },
  thumbhash: { sql: 'thumbhash', json: text },
  pinType: { sql: 'pin_type', json: code },
  userRole: { sql: 'role', json: code },
  isFreshArt: { sql: 'is_fresh_art', json: boolean },
  status: { sql: 'status', json: code },
  year: { sql: 'year', json: number },
  source: { sql: 'source', json: text },
  sourceUrl: { sql: 'source_url', json: text },
  licence: { sql: 'licence', json: text },
  likes: { sql: 'likes', json: number },
  tokensAwarded: { sql: 'tokens_awarded', json: number },
  createdAt: { sql: 'created_at', json: instant },
} satisfies Record<Exclude<keyof Schema.Discovery, Derived>, { sql: string; json: Json }>;

/** Select list of the columns, followed by those in `also`. */
export const selectList = (also: string, sql: SqlOfColumns = {}): string =>
  [...expressions(sql).map((expression, index) => `${expression} AS "${Object.keys(COLUMNS)[index]}"`), also].join(
    ', ',
  );

type SqlOfColumns = Partial<Record<keyof typeof COLUMNS, string>>;
const expressions = (sql: SqlOfColumns): string[] =>
  Object.entries(COLUMNS).map(([field, column]) => sql[field as keyof typeof COLUMNS] ?? column.sql);

/** Between the cells of a row; no stored text contains it, and none is empty (the kit's rule of texts). */
const SEPARATOR = '\u001f';

/**
 * Select list of one column: all cells of a row in one text, with `liked` as the last. Reading a row as one column
 * takes a third of the CPU time of reading two dozen.
 */
export const joinedList = (liked: string, sql: SqlOfColumns = {}): string => {
  const cells = [...expressions(sql), liked];
  return `format(E'${cells.map(() => '%s').join('\\x1f')}', ${cells.join(', ')}) AS cells`;
};

/** A row of the joined list. */
export interface JoinedCells {
  /** Postgres's texts, empty for null. */
  cells: string[];
  /** No cell needs to be escaped. */
  isPlain: boolean;
}

/** Characters that a cell of a joined row must not contain to be plain JSON. */
const NOT_PLAIN = new RegExp(SPECIAL.source.replace('[^', `[^${SEPARATOR}`));

/** @throws Error if a text contains the separator */
export function splitCells(row: string): JoinedCells {
  const cells = row.split(SEPARATOR);
  if (cells.length !== CELLS) throw new Error('A text contains the separator of cells');
  return { cells, isPlain: !NOT_PLAIN.test(row) };
}

/** Position of each column in a row of the select list; `liked` comes last. */
export const CELL = Object.fromEntries(
  [...Object.keys(COLUMNS), 'liked'].map((field, index) => [field, index]),
) as Record<keyof typeof COLUMNS | 'liked', number>;

const CELLS = Object.keys(CELL).length;

/** A row of the select list. */
export type Row = Omit<ListedDiscovery, 'emojiPin' | 'emojiType'>;

export const withPin = <T extends Row>(row: T): T & ListedDiscovery => Object.assign(row, PINS[row.pinType]);

/** ISO 8601 in UTC with milliseconds, from Postgres's text of a `timestamptz`. */
function isoOf(timestamp: string): string {
  if (!timestamp.endsWith('+00') || timestamp[10] !== ' ') return new Date(timestamp).toISOString();
  const end = timestamp.length - 3;
  const milliseconds = end > 20 ? timestamp.slice(20, Math.min(23, end)).padEnd(3, '0') : '000';
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${milliseconds}Z`;
}
