/** Imports shipped data sets that the database does not have yet: `node dist/import-shipped.js`. */
import { importShippedCommand } from '@sprayhunt/service-kit/imports';
import { imports } from './imports/imports.js';
import { shipped } from './imports/shipped.js';

process.exitCode = await importShippedCommand(imports, shipped);
