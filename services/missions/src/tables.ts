import { IdempotencyModule, type ServiceTables } from '@sprayhunt/service-kit';
import { DataSet, ImportRun } from '@sprayhunt/service-kit/imports';
import { LiveEvent, LiveEventParticipation } from './live-events/live-event.entity.js';
import { Mission } from './missions/mission.entity.js';
import { CreateMissions1763700100000 } from './migrations/1763700100000-create-missions.js';
import { CreateLiveEvents1763800060000 } from './migrations/1763800060000-create-live-events.js';
import { ChangeLiveEvents1763800090000 } from './migrations/1763800090000-change-live-events.js';
import { KeepEarlierStints1765000400300 } from './migrations/1765000400300-keep-earlier-stints.js';
import { Participation } from './participations/participation.entity.js';

export const tables = {
  entities: [
    Mission,
    Participation,
    LiveEvent,
    LiveEventParticipation,
    DataSet,
    ImportRun,
    ...IdempotencyModule.entities,
  ],
  migrations: [
    ...IdempotencyModule.migrations,
    CreateMissions1763700100000,
    CreateLiveEvents1763800060000,
    ChangeLiveEvents1763800090000,
    KeepEarlierStints1765000400300,
  ],
} satisfies ServiceTables;
