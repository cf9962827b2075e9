import { uuidv7 } from '@sprayhunt/service-kit';
import { RowFields, type Importer } from '@sprayhunt/service-kit/imports';
import { openData } from '../open-data/open-data-rows.js';

const SOURCE_LENGTH = 500;

/** Imports the legal walls of a data set. */
export const wallImporter: Importer = {
  kind: 'walls',
  exported: {
    columns: openData.walls.columns,
    fields: {
      ...Object.fromEntries(
        ['id', 'name', 'city', 'country', 'address', 'hours', 'description', 'latitude', 'longitude'].map((name) => [
          name,
          name,
        ]),
      ),
      source: 'attribution',
    },
  },
  fields: [
    'id',
    'name',
    'city',
    'country',
    'address',
    'hours',
    'description',
    'latitude',
    'longitude',
    'position',
    'crs',
    'source',
  ],
  needed: ['id', 'name', 'city', 'country', 'address', 'description'],
  table: {
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
  },
  read(raw, map) {
    const fields = new RowFields(raw, map);
    const attribution = map.licence ? `${map.source}, ${map.licence}`.slice(0, SOURCE_LENGTH) : null;
    const row = {
      id: uuidv7(),
      catalogue: map.source ?? '',
      catalogue_id: fields.id(),
      name: fields.required('name', 120),
      city: fields.required('city', 120),
      country: fields.required('country', 120),
      address: fields.required('address', 200),
      hours: fields.text('hours', 120),
      description: fields.lines('description', 2_000),
      ...fields.position(),
      source: fields.text('source', SOURCE_LENGTH) ?? attribution,
    };
    if (row.description === null) fields.faults.push('has no description');
    return { row, fields };
  },
};
