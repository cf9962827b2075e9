/** Imports shipped data sets that the database does not have yet: `node dist/import-shipped.js`. */
import { importShippedCommand } from '@sprayhunt/service-kit/imports';
import { imports, shipped } from './imports/imports.js';

process.exitCode = await importShippedCommand(imports, shipped);
