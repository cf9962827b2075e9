import { columnsOf } from '../columns-of.js';
import { Discovery } from '../discoveries/discovery.entity.js';
import { personalKeys, personalTable, type PersonalSection, type SqlPool } from '@sprayhunt/service-kit';

/** Of a discovery all that the entity has, except for what the service derives, and what only imported ones have. */
const DISCOVERY = (() => {
  const {
    playerId: _player,
    thumbhash: _thumbhash,
    year: _year,
    source: _source,
    sourceId: _sourceId,
    sourceUrl: _sourceUrl,
    licence: _licence,
    titleDigest: _titleDigest,
    idempotencyKey: _key,
    idempotencyHash: _hash,
    role: userRole,
    awardWithheld: tokensWithheld,
    ...columns
  } = columnsOf(Discovery);
  return { ...columns, userRole, tokensWithheld };
})();

/** Discovery's data about a player. */
export const personalSections = (pool: SqlPool): PersonalSection[] => [
  personalTable(pool, {
    name: 'discoveries',
    from: 'discoveries',
    where: 'player_id = $1',
    fields: DISCOVERY,
    key: { id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'discoveriesTakenAway',
    from: 'moderated_works',
    where: 'player_id = $1',
    fields: { id: 'id', state: 'state', work: 'work' },
    key: { id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'discoveryCounts',
    isOne: true,
    from: 'discovery_counts',
    where: 'player_id = $1',
    fields: { inMinute: 'in_minute', minuteEnds: 'minute_ends', inDay: 'in_day', dayEnds: 'day_ends' },
    key: { player_id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'likes',
    from: 'likes JOIN discoveries ON discoveries.id = discovery_id',
    where: 'likes.player_id = $1',
    fields: { discoveryId: 'discovery_id', title: 'title', takenBack: 'NOT active', createdAt: 'likes.created_at' },
    key: { discovery_id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'membership',
    isOne: true,
    from: 'pro_members',
    where: 'account_id = $1',
    fields: { pro: 'pro', until: 'until', asOf: 'as_of' },
    key: { account_id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'savedWalls',
    from: 'saved_walls JOIN legal_walls ON legal_walls.id = wall_id',
    where: 'player_id = $1',
    fields: {
      wallId: 'wall_id',
      name: 'legal_walls.name',
      city: 'city',
      country: 'country',
      createdAt: 'saved_walls.created_at',
    },
    key: { wall_id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'palettes',
    from: 'palettes',
    where: 'player_id = $1',
    fields: { id: 'id', name: 'name', colors: 'colors', changedAt: 'changed_at' },
    key: { id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'webhookEndpoints',
    from: 'webhook_endpoints JOIN partner_clients USING (client_id)',
    where: 'owner_id = $1',
    fields: { id: 'id', clientId: 'client_id', url: 'url', kinds: 'kinds', state: 'state', createdAt: 'created_at' },
    key: { id: 'uuid' },
  }),
  personalKeys(pool),
];
