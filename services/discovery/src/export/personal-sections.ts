import { personalTable, type PersonalSection, type SqlPool } from '@sprayhunt/service-kit';

/** Discovery's data about a player. */
export const personalSections = (pool: SqlPool): PersonalSection[] => [
  personalTable(pool, {
    name: 'discoveries',
    from: 'discoveries',
    where: 'player_id = $1',
    fields: {
      id: 'id',
      title: 'title',
      description: 'description',
      artistName: 'artist_name',
      latitude: 'latitude',
      longitude: 'longitude',
      address: 'address',
      pictureId: 'picture_id',
      pinType: 'pin_type',
      userRole: 'role',
      isFreshArt: 'is_fresh_art',
      status: 'status',
      likes: 'likes',
      tokensAwarded: 'tokens_awarded',
      createdAt: 'created_at',
    },
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
];
