import { uuidv7 } from '@sprayhunt/service-kit';
import { RowFields, type Importer } from '@sprayhunt/service-kit/imports';
import { DEFAULT_RADIUS_METRES, DIFFICULTIES, MISSION_TYPES, SAFETY_RATINGS } from '../missions/mission.entity.js';

/** Characters. */
const NAME = 120;
const COUNTRY = 80;
const TEXT = 2_000;
const SHORT = 200;

const ENDED_LONG_AGO = '1970-01-01T00:00:00.000Z';

/** Metres. */
const RADII = { least: 50, most: 100_000 };
/** Spray Coins. */
const MAX_TOKENS = 10_000;

/** Imports the missions of a catalogue; the columns of the shipped catalogue have the names of the fields. */
export const missionImporter: Importer = {
  kind: 'missions',
  removesToo: 'the participations in them',
  fields: [
    'id',
    'title',
    'description',
    'city',
    'country',
    'missionType',
    'difficultyLevel',
    'safetyRating',
    'latitude',
    'longitude',
    'position',
    'crs',
    'radiusM',
    'rewardsTokens',
    'historicalContext',
    'artistInfo',
    'bestPhotoTime',
    'source',
    'sourceUrl',
    'isActive',
  ],
  needed: [
    'id',
    'title',
    'description',
    'city',
    'country',
    'missionType',
    'difficultyLevel',
    'safetyRating',
    'rewardsTokens',
  ],
  table: {
    name: 'missions',
    identity: ['catalogue', 'catalogue_key'],
    kept: ['id'],
    columns: {
      id: 'uuid',
      catalogue: 'text',
      catalogue_key: 'text',
      title: 'text',
      description: 'text',
      city: 'text',
      country: 'text',
      mission_type: 'text',
      difficulty_level: 'text',
      safety_rating: 'text',
      latitude: 'double precision',
      longitude: 'double precision',
      radius: 'integer',
      rewards_tokens: 'integer',
      historical_context: 'text',
      artist_info: 'text',
      best_photo_time: 'text',
      source: 'text',
      source_url: 'text',
      ends_at: 'timestamptz',
    },
    constants: {},
  },
  read(raw, map) {
    const fields = new RowFields(raw, map);
    const row = {
      id: uuidv7(),
      catalogue: map.source ?? '',
      catalogue_key: fields.id(),
      title: fields.required('title', NAME),
      description: fields.lines('description', TEXT),
      city: fields.required('city', NAME),
      country: fields.required('country', COUNTRY),
      mission_type: labelled(fields, 'missionType', MISSION_TYPES),
      difficulty_level: labelled(fields, 'difficultyLevel', DIFFICULTIES),
      safety_rating: labelled(fields, 'safetyRating', SAFETY_RATINGS),
      ...fields.position(),
      radius: fields.wholeNumber('radiusM', RADII.least, RADII.most) ?? DEFAULT_RADIUS_METRES,
      rewards_tokens: fields.wholeNumber('rewardsTokens', 0, MAX_TOKENS),
      historical_context: fields.lines('historicalContext', TEXT),
      artist_info: fields.lines('artistInfo', TEXT),
      best_photo_time: fields.text('bestPhotoTime', SHORT),
      source: fields.text('source', SHORT),
      source_url: fields.url('sourceUrl') ?? map.sourceUrl ?? null,
      // The end of an inactive mission is unknown: a fixed time in the past marks it, the same at each import.
      ends_at: fields.oneOf('isActive', ['true', 'false'], 'true') === 'true' ? null : ENDED_LONG_AGO,
    };
    if (row.description === null) fields.faults.push('has no description');
    if (row.rewards_tokens === null) fields.faults.push('has no rewardsTokens');
    return { row, fields };
  },
};

/** The key of a display name, in any case. */
function labelled<Key extends string>(fields: RowFields, field: string, labels: Record<Key, string>): Key | null {
  const keys = Object.keys(labels) as Key[];
  const found = fields.oneOf(
    field,
    keys.map((key) => labels[key].toLowerCase()),
    '',
  );
  if (found === '') fields.faults.push(`has no ${field}`);
  return keys.find((key) => labels[key].toLowerCase() === found) ?? null;
}
