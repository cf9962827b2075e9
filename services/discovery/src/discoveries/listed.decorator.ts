import type { ListedField } from './discovery-fields.js';
import type { Discovery } from './discovery.entity.js';

interface Listed {
  property: keyof Discovery;
  field: ListedField;
  sqlOf: (column: string) => string;
}

export const listed: Listed[] = [];

/**
 * Makes a column of `Discovery` a field of every list of discoveries, and of the index of nearby lists.
 * @param field its name in the schema, where it is not that of the property
 * @param sqlOf what is read of the column
 */
export const Listed =
  (field?: ListedField, sqlOf: Listed['sqlOf'] = (column) => column) =>
  (_: Discovery, property: keyof Discovery): void => {
    listed.push({ property, field: field ?? (property as ListedField), sqlOf });
  };
