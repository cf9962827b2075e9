import { eventsEntities, eventsMigrations } from './events/index.js';

/** What a service keeps in its schema. */
export interface ServiceTables {
  entities: Function[];
  migrations: Function[];
}

/** The tables of a service and those that the kit keeps in every schema. */
export const withKitTables = ({ entities, migrations }: ServiceTables): ServiceTables => ({
  entities: [...eventsEntities, ...entities],
  migrations: [...eventsMigrations, ...migrations],
});
