import { columnsOf } from '../columns-of.js';
import type * as Schema from '../schema.generated.js';
import { Discovery } from './discovery.entity.js';
import { listed } from './listed.decorator.js';

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
 * Fields that are not columns: derived from the pin type, the caller's like, the computed distance, and the finder with
 * the app, which are rarely selected and not in the nearby index.
 */
type Derived = 'emojiPin' | 'emojiType' | 'liked' | 'distance' | 'finderId' | 'appId' | 'withheldAward';

/** A field that is read from a column of the entity (`@Listed`). */
export type ListedField = Exclude<keyof Schema.Discovery, Derived>;

/** The listed columns of the entity, with the SQL of their fields. */
export const listedColumns = listed.map(({ property, field, sqlOf }) => {
  const column = columnsOf(Discovery)[property];
  return { field, column, sql: sqlOf(column) };
});

/** Select list of the listed columns, followed by those in `also`. */
export const selectList = (extra: string, sqlOf: Partial<Record<ListedField, string>> = {}): string =>
  [...listedColumns.map(({ field, sql }) => `${sqlOf[field] ?? sql} AS "${field}"`), extra].join(', ');

/** A row of the select list. */
export type Row = Omit<ListedDiscovery, 'emojiPin' | 'emojiType'>;

export const withPin = <T extends Row>(row: T): T & ListedDiscovery => Object.assign(row, PINS[row.pinType]);
