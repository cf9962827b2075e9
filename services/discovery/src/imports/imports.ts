import type { Imports } from '@sprayhunt/service-kit/imports';
import { tables } from '../tables.js';
import { discoveryImporter } from './discovery-importer.js';
import { wallImporter } from './wall-importer.js';

export const imports: Imports = { service: 'discovery', tables, importers: [discoveryImporter, wallImporter] };
