import { uuidv7 } from '@sprayhunt/service-kit';
import { columnMap } from './column-map.js';
import type { Importer } from './import-rows.js';
import { RowFields } from './row-fields.js';
import { upsert } from './upsert.js';

/** The columns of a file that was made for us. */
export const wallColumns = columnMap({
  fields: {
    id: 'id',
    name: 'name',
    city: 'city',
    country: 'country',
    address: 'address',
    hours: 'hours',
    description: 'description',
    latitude: 'latitude',
    longitude: 'longitude',
    source: 'source',
  },
});

interface ImportedWall {
  id: string;
  catalogue: string;
  sourceId: string;
  name: string;
  city: string;
  country: string;
  address: string;
  hours: string | null;
  description: string;
  latitude: number;
  longitude: number;
  source: string | null;
}

const TABLE = {
  name: 'legal_walls',
  identity: ['catalogue', 'catalogue_id'],
  kept: ['id'],
  columns: {
    id: 'uuid',
    catalogue: 'text',
    catalogue_id: 'text',
    name: 'text',
    city: 'text',
    country: 'text',
    address: 'text',
    hours: 'text',
    description: 'text',
    latitude: 'double precision',
    longitude: 'double precision',
    source: 'text',
  },
  constants: {},
};

export const wallImporter: Importer<ImportedWall> = {
  check(raw, map) {
    const fields = new RowFields(raw, map);
    const row: ImportedWall = {
      id: uuidv7(),
      catalogue: map.source ?? '',
      sourceId: fields.id(),
      name: fields.required('name', 120),
      city: fields.required('city', 120),
      country: fields.required('country', 120),
      address: fields.required('address', 200),
      hours: fields.text('hours', 120),
      description: fields.required('description', 2_000),
      ...fields.position(),
      source: fields.text('source', 500),
    };
    return fields.faults.length > 0 ? { faults: fields.faults } : { row, shortened: fields.shortened };
  },
  save: (tx, rows) => upsert(tx, TABLE, rows.map(({ sourceId, ...row }) => ({ ...row, catalogue_id: sourceId }))),
};
