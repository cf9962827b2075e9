/** The operators' command for payments: `npm run payments -- events|replay|reconcile …`. */
import { dataSourceOptions, Jobs, openDatabase, withKitTables } from '@sprayhunt/service-kit';
import { tables } from '../tables.js';
import { paymentsCommand } from './payments-command.js';

process.exitCode = await paymentsCommand(process.argv.slice(2), async () => {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('Set DATABASE_URL to the database of commerce, or start the product here first (npm start).');
  const dataSource = await openDatabase(dataSourceOptions({ name: 'commerce', config: { DATABASE_URL: url, DATABASE_POOL: 2 }, ...withKitTables(tables) }));
  return { dataSource, jobs: new Jobs('commerce') };
});
