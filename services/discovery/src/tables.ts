import { CopyDiscoveryKeys1765000600200 } from './migrations/1765000600200-copy-discovery-keys.js';
import { IdempotencyModule, PicturesModule, type ServiceTables } from '@sprayhunt/service-kit';
import { DataSet, ImportRun } from '@sprayhunt/service-kit/imports';
import { Change } from './changes/change.entity.js';
import { Discovery, DiscoveryCount } from './discoveries/discovery.entity.js';
import { ProMember } from './members/pro-member.entity.js';
import { Like } from './likes/like.entity.js';
import { MapCell, MapChange } from './map/map-cell.entity.js';
import { CreateDiscoveries1763600001000 } from './migrations/1763600001000-create-discoveries.js';
import { KeepErasedOut1763600002000 } from './migrations/1763600002000-keep-erased-out.js';
import { LimitDiscoveries1763600030100 } from './migrations/1763600030100-limit-discoveries.js';
import { FindWorksOfOnePlace1763600060101 } from './migrations/1763600060101-find-works-of-one-place.js';
import { KeepDataSets1763600060102 } from './migrations/1763600060102-keep-data-sets.js';
import { CountWorksOnMap1763700070100 } from './migrations/1763700070100-count-works-on-map.js';
import { TitleMapCells1763700070300 } from './migrations/1763700070300-title-map-cells.js';
import { WorksByPublicId1763700080100 } from './migrations/1763700080100-works-by-public-id.js';
import { WorksByArtist1763800050000 } from './migrations/1763800050000-works-by-artist.js';
import { GiveMembersTheirTools1763900030000 } from './migrations/1763900030000-give-members-their-tools.js';
import { KeepModeratedWorks1763800041000 } from './migrations/1763800041000-keep-moderated-works.js';
import { LogChanges1763900071100 } from './migrations/1763900071100-log-changes.js';
import { KeepWebhooks1763900072100 } from './migrations/1763900072100-keep-webhooks.js';
import { ResendWebhooks1763900073000 } from './migrations/1763900073000-resend-webhooks.js';
import { OfferOpenData1763900074500 } from './migrations/1763900074500-offer-open-data.js';
import { SayByWhichApp1763900083000 } from './migrations/1763900083000-say-by-which-app.js';
import { WorksByApp1763900083100 } from './migrations/1763900083100-works-by-app.js';
import { AdmitWorksInBatches1764000200100 } from './migrations/1764000200100-admit-works-in-batches.js';
import { FollowMerges1765000110100 } from './migrations/1765000110100-follow-merges.js';
import { FindWithheldAwards1765000400200 } from './migrations/1765000400200-find-withheld-awards.js';
import { WithholdAwards1765000400100 } from './migrations/1765000400100-withhold-awards.js';
import { AddSearchWordsToWalls1765000200300 } from './migrations/1765000200300-add-search-words-to-walls.js';
import { IndexSearchWordsOfWalls1765000200310 } from './migrations/1765000200310-index-search-words-of-walls.js';
import { OrderMembershipsByVersion1765000500100 } from './migrations/1765000500100-order-memberships-by-version.js';
import { ModeratedWork } from './moderation/moderated-work.entity.js';
import { OpenDataFile, OpenDataPart } from './open-data/open-data-file.entity.js';
import { Palette } from './palettes/palette.entity.js';
import { PartnerClient } from './webhooks/partner-client.entity.js';
import { WebhookDelivery, WebhookEndpoint } from './webhooks/webhook-endpoint.entity.js';
import { LegalWall, SavedWall } from './walls/legal-wall.entity.js';

/** The entities of the service and its import command. */
export const tables = {
  entities: [
    ...PicturesModule.entities,
    ...IdempotencyModule.entities,
    Discovery,
    DiscoveryCount,
    ProMember,
    Like,
    LegalWall,
    ImportRun,
    DataSet,
    MapCell,
    MapChange,
    Change,
    PartnerClient,
    WebhookEndpoint,
    WebhookDelivery,
    ModeratedWork,
    SavedWall,
    Palette,
    OpenDataFile,
    OpenDataPart,
  ],
  migrations: [
    ...PicturesModule.migrations,
    ...IdempotencyModule.migrations,
    CreateDiscoveries1763600001000,
    KeepErasedOut1763600002000,
    LimitDiscoveries1763600030100,
    FindWorksOfOnePlace1763600060101,
    KeepDataSets1763600060102,
    CountWorksOnMap1763700070100,
    TitleMapCells1763700070300,
    WorksByPublicId1763700080100,
    WorksByArtist1763800050000,
    KeepModeratedWorks1763800041000,
    GiveMembersTheirTools1763900030000,
    LogChanges1763900071100,
    KeepWebhooks1763900072100,
    ResendWebhooks1763900073000,
    OfferOpenData1763900074500,
    SayByWhichApp1763900083000,
    WorksByApp1763900083100,
    AdmitWorksInBatches1764000200100,
    FollowMerges1765000110100,
    WithholdAwards1765000400100,
    FindWithheldAwards1765000400200,
    AddSearchWordsToWalls1765000200300,
    IndexSearchWordsOfWalls1765000200310,
    OrderMembershipsByVersion1765000500100,
    CopyDiscoveryKeys1765000600200,
  ],
} satisfies ServiceTables;
