/** The operators' command for payments: `npm run payments -- events|replay|reconcile …`. */
import { databaseOf } from '@sprayhunt/service-kit';
import { tables } from '../tables.js';
import { paymentsCommand } from './payments-command.js';

process.exitCode = await paymentsCommand(process.argv.slice(2), databaseOf('commerce', tables));
