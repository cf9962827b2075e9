import { Module, type DynamicModule } from '@nestjs/common';
import { personalData, ServiceKitModule } from '@sprayhunt/service-kit';
import { ByteRoutes } from './byte-routes.js';
import type { MediaConfig } from './config.js';
import { personalSections } from './export/personal-sections.js';
import { ArtItem } from './gallery/art-item.entity.js';
import { ArtView } from './gallery/art-view.entity.js';
import { ArtViewsService } from './gallery/art-views.service.js';
import { GalleryReads } from './gallery/gallery-reads.js';
import { GalleryVisibility } from './gallery/gallery-visibility.entity.js';
import { GalleryResolver } from './gallery/gallery.resolver.js';
import { GalleryService } from './gallery/gallery.service.js';
import { OnGalleryVisibilityChangedHandler } from './gallery/on-gallery-visibility-changed.handler.js';
import { CreateMedia1763600001000 } from './migrations/1763600001000-create-media.js';
import { CreateGallery1763600002000 } from './migrations/1763600002000-create-gallery.js';
import { KeepErasedOut1763600003000 } from './migrations/1763600003000-keep-erased-out.js';
import { CreateHiddenGalleries1763600013000 } from './migrations/1763600013000-create-hidden-galleries.js';
import { PublicIds1763600040120 } from './migrations/1763600040120-public-ids.js';
import { HashOfGalleryKeys1763600050130 } from './migrations/1763600050130-hash-of-gallery-keys.js';
import { OnAccountErasedHandler } from './objects/on-account-erased.handler.js';
import { PictureUse } from './objects/picture-use.entity.js';
import { PictureUsesHandler } from './objects/picture-uses.handler.js';
import { Picture } from './objects/picture.entity.js';
import { PicturesResolver } from './objects/pictures.resolver.js';
import { UnsweptOwner } from './objects/unswept-owner.entity.js';
import { PictureMaker } from './pipeline/picture-maker.js';
import { OBJECT_STORE } from './store/object-store.js';
import { openStore } from './store/open-store.js';
import { SweeperService } from './sweeping/sweeper.service.js';
import { ReceiveUploadService } from './uploads/receive-upload.service.js';
import { Spool } from './uploads/spool.js';
import { TicketsService } from './uploads/tickets.service.js';
import { Upload } from './uploads/upload.entity.js';
import { UploadsResolver } from './uploads/uploads.resolver.js';

@Module({})
export class MediaModule {
  static readonly entities = [Upload, Picture, PictureUse, UnsweptOwner, ArtItem, ArtView, GalleryVisibility];
  static readonly migrations = [
    CreateMedia1763600001000,
    CreateGallery1763600002000,
    KeepErasedOut1763600003000,
    CreateHiddenGalleries1763600013000,
    PublicIds1763600040120,
    HashOfGalleryKeys1763600050130,
  ];

  static forConfig(config: MediaConfig): DynamicModule {
    return {
      module: MediaModule,
      imports: [
        ServiceKitModule.forService({
          name: 'media',
          config,
          entities: MediaModule.entities,
          migrations: MediaModule.migrations,
          schema: new URL('../schema.graphql', import.meta.url),
        }),
      ],
      controllers: [PictureUsesHandler, OnGalleryVisibilityChangedHandler, OnAccountErasedHandler],
      providers: [
        { provide: OBJECT_STORE, useFactory: () => openStore(config) },
        { provide: Spool, useFactory: () => Spool.open(config.SPOOL_FOLDER) },
        {
          provide: PictureMaker,
          useFactory: () => new PictureMaker({ slots: config.PIPELINE_SLOTS, memory: config.PICTURE_MEMORY_MB * 1_048_576, wait: config.PIPELINE_WAIT_MS }),
        },
        TicketsService,
        ReceiveUploadService,
        SweeperService,
        ByteRoutes,
        UploadsResolver,
        PicturesResolver,
        ...personalData(personalSections, OBJECT_STORE),
        ...[GalleryResolver, GalleryService, GalleryReads, ArtViewsService],
      ],
    };
  }
}
