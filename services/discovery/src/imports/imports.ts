import type { Imports, Shipped } from '@sprayhunt/service-kit/imports';
import { tables } from '../tables.js';
import { discoveryImporter } from './discovery-importer.js';
import { wallImporter } from './wall-importer.js';

export const imports: Imports = { service: 'discovery', tables, importers: [discoveryImporter, wallImporter] };

/** The shipped files; rows without a position are skipped. */
export const shipped: Shipped = {
  folder: new URL('../../data/', import.meta.url),
  files: [
    { name: 'legal-walls', file: 'legal-walls.csv', format: 'csv', importer: wallImporter },
    { name: 'brisbane', file: 'brisbane-public-art.csv', format: 'csv', importer: discoveryImporter },
    { name: 'montreal', file: 'montreal-murals-2018.geojson', format: 'geojson', importer: discoveryImporter },
    { name: 'vancouver', file: 'vancouver-public-art-2023.geojson', format: 'geojson', importer: discoveryImporter },
  ],
};
