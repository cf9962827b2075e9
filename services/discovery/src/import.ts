/** The operators' command for data sets: `npm run import -- FILE` (see docs/import.md). */
import { importCommand } from './imports/command.js';

process.exitCode = await importCommand(process.argv.slice(2));
