import type { ListedField } from './discovery-fields.js';
import type { Discovery } from './discovery.entity.js';

interface Listed {
  property: keyof Discovery;
  field: ListedField;
  sqlOf: (column: string) => string;
}

export const listed: Listed[] = [];

/**
 * Adds a column of `Discovery` to every list of discoveries, and to the index of nearby lists.
 * @param field its name in the schema, if it differs from the property
 * @param sqlOf SQL that reads the column
 */
export const Listed =
  (field?: ListedField, sqlOf: Listed['sqlOf'] = (column) => column) =>
  (_: Discovery, property: keyof Discovery): void => {
    listed.push({ property, field: field ?? (property as ListedField), sqlOf });
  };
