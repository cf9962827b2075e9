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

/**
 * The columns of a discovery, by field of the schema: the SQL of each, from which the select lists are made.
 */
export const COLUMNS = {
  id: { sql: 'id' },
  title: { sql: 'title' },
  description: { sql: 'description' },
  artistName: { sql: 'artist_name' },
  latitude: { sql: 'latitude' },
  longitude: { sql: 'longitude' },
  address: { sql: 'address' },
  imageUrl: { sql: `'/objects/' || picture_id` },
  thumbhash: { sql: 'thumbhash' },
  pinType: { sql: 'pin_type' },
  userRole: { sql: 'role' },
  isFreshArt: { sql: 'is_fresh_art' },
  status: { sql: 'status' },
  year: { sql: 'year' },
  source: { sql: 'source' },
  sourceUrl: { sql: 'source_url' },
  licence: { sql: 'licence' },
  likes: { sql: 'likes' },
  tokensAwarded: { sql: 'tokens_awarded' },
  createdAt: { sql: 'created_at' },
} satisfies Record<Exclude<keyof Schema.Discovery, Derived>, { sql: string }>;

/** Select list of the columns, followed by those in `also`. */
export const selectList = (also: string, sql: SqlOfColumns = {}): string =>
  [...expressions(sql).map((expression, index) => `${expression} AS "${Object.keys(COLUMNS)[index]}"`), also].join(
    ', ',
  );

type SqlOfColumns = Partial<Record<keyof typeof COLUMNS, string>>;
const expressions = (sql: SqlOfColumns): string[] =>
  Object.entries(COLUMNS).map(([field, column]) => sql[field as keyof typeof COLUMNS] ?? column.sql);

/** A row of the select list. */
export type Row = Omit<ListedDiscovery, 'emojiPin' | 'emojiType'>;

export const withPin = <T extends Row>(row: T): T & ListedDiscovery => Object.assign(row, PINS[row.pinType]);
