/** The operators' command for live events: `npm run event -- create|change|cancel|list …`. */
import { databaseOf } from '@sprayhunt/service-kit';
import { tables } from '../tables.js';
import { eventCommand } from './command.js';

process.exitCode = await eventCommand(process.argv.slice(2), databaseOf('missions', tables));
