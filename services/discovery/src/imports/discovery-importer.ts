import { uuidv7 } from '@sprayhunt/service-kit';
import { ADDRESS_LENGTH, ARTIST_LENGTH, DESCRIPTION_LENGTH, TITLE_LENGTH } from '../discoveries/limits.js';
import { coordinatesAsText } from '../discoveries/new-discovery.js';
import { columnMap, fieldOf, notesOf } from './column-map.js';
import type { Importer } from './import-rows.js';
import { RowFields } from './row-fields.js';
import { upsert } from './upsert.js';

/** The account under which works of open data stand: “Sprayhunt Open Data”. It earns nothing and nobody signs in to it. */
export const OPEN_DATA_ACCOUNT = '019300da-7a00-7000-8000-00000000da7a';

/** The columns of a file that was made for us. */
export const discoveryColumns = columnMap({
  fields: {
    id: 'id',
    title: 'title',
    description: 'description',
    artistName: ['artist_name', 'artist'],
    latitude: 'latitude',
    longitude: 'longitude',
    address: 'address',
    year: 'year',
    status: 'status',
    sourceUrl: 'url',
  },
});

interface ImportedDiscovery {
  id: string;
  sourceId: string;
  source: string;
  title: string | null;
  description: string | null;
  artistName: string | null;
  latitude: number;
  longitude: number;
  address: string;
  year: number | null;
  status: string;
  sourceUrl: string | null;
  licence: string | null;
}

const TABLE = {
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
};

/** Works of a data set. They are nobody's deed: no coins, and no event that would book any. */
export const discoveryImporter: Importer<ImportedDiscovery> = {
  check(raw, map) {
    const fields = new RowFields(raw, map);
    const said = fieldOf(map, raw.columns, 'description');
    const year = fields.year('year');
    const notes = notesOf(map, raw.columns, [said, year === null ? undefined : String(year)]);
    const description = [said, ...notes].filter((part) => part !== undefined).join('\n\n');
    const position = fields.position();
    const row: ImportedDiscovery = {
      id: uuidv7(),
      source: map.source ?? '',
      sourceId: fields.id(),
      title: fields.text('title', TITLE_LENGTH),
      description: fields.text('description', DESCRIPTION_LENGTH, description),
      artistName: fields.text('artistName', ARTIST_LENGTH),
      ...position,
      address: fields.text('address', ADDRESS_LENGTH) ?? (Number.isFinite(position.latitude) ? coordinatesAsText(position) : ''),
      year,
      status: fields.oneOf('status', ['standing', 'gone'], 'standing'),
      sourceUrl: fields.url('sourceUrl') ?? map.sourceUrl ?? null,
      licence: map.licence ?? null,
    };
    return fields.faults.length > 0 ? { faults: fields.faults } : { row, shortened: fields.shortened };
  },
  save: (tx, rows) =>
    upsert(tx, TABLE, rows.map(({ sourceId, artistName, sourceUrl, ...row }) => ({ ...row, source_id: sourceId, artist_name: artistName, source_url: sourceUrl }))),
};
