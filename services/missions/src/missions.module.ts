import { Module, type DynamicModule } from '@nestjs/common';
import { personalData, ServiceKitModule } from '@sprayhunt/service-kit';
import type { MissionsConfig } from './config.js';
import { OnAccountErasedHandler } from './erasure/on-account-erased.handler.js';
import { OnSubjectMergedHandler } from './erasure/on-subject-merged.handler.js';
import { PlayerData } from './erasure/player-data.js';
import { personalSections } from './export/personal-sections.js';
import { ConcludeEvent } from './live-events/conclude-event.js';
import { LiveEventPlans } from './live-events/live-event-plans.js';
import { LiveEventReads } from './live-events/live-event-reads.js';
import { LiveEventsResolver } from './live-events/live-events.resolver.js';
import { LiveEventsService } from './live-events/live-events.service.js';
import { NotifyOfChange } from './live-events/notify-of-change.js';
import { MissionReads } from './missions/mission-reads.js';
import { MissionLoader, MissionOfParticipationResolver, MissionsResolver } from './missions/missions.resolver.js';
import { OnDiscoveryCreatedHandler } from './participations/on-discovery-created.handler.js';
import { ParticipationReads } from './participations/participation-reads.js';
import { ParticipationLoader, ParticipationsResolver } from './participations/participations.resolver.js';
import { ParticipationsService } from './participations/participations.service.js';
import { tables } from './tables.js';

@Module({
  controllers: [OnAccountErasedHandler, OnSubjectMergedHandler, OnDiscoveryCreatedHandler],
  providers: [
    PlayerData,
    MissionsResolver,
    MissionOfParticipationResolver,
    MissionReads,
    MissionLoader,
    ParticipationsResolver,
    ParticipationsService,
    ParticipationReads,
    ParticipationLoader,
    LiveEventsResolver,
    LiveEventsService,
    LiveEventReads,
    LiveEventPlans,
    ConcludeEvent,
    NotifyOfChange,
    ...personalData(personalSections),
  ],
})
export class MissionsModule {
  static forConfig(config: MissionsConfig): DynamicModule {
    const schema = new URL('../schema.graphql', import.meta.url);
    return {
      module: MissionsModule,
      imports: [ServiceKitModule.forService({ name: 'missions', config, schema, ...tables })],
    };
  }
}
