/** The operators' command for catalogues of missions: `npm run import -- --kind missions FILE` (see docs/import.md). */
import { importCommand } from '@sprayhunt/service-kit/imports';
import { imports } from './imports/imports.js';

process.exitCode = await importCommand(imports, process.argv.slice(2));
