/** The operators' command for live events: `npm run event -- create|change|cancel|list …`. */
import { dataSourceOptions, Jobs, openDatabase, withKitTables } from '@sprayhunt/service-kit';
import { tables } from '../tables.js';
import { eventCommand } from './command.js';

process.exitCode = await eventCommand(process.argv.slice(2), async () => {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('Set DATABASE_URL to the database of missions, or start the product here first (npm start).');
  const dataSource = await openDatabase(dataSourceOptions({ name: 'missions', config: { DATABASE_URL: url, DATABASE_POOL: 2 }, ...withKitTables(tables) }));
  return { dataSource, jobs: new Jobs('missions') };
});
