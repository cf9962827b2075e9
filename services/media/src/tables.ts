import { IdempotencyModule, type ServiceTables } from '@sprayhunt/service-kit';
import { ArtItem } from './gallery/art-item.entity.js';
import { ArtView } from './gallery/art-view.entity.js';
import { GalleryVisibility } from './gallery/gallery-visibility.entity.js';
import { CreateMedia1763600001000 } from './migrations/1763600001000-create-media.js';
import { CreateGallery1763600002000 } from './migrations/1763600002000-create-gallery.js';
import { KeepErasedOut1763600003000 } from './migrations/1763600003000-keep-erased-out.js';
import { CreateHiddenGalleries1763600013000 } from './migrations/1763600013000-create-hidden-galleries.js';
import { PublicIds1763600040120 } from './migrations/1763600040120-public-ids.js';
import { HashOfGalleryKeys1763600050130 } from './migrations/1763600050130-hash-of-gallery-keys.js';
import { ResumableUploads1763700080100 } from './migrations/1763700080100-resumable-uploads.js';
import { WithholdPictures1763800042000 } from './migrations/1763800042000-withhold-pictures.js';
import { FollowMerges1765000120100 } from './migrations/1765000120100-follow-merges.js';
import { OrderGalleryVisibilityByVersion1765000500100 } from './migrations/1765000500100-order-gallery-visibility-by-version.js';
import { NoteRemovedDiscoveries1765000500200 } from './migrations/1765000500200-note-removed-discoveries.js';
import { CopyGalleryKeys1765000600200 } from './migrations/1765000600200-copy-gallery-keys.js';
import { ModeratedContent } from './moderation/moderated-content.entity.js';
import { PictureUse } from './objects/picture-use.entity.js';
import { Picture, UnsweptOwner } from './objects/picture.entity.js';
import { RemovedDiscovery } from './objects/removed-discovery.entity.js';
import { Upload } from './uploads/upload.entity.js';

/** Tables of the schema `media`. */
export const tables = {
  entities: [
    Upload,
    Picture,
    PictureUse,
    UnsweptOwner,
    RemovedDiscovery,
    ArtItem,
    ArtView,
    GalleryVisibility,
    ModeratedContent,
    ...IdempotencyModule.entities,
  ],
  migrations: [
    ...IdempotencyModule.migrations,
    CreateMedia1763600001000,
    CreateGallery1763600002000,
    KeepErasedOut1763600003000,
    CreateHiddenGalleries1763600013000,
    PublicIds1763600040120,
    HashOfGalleryKeys1763600050130,
    ResumableUploads1763700080100,
    WithholdPictures1763800042000,
    FollowMerges1765000120100,
    OrderGalleryVisibilityByVersion1765000500100,
    NoteRemovedDiscoveries1765000500200,
    CopyGalleryKeys1765000600200,
  ],
} satisfies ServiceTables;
