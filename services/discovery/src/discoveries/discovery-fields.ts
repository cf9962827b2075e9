import type * as Schema from '../schema.generated.js';
import { PINS } from './pin-types.js';

/** A discovery with the schema's field names, so that the compiled query reads them directly; `distance` in metres. */
export type ListedDiscovery = Required<Omit<Schema.Discovery, 'distance' | 'finderId' | 'appId'>> & Pick<Schema.Discovery, 'distance'>;

/** Fields that are not columns: derived from the pin type, the caller's like, the measured distance, and who found it by which app, which few ask for and the nearby index does not have. */
type Derived = 'emojiPin' | 'emojiType' | 'liked' | 'distance' | 'finderId' | 'appId';

/** Adds the JSON of Postgres's text of a column. */
type Json = (cell: string | null, out: string[]) => unknown;

/** What JSON escapes, and what is not ASCII. */
const SPECIAL = /[^ !#-[\]-~]/;
/**
 * JSON in ASCII only: one emoji would make the whole response a two-byte string, at twice the cost. V8 keeps the two
 * bytes of a replaced string, whatever it contains; only a string that is read from bytes has one.
 */
export const inAscii = (value: string): string => {
  const escaped = JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Buffer.from(escaped, 'latin1').toString('latin1');
};
/** Codes and ids contain nothing that JSON escapes. */
const code: Json = (cell, out) => out.push('"', cell!, '"');
const text: Json = (cell, out) => (cell == null ? out.push('null') : SPECIAL.test(cell) ? out.push(inAscii(cell)) : code(cell, out));
const number: Json = (cell, out) => out.push(cell ?? 'null');
export const boolean: Json = (cell, out) => out.push(cell === 't' ? 'true' : 'false');
const instant: Json = (cell, out) => code(isoOf(cell!), out);

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
export const selectList = (also: string, sql: Partial<Record<keyof typeof COLUMNS, string>> = {}): string =>
  [...Object.entries(COLUMNS).map(([field, column]) => `${sql[field as keyof typeof COLUMNS] ?? column.sql} AS "${field}"`), also].join(', ');

/** Position of each column in a row of the select list; `liked` comes last. */
export const CELL = Object.fromEntries([...Object.keys(COLUMNS), 'liked'].map((field, index) => [field, index])) as Record<keyof typeof COLUMNS | 'liked', number>;

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
