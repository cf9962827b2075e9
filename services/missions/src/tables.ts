import type { ServiceTables } from '@sprayhunt/service-kit';
import { DataSet, ImportRun } from '@sprayhunt/service-kit/imports';
import { Mission } from './missions/mission.entity.js';
import { CreateMissions1763700100000 } from './migrations/1763700100000-create-missions.js';
import { Participation } from './participations/participation.entity.js';

export const tables = {
  entities: [Mission, Participation, DataSet, ImportRun],
  migrations: [CreateMissions1763700100000],
} satisfies ServiceTables;
