/** The operators' command for the shop: `npm run shop -- orders|ship|refund|products|stock|price|offer|…`. */
import { databaseOf } from '@sprayhunt/service-kit';
import { tables } from '../tables.js';
import { shopCommand } from './shop-command.js';

process.exitCode = await shopCommand(process.argv.slice(2), databaseOf('commerce', tables));
