import { Module, type DynamicModule } from '@nestjs/common';
import { personalData, ServiceKitModule } from '@sprayhunt/service-kit';
import { ByteRoutes } from './byte-routes.js';
import type { MediaConfig } from './config.js';
import { personalSections } from './export/personal-sections.js';
import { ArtViewsService } from './gallery/art-views.service.js';
import { GalleryReads } from './gallery/gallery-reads.js';
import { GalleryResolver, PlayerResolver } from './gallery/gallery.resolver.js';
import { GalleryService } from './gallery/gallery.service.js';
import { OnGalleryVisibilityChangedHandler } from './gallery/on-gallery-visibility-changed.handler.js';
import { OnContentModeratedHandler } from './moderation/on-content-moderated.handler.js';
import { WithheldPictures } from './moderation/withheld-pictures.js';
import { OnAccountErasedHandler } from './objects/on-account-erased.handler.js';
import { OnSubjectMergedHandler } from './objects/on-subject-merged.handler.js';
import { PlayerData } from './objects/player-data.js';
import { PictureUsesHandler } from './objects/picture-uses.handler.js';
import { ReportedPictureResolver } from './moderation/reported-picture.resolver.js';
import { PicturesResolver } from './objects/pictures.resolver.js';
import { PictureMaker } from './pipeline/picture-maker.js';
import { DiskMetrics } from './store/disk-metrics.js';
import { OBJECT_STORE } from './store/object-store.js';
import { openStore } from './store/open-store.js';
import { SweeperService } from './sweeping/sweeper.service.js';
import { tables } from './tables.js';
import { ReceiveUploadService } from './uploads/receive-upload.service.js';
import { ResumableUploadService } from './uploads/resumable-upload.service.js';
import { Spool } from './uploads/spool.js';
import { TicketsService } from './uploads/tickets.service.js';
import { UploadsResolver } from './uploads/uploads.resolver.js';

@Module({})
export class MediaModule {
  static forConfig(config: MediaConfig): DynamicModule {
    return {
      module: MediaModule,
      imports: [
        ServiceKitModule.forService({
          name: 'media',
          config,
          schema: new URL('../schema.graphql', import.meta.url),
          ...tables,
        }),
      ],
      controllers: [
        PictureUsesHandler,
        OnGalleryVisibilityChangedHandler,
        OnAccountErasedHandler,
        OnSubjectMergedHandler,
        OnContentModeratedHandler,
      ],
      providers: [
        { provide: OBJECT_STORE, useFactory: () => openStore(config) },
        { provide: Spool, useFactory: () => Spool.open(config.SPOOL_FOLDER) },
        {
          provide: PictureMaker,
          useFactory: () =>
            new PictureMaker({
              slots: config.PIPELINE_SLOTS,
              memory: config.PICTURE_MEMORY_MB * 1_048_576,
              wait: config.PIPELINE_WAIT_MS,
            }),
        },
        DiskMetrics,
        TicketsService,
        ReceiveUploadService,
        ResumableUploadService,
        SweeperService,
        PlayerData,
        WithheldPictures,
        ByteRoutes,
        UploadsResolver,
        PicturesResolver,
        ReportedPictureResolver,
        ...personalData(personalSections, OBJECT_STORE),
        ...[GalleryResolver, PlayerResolver, GalleryService, GalleryReads, ArtViewsService],
      ],
    };
  }
}
