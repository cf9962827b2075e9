import { Module, type DynamicModule } from '@nestjs/common';
import { personalData, PicturesModule, ServiceKitModule } from '@sprayhunt/service-kit';
import type { DiscoveryConfig } from './config.js';
import { WithheldAwardLoader, WithheldAwardsResolver } from './awards/withheld-awards.resolver.js';
import { WithheldAwards } from './awards/withheld-awards.js';
import { ArtistReads } from './artists/artist-reads.js';
import { ArtistsResolver } from './artists/artists.resolver.js';
import { ChangeReads } from './changes/change-reads.js';
import { ChangesResolver } from './changes/changes.resolver.js';
import { ChangesRetention } from './changes/changes-retention.js';
import { ColorsResolver } from './colors/colors.resolver.js';
import { DiscoveriesResolver } from './discoveries/discoveries.resolver.js';
import { PlayerResolver } from './discoveries/player.resolver.js';
import { DiscoveriesService } from './discoveries/discoveries.service.js';
import { DiscoveryAdder } from './discoveries/discovery-adder.js';
import { DiscoveryLoader, DiscoveryReads } from './discoveries/discovery-reads.js';
import { OnAccountErasedHandler } from './discoveries/on-account-erased.handler.js';
import { OnSubjectMergedHandler } from './discoveries/on-subject-merged.handler.js';
import { PlayerData } from './discoveries/player-data.js';
import { OnMembershipChangedHandler } from './members/on-membership-changed.handler.js';
import { LikesResolver } from './likes/likes.resolver.js';
import { LikesService } from './likes/likes.service.js';
import { MapCounter } from './map/map-counter.js';
import { MapReads } from './map/map-reads.js';
import { MapMarkResolver, MapTileResolver } from './map/map.resolver.js';
import { MapTilesRoute } from './map/map-tiles.route.js';
import { personalSections } from './export/personal-sections.js';
import { OnContentModeratedHandler } from './moderation/on-content-moderated.handler.js';
import { ReportedWorkResolver } from './moderation/reported-work.resolver.js';
import { OpenDataMaker } from './open-data/make-open-data.js';
import { OpenDataRoute } from './open-data/open-data.route.js';
import { ClientWorks, ClientWorksResolver } from './partners/client-works.resolver.js';
import { ProMembers } from './members/pro-members.js';
import { PalettesResolver } from './palettes/palettes.resolver.js';
import { PalettesService } from './palettes/palettes.service.js';
import { tables } from './tables.js';
import { DirectoryResolver } from './walls/directory.resolver.js';
import { SavedWallLoader, WallDirectory } from './walls/wall-directory.js';
import { WallSearch } from './walls/wall-search.js';
import { WallReads } from './walls/wall-reads.js';
import { WallsResolver } from './walls/walls.resolver.js';
import { WebhookDeliveries } from './webhooks/deliver.js';
import { WebhookMessages } from './webhooks/messages.js';
import { OnPartnerClientChangedHandler } from './webhooks/on-partner-client-changed.handler.js';
import { WebhookSender } from './webhooks/webhook-sender.js';
import { WebhooksResolver } from './webhooks/webhooks.resolver.js';
import { WebhooksRetention } from './webhooks/webhooks-retention.js';
import { WebhooksService } from './webhooks/webhooks.service.js';

@Module({
  controllers: [
    OnPartnerClientChangedHandler,
    OnContentModeratedHandler,
    OnMembershipChangedHandler,
    OnAccountErasedHandler,
    OnSubjectMergedHandler,
  ],
  providers: [
    PlayerData,
    DiscoveriesResolver,
    PlayerResolver,
    ClientWorks,
    ClientWorksResolver,
    DiscoveriesService,
    DiscoveryAdder,
    WithheldAwards,
    WithheldAwardsResolver,
    WithheldAwardLoader,
    DiscoveryReads,
    DiscoveryLoader,
    LikesResolver,
    LikesService,
    WallsResolver,
    WallReads,
    DirectoryResolver,
    WallDirectory,
    WallSearch,
    SavedWallLoader,
    ProMembers,
    PalettesResolver,
    PalettesService,
    ArtistsResolver,
    ArtistReads,
    ColorsResolver,
    ReportedWorkResolver,
    ChangeReads,
    ChangesResolver,
    ChangesRetention,
    WebhooksResolver,
    WebhooksService,
    WebhookMessages,
    WebhookDeliveries,
    WebhookSender,
    WebhooksRetention,
    OpenDataMaker,
    OpenDataRoute,
    MapReads,
    MapCounter,
    MapTilesRoute,
    MapTileResolver,
    MapMarkResolver,
    ...personalData(personalSections),
  ],
})
export class DiscoveryModule {
  static forConfig(config: DiscoveryConfig): DynamicModule {
    const schema = new URL('../schema.graphql', import.meta.url);
    return {
      module: DiscoveryModule,
      imports: [
        ServiceKitModule.forService({
          ...{ name: 'discovery', config, schema, batchedMutations: ['createDiscovery'] },
          ...tables,
        }),
        PicturesModule,
      ],
    };
  }
}
