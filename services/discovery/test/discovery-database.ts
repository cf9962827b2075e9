import { dataSourceOptions, eventsEntities, eventsMigrations, openDatabase, type SqlPool } from '@sprayhunt/service-kit';
import { testDatabase } from '@sprayhunt/service-kit/testing';
import { entities, migrations } from '../src/tables.js';

/** A fresh, migrated database of this service, without the service. */
export async function discoveryDatabase() {
  const database = await testDatabase('discovery');
  const dataSource = await openDatabase(
    dataSourceOptions({
      name: 'discovery',
      config: { DATABASE_URL: database.url, DATABASE_POOL: 4 },
      entities: [...eventsEntities, ...entities],
      migrations: [...eventsMigrations, ...migrations],
    }),
  );
  return {
    url: database.url,
    dataSource,
    pool: (dataSource.driver as unknown as { master: SqlPool }).master,
    close: async () => {
      await dataSource.destroy();
      await database.drop();
    },
  };
}

export type DiscoveryDatabase = Awaited<ReturnType<typeof discoveryDatabase>>;
