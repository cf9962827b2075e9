import { personalKeys, personalTable, type PersonalSection, type SqlPool } from '@sprayhunt/service-kit';

/** Missions' data about a player. */
export const personalSections = (pool: SqlPool): PersonalSection[] => [
  personalTable(pool, {
    name: 'participations',
    from: 'participations JOIN missions ON missions.id = mission_id',
    where: 'player_id = $1',
    fields: {
      missionId: 'mission_id',
      title: 'title',
      status: 'status',
      startedAt: 'started_at',
      endedAt: 'ended_at',
      earlierStints: 'earlier_stints::text',
      discoveryId: 'discovery_id',
    },
    key: { 'participations.id': 'uuid' },
  }),
  personalTable(pool, {
    name: 'liveEvents',
    from: 'live_event_participations JOIN live_events ON live_events.id = event_id',
    where: 'player_id = $1',
    fields: {
      eventId: 'event_id',
      title: 'title',
      joinedAt: 'joined_at',
      rewardedAt: 'CASE WHEN cancelled_at IS NULL THEN concluded_at END',
    },
    key: { joined_at: 'timestamptz', event_id: 'uuid' },
  }),
  personalKeys(pool),
];
