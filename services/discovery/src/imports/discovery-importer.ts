import { discoveryRemoved, OPEN_DATA_ACCOUNT } from '@sprayhunt/contracts';
import { Outbox, uuidv7 } from '@sprayhunt/service-kit';
import { fieldOf, notesOf, RowFields, type Importer } from '@sprayhunt/service-kit/imports';
import {
  ADDRESS_LENGTH,
  ARTIST_LENGTH,
  coordinatesAsText,
  DESCRIPTION_LENGTH,
  TITLE_LENGTH,
} from '../discoveries/new-discovery.js';
import { openData } from '../open-data/open-data-rows.js';

const LICENCE_LENGTH = 200;

/** Imports the works of a data set. They earn no coins, so no event is published. */
export const discoveryImporter: Importer = {
  kind: 'works',
  exported: {
    columns: openData.works.columns,
    fields: {
      ...Object.fromEntries(
        ['id', 'title', 'description', 'latitude', 'longitude', 'year', 'status', 'sourceUrl'].map((name) => [
          name,
          name,
        ]),
      ),
      artistName: 'artist',
      licence: { join: ['licence', 'attribution'], with: ', ' },
    },
  },
  removesToo: 'the likes they have',
  fields: [
    'id',
    'title',
    'description',
    'artistName',
    'latitude',
    'longitude',
    'position',
    'crs',
    'address',
    'year',
    'status',
    'licence',
    'sourceUrl',
  ],
  needed: ['id'],
  table: {
    name: 'discoveries',
    identity: ['source', 'source_id'],
    only: 'source_id IS NOT NULL',
    kept: ['id'],
    columns: {
      id: 'uuid',
      source: 'text',
      source_id: 'text',
      title: 'text',
      description: 'text',
      artist_name: 'text',
      latitude: 'double precision',
      longitude: 'double precision',
      address: 'text',
      year: 'smallint',
      status: 'text',
      source_url: 'text',
      licence: 'text',
    },
    constants: {
      player_id: `'${OPEN_DATA_ACCOUNT}'`,
      pin_type: `'location'`,
      role: `'photographer'`,
      is_fresh_art: 'false',
      tokens_awarded: '0',
    },
  },
  read(raw, map) {
    const fields = new RowFields(raw, map);
    const said = fieldOf(map, raw.columns, 'description');
    const year = fields.year('year');
    const notes = notesOf(map, raw.columns, [said, year === null ? undefined : String(year)]);
    const description = [said, ...notes].filter((part) => part !== undefined).join('\n\n');
    const position = fields.position();
    const row = {
      id: uuidv7(),
      source: map.source ?? '',
      source_id: fields.id(),
      title: fields.text('title', TITLE_LENGTH),
      description: fields.lines('description', DESCRIPTION_LENGTH, description),
      artist_name: fields.text('artistName', ARTIST_LENGTH),
      ...position,
      address:
        fields.address(ADDRESS_LENGTH) ?? (Number.isFinite(position.latitude) ? coordinatesAsText(position) : ''),
      year,
      status: fields.status(),
      source_url: fields.url('sourceUrl') ?? map.sourceUrl ?? null,
      licence: fields.text('licence', LICENCE_LENGTH) ?? map.licence ?? null,
    };
    return { row, fields };
  },
  async removed(tx, ids) {
    await new Outbox('discovery').addMany(
      tx,
      discoveryRemoved,
      ids.map((discoveryId) => ({ data: { discoveryId, playerId: OPEN_DATA_ACCOUNT } })),
    );
  },
};
