import type { Imports, Shipped } from '@sprayhunt/service-kit/imports';
import { tables } from '../tables.js';
import { missionImporter } from './mission-importer.js';

export const imports: Imports = { service: 'missions', tables, importers: [missionImporter] };

export const shipped: Shipped = {
  folder: new URL('../../data/', import.meta.url),
  files: [{ name: 'missions', file: 'missions.csv', format: 'csv', importer: missionImporter }],
};
