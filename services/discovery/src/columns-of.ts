import { getMetadataArgsStorage } from 'typeorm';

/** The columns of an entity, by property. */
export const columnsOf = <T>(entity: new () => T): Record<keyof T & string, string> =>
  Object.fromEntries(
    getMetadataArgsStorage()
      .columns.filter(({ target }) => target === entity)
      .map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
  ) as Record<keyof T & string, string>;
