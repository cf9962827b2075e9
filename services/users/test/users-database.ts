import { dataSourceOptions, eventsEntities, eventsMigrations, openDatabase } from '@sprayhunt/service-kit';
import { testDatabase } from '@sprayhunt/service-kit/testing';
import { usersEntities, usersMigrations } from '../src/users.module.js';

/** A fresh, migrated database of this service, without the service. */
export async function usersDatabase() {
  const database = await testDatabase('users');
  const dataSource = await openDatabase(
    dataSourceOptions({
      name: 'users',
      config: { DATABASE_URL: database.url, DATABASE_POOL: 8 },
      entities: [...eventsEntities, ...usersEntities],
      migrations: [...eventsMigrations, ...usersMigrations],
    }),
  );
  return {
    dataSource,
    close: async () => {
      await dataSource.destroy();
      await database.drop();
    },
  };
}

export type UsersDatabase = Awaited<ReturnType<typeof usersDatabase>>;
