import { eventsEntities, eventsMigrations } from './events/index.js';

/** Entities and migrations of a service's schema. */
export interface ServiceTables {
  entities: Function[];
  migrations: Function[];
}

/** The tables of a service and of the kit. */
export const withKitTables = ({ entities, migrations }: ServiceTables): ServiceTables => ({
  entities: [...eventsEntities, ...entities],
  migrations: [...eventsMigrations, ...migrations],
});
