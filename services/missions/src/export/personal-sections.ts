import { personalTable, type PersonalSection, type SqlPool } from '@sprayhunt/service-kit';

/** Missions' data about a player. */
export const personalSections = (pool: SqlPool): PersonalSection[] => [
  personalTable(pool, {
    name: 'participations',
    from: 'participations JOIN missions ON missions.id = mission_id',
    where: 'player_id = $1',
    fields: { missionId: 'mission_id', title: 'title', status: 'status', startedAt: 'started_at', endedAt: 'ended_at', discoveryId: 'discovery_id' },
    key: { 'participations.id': 'uuid' },
  }),
];
