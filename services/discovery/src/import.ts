/** The operators' command for data sets: `npm run import -- FILE` (see docs/import.md). */
import { importCommand } from '@sprayhunt/service-kit/imports';
import { imports } from './imports/imports.js';

process.exitCode = await importCommand(imports, process.argv.slice(2));
